import { isUndecided, judge, windowOf, withHarmOf } from './reputation';

const quiet = windowOf(0, 0, 0);
const week = (total: number, bounces: number, complaints = 0) => ({
  twentyFourHour: quiet,
  sevenDay: windowOf(total, bounces, complaints),
  allTime: quiet,
});

describe('judge', () => {
  it('says nothing about fewer than a hundred emails', () => {
    expect(judge(week(99, 99, 99), true)).toMatchObject({ isHealthy: true, shouldDisable: false });
  });

  it.each([
    [100, 4, 'healthy'],
    [100, 5, 'warning'],
    [100, 9, 'warning'],
    [100, 10, 'critical'],
    [1_000, 10, 'healthy'],
    [1_000, 99, 'warning'],
    [1_000, 100, 'critical'],
  ])('of %d emails in a week, %d of which bounced, says %s', (total, bounces, level) => {
    const judged = judge(week(total, bounces), false);
    expect(judged.levels.bounce7Day).toBe(level);
    expect(judged.shouldDisable).toBe(level === 'critical');
    expect(judged.isHealthy).toBe(level === 'healthy');
  });

  it.each([
    [1_000, 2, 'healthy'],
    [1_000, 3, 'warning'],
    [1_000, 5, 'critical'],
    [10_000, 7, 'healthy'],
    [10_000, 8, 'warning'],
    [10_000, 15, 'critical'],
  ])('of %d emails in a week with %d complaints, says %s', (total, complaints, level) => {
    expect(judge(week(total, 0, complaints), false).levels.complaint7Day).toBe(level);
  });

  it('holds a new project to plain counts too', () => {
    const windows = { twentyFourHour: windowOf(5_000, 25, 0), sevenDay: windowOf(5_000, 25, 0), allTime: quiet };
    expect(judge(windows, false)).toMatchObject({ isHealthy: true });
    const judged = judge(windows, true);
    expect(judged).toMatchObject({ shouldDisable: true, violations: ['25 bounces in 24 hours on 5000 emails'] });
    expect(judged.warnings).toEqual(['25 bounces in 7 days on 5000 emails']);
    expect(judged.levels).toMatchObject({ bounce7Day: 'critical', complaint7Day: 'healthy', bounceAllTime: 'healthy' });
  });

  it('shows rates with one decimal and judges them exactly', () => {
    const judged = judge(week(6_999, 2, 5), false);
    expect(judged.sevenDay).toMatchObject({ bounceRate: 0, complaintRate: 0.1 });
    expect(judged.levels.complaint7Day).toBe('healthy');
    expect(judge(week(2_000, 7, 3), false)).toMatchObject({
      sevenDay: { bounceRate: 0.4, complaintRate: 0.2 },
      levels: { complaint7Day: 'warning' },
    });
  });

  it('judges all time by its own limits', () => {
    const windows = { twentyFourHour: quiet, sevenDay: quiet, allTime: windowOf(1_000, 80, 0) };
    expect(judge(windows, false).levels).toMatchObject({ bounceAllTime: 'critical', bounce7Day: 'healthy' });
  });
});

describe('harm of an earlier moment', () => {
  it('is judged by the sends that are counted now', () => {
    const harm = { twentyFourHour: quiet, sevenDay: windowOf(100, 12, 0), allTime: quiet };
    expect(judge(withHarmOf(week(1_000, 50), harm), false).levels.bounce7Day).toBe('healthy');
    expect(judge(withHarmOf(week(110, 12), harm), false).levels.bounce7Day).toBe('critical');
  });
});

describe('isUndecided', () => {
  it.each([
    [99, 9, 0, false],
    [99, 10, 0, true],
    [99, 0, 5, true],
    [100, 100, 100, false],
  ])('of %d emails with %d bounces and %d complaints says %s', (total, bounces, complaints, undecided) => {
    expect(isUndecided(week(total, bounces, complaints), false)).toBe(undecided);
  });

  it('holds to the plain counts of a new project too', () => {
    const day = { twentyFourHour: windowOf(20, 0, 7), sevenDay: quiet, allTime: quiet };
    expect([isUndecided(day, true), isUndecided(day, false)]).toEqual([true, false]);
  });
});
