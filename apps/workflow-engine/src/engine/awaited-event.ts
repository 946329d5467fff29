import { idTime } from '@waybill/database/ids';
import type { WaitedEvent } from '../run/run';
import type { Phase } from './advance';

/** An execution under way whose definition waits for one of the events at hand, as it is now. */
export interface AwaitingRun {
  projectId: string;
  id: string;
  contactId: string;
  status: 'RUNNING' | 'WAITING';
  phase: Phase;
  /** A process works on it. */
  isClaimed: boolean;
  waitEvent: string | null;
  waited: WaitedEvent | null;
  early: WaitedEvent[] | null;
  sourceEventId: string | null;
  /** The events that its steps wait for. */
  awaits: string[];
}

/** The columns of a run that events have changed. */
export type ReachedRun = Pick<AwaitingRun, 'projectId' | 'id' | 'waitEvent' | 'waited' | 'early'>;

/** Events that a run may keep for the waits ahead of it. */
export const maxEarly = 20;

/**
 * Takes events of the run's contact, in their order. The first one that it waits for ends its wait. One that comes while it runs on
 * is kept for the next wait: its steps take no time, so that the wait counts from the end of the one before. A run whose timer was
 * taken goes on with the timeout. Answers null where nothing changed.
 */
export function takeEvents(run: AwaitingRun, events: WaitedEvent[]): ReachedRun | null {
  let { waitEvent, waited, early } = run;
  for (const event of events) {
    const waits = run.phase === 'waiting' && !run.isClaimed && waited === null;
    if (waits) {
      if (event.name !== waitEvent) continue;
      waited = event;
      waitEvent = null;
    } else if (run.awaits.includes(event.name) && follows(event, run) && (early?.length ?? 0) < maxEarly) {
      early = [...(early ?? []), event];
    }
  }
  const { projectId, id } = run;
  return waited === run.waited && early === run.early ? null : { projectId, id, waitEvent, waited, early };
}

/** Did it happen after the event that started the run? */
function follows(event: WaitedEvent, { sourceEventId }: AwaitingRun): boolean {
  if (sourceEventId === null) return true;
  return event.id !== sourceEventId && idTime(event.id) >= idTime(sourceEventId);
}
