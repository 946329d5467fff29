import { firstPlace, placeAfter, windowOf, type Place, type RecordPage } from './pages';

const page = (first: number, hasMore = true): RecordPage<number> => ({
  data: Array.from({ length: 100 }, (_, index) => first + index),
  cursor: `after ${first + 99}`,
  hasMore,
});

describe('the pages of a long list', () => {
  it('lead forward by cursors and back by the places that were seen', () => {
    const second = placeAfter(page(0), firstPlace) as Place;
    const third = placeAfter(page(100), second) as Place;
    expect([second.cursor, third.cursor]).toEqual(['after 99', 'after 199']);
    expect(third.before?.before).toBe(firstPlace);
  });

  it('end where the list has no more', () => {
    expect(placeAfter(page(0, false), firstPlace)).toBeUndefined();
    expect(placeAfter({ data: [], hasMore: true }, firstPlace)).toBeUndefined();
  });

  it('know which row is the first in memory after pages were dropped', () => {
    const places: Place[] = [{ index: 3 }, { index: 4 }];
    const { offset, rows } = windowOf([page(300), page(400)], places);
    expect([offset, rows.length, rows[0]]).toEqual([300, 200, 300]);
  });
});
