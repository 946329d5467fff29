import { FAULTS, readOptions } from './options.ts';

it('everything fails in turn unless it is said what', () => {
  expect(readOptions([])).toEqual({ faults: FAULTS, install: false, keep: false, perSecond: 20 });
  expect(readOptions(['rolling', 'nats', '--rate=5', '--keep', '--install'])).toEqual({
    ...{ faults: ['nats', 'rolling'], install: true, keep: true, perSecond: 5 },
  });
});

it.each([[['disk']], [['--rate=0']], [['--rate=x']], [['--rate=1000']]])('%j is refused', (args) => {
  expect(() => readOptions(args)).toThrow(/There are: calm|--rate must be/);
});
