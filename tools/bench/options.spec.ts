import { CASES, readOptions } from './options';

describe('the options of a benchmark run', () => {
  it('runs all cases when none is named', () => expect(readOptions([]).cases).toEqual(CASES));

  it('runs the named cases in the order of the list', () =>
    expect(readOptions(['send', 'ceiling']).cases).toEqual(['ceiling', 'send']));

  it('writes JSON to the given file', () => {
    expect(readOptions([]).json).toBeUndefined();
    expect(readOptions(['--json']).json).toBe('bench.json');
    expect(readOptions(['--json=/tmp/x.json']).json).toBe('/tmp/x.json');
  });

  it('compares with the built tree of another folder', () =>
    expect(readOptions(['send', '--against=/tmp/parent'])).toMatchObject({ cases: ['send'], against: '/tmp/parent' }));

  it('loads as many contacts as it is told, a thousand at least', () => {
    expect(readOptions(['segments', '--contacts=20000']).contacts).toBe(20_000);
    expect(readOptions(['dashboard', '--contacts=1000000'])).toMatchObject({
      cases: ['dashboard'],
      contacts: 1_000_000,
    });
    expect(readOptions(['segments']).contacts).toBeUndefined();
    for (const text of ['', '999', '2e3.5', 'many'])
      expect(() => readOptions([`--contacts=${text}`])).toThrow(/whole number/);
  });

  it.each(['recipients', 'waiting'] as const)('takes the number of --%s, a thousand at least', (name) => {
    expect(readOptions([`--${name}=200000`])[name]).toBe(200_000);
    expect(readOptions([])[name]).toBeUndefined();
    expect(() => readOptions([`--${name}=999`])).toThrow(`--${name}=999 is not a whole number`);
  });

  it('names the cases when one is not known', () => expect(() => readOptions(['fast'])).toThrow(/No case fast.*idle/));
});
