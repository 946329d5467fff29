import { changedData, readData } from './contact-data';

describe('the data of a contact', () => {
  it('is read from JSON, an empty text as no field', () => {
    expect(readData('{"plan":"pro"}')).toEqual({ data: { plan: 'pro' }, problem: null });
    expect(readData('  ')).toEqual({ data: {}, problem: null });
  });

  it('says why a text is no data', () => {
    expect(readData('{').problem).toMatch(/JSON/);
    expect(readData('[1]').problem).toContain('object');
    expect(readData('null').data).toBeNull();
  });

  it('removes the fields that are gone', () => {
    expect(changedData({ a: 1, b: 2 }, { a: 3 })).toEqual({ a: 3, b: null });
  });
});
