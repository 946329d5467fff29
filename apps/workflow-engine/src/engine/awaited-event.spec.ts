import { newId } from '@waybill/database/ids';
import type { WaitedEvent } from '../run/run';
import { maxEarly, takeEvents, type AwaitingRun } from './awaited-event';

const source = newId();
const event = (name: string, id = newId()): WaitedEvent => ({ id, name, data: {}, at: '2026-01-01T00:00:00.000Z' });

/** An execution that waits for `a`, in a workflow that waits for `a` and `b`. */
const waiting = (change: Partial<AwaitingRun> = {}): AwaitingRun => ({
  ...{ projectId: newId(), id: newId(), contactId: newId(), status: 'WAITING', phase: 'waiting', isClaimed: false },
  ...{ waitEvent: 'a', waited: null, early: null, sourceEventId: source, awaits: ['a', 'b'] },
  ...change,
});
const running = (change: Partial<AwaitingRun> = {}): AwaitingRun =>
  waiting({ status: 'RUNNING', phase: 'ready', waitEvent: null, ...change });

it('ends the wait with the first event of its name, and keeps the next one for the wait behind it', () => {
  const [first, second, other] = [event('a'), event('a'), event('b')];
  const reached = takeEvents(waiting(), [event('c'), first, second, other]);
  expect(reached).toMatchObject({ waitEvent: null, waited: first, early: [second, other] });
});

it('takes nothing that comes before the event that it waits for', () => {
  const first = event('a');
  expect(takeEvents(waiting(), [event('b')])).toBeNull();
  expect(takeEvents(waiting(), [event('b'), first])).toMatchObject({ waited: first, early: null });
});

it('keeps what comes while it runs towards a wait', () => {
  const [first, second] = [event('a'), event('b')];
  expect(takeEvents(running(), [first])).toMatchObject({ waited: null, early: [first] });
  expect(takeEvents(running({ early: [first] }), [second])).toMatchObject({ early: [first, second] });
  expect(takeEvents(waiting({ waitEvent: null, isClaimed: true }), [first])).toMatchObject({ early: [first] });
});

it('keeps nothing that no step waits for, the event that started it, or what came before that', () => {
  const before = `00000000-0001${source.slice(13)}`;
  expect(takeEvents(running(), [event('c')])).toBeNull();
  expect(takeEvents(running(), [event('a', source)])).toBeNull();
  expect(takeEvents(running(), [event('a', before)])).toBeNull();
});

it('leaves the timeout to a run whose timer was taken, and keeps the event for a later wait', () => {
  const late = event('a');
  expect(takeEvents(waiting({ isClaimed: true }), [late])).toMatchObject({
    waitEvent: 'a',
    waited: null,
    early: [late],
  });
});

it('keeps nothing in a pause that is not over', () => {
  expect(takeEvents(waiting({ waitEvent: null }), [event('a')])).toBeNull();
});

it(`keeps at most ${maxEarly} events`, () => {
  const reached = takeEvents(
    running(),
    Array.from({ length: maxEarly + 5 }, () => event('a')),
  );
  expect(reached!.early).toHaveLength(maxEarly);
});
