import { headers } from 'nats';
import { AskDeadlines, setDeadline } from './ask-deadline';

/** An ask of 1,000 ms, of which 850 are for the answer, as it arrives after `transitMs`; the sender's clock is off by `skewMs`. */
function setUp() {
  let now = 0;
  const deadlines = new AskDeadlines(() => now);
  // Or a pause of this process between two of its readings would count.
  jest.spyOn(performance, 'now').mockReturnValue(5_000);
  const arrives = (transitMs: number, skewMs = 0, sender = 'a'): number => {
    now += 100;
    const marked = headers();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(10_000_000 + now + skewMs);
    setDeadline(marked, 1_000);
    clock.mockRestore();
    now += transitMs;
    const left = deadlines.of(marked, sender) - performance.now();
    now -= transitMs;
    return left;
  };
  return { arrives, pass: (ms: number) => void (now += ms), start: (ms: number) => void (now = ms) };
}

afterEach(() => void jest.restoreAllMocks());

it('an ask that waited on its way has so much less time for its answer', () => {
  const { arrives } = setUp();
  expect(arrives(0)).toBe(850);
  expect(arrives(600)).toBe(250);
  expect(arrives(1_500)).toBe(-650);
});

it.each([3_600_000, -3_600_000])('a sender whose clock is off by %i ms is served as any other', (skewMs) => {
  const { arrives } = setUp();
  expect(arrives(0, skewMs, 'b')).toBe(850);
  expect(arrives(0)).toBe(850);
  expect(arrives(600, skewMs, 'b')).toBe(250);
});

it('a sender whose clock is set back by an hour is served on', () => {
  const { arrives } = setUp();
  expect(arrives(0)).toBe(850);
  expect(arrives(0, -3_600_000)).toBe(850);
  expect(arrives(600, -3_600_000)).toBe(250);
});

it('what was the fastest ask counts for a minute', () => {
  const { arrives, pass } = setUp();
  arrives(0);
  pass(61_000);
  arrives(300);
  pass(31_000);
  expect(arrives(300)).toBe(850);
});

it('an ask without a deadline may be answered at any time', () => {
  expect(new AskDeadlines().of(undefined, 'a')).toBe(Infinity);
});
