import { outcomeOf } from './simulator-outcome';

describe('outcomeOf', () => {
  it.each(['bounce', 'transient', 'complaint', 'delay', 'throttle', 'reject', 'open', 'click'])(
    'plays %s for that local part at simulator.test, with or without a tag, in any case',
    (name) => {
      expect(outcomeOf(`${name}@simulator.test`)).toBe(name);
      expect(outcomeOf(`${name}+run-7+b@simulator.test`)).toBe(name);
      expect(outcomeOf(`${name.toUpperCase()}@Simulator.TEST`)).toBe(name);
    },
  );

  it.each([
    'ann@simulator.test',
    'bounced@simulator.test',
    'bounce.x@simulator.test',
    '+bounce@simulator.test',
    'bounce@example.com',
    'bounce@mail.simulator.test',
    'delivered@simulator.test',
    'not an address',
  ])('delivers %s', (address) => {
    expect(outcomeOf(address)).toBe('delivered');
  });
});
