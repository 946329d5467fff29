import { Rush } from './rush';

let now: number;
let rush: Rush;

beforeEach(() => {
  now = 0;
  rush = new Rush(() => now);
});

describe('Rush', () => {
  it('is on while more than a few emails wait for their answer', () => {
    expect(rush.isOn).toBe(false);
    rush.begin(4);
    expect(rush.isOn).toBe(false);
    rush.begin(1);
    expect([rush.unanswered, rush.isOn]).toEqual([5, true]);
    rush.end(1);
    expect([rush.unanswered, rush.isOn]).toEqual([4, false]);
  });

  it('outlasts the moment between the answers to a crowd and its next requests', () => {
    for (let n = 0; n < 32; n++) rush.begin(1);
    for (let n = 0; n < 32; n++) rush.end(1);
    now += 49;
    expect([rush.unanswered, rush.isOn]).toEqual([0, true]);
    rush.begin(20);
    rush.end(20);
    now += 49;
    expect(rush.isOn).toBe(true);
    now += 1;
    expect(rush.isOn).toBe(false);
  });
});
