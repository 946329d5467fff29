import type { AskClient } from '@waybill/messaging/ask/ask-client';
import type { Broadcast } from '@waybill/messaging/broadcast';

/** Answers every ask of another service with `answer`. */
export function fakeAsks(answer: (request: never) => Promise<unknown>): Pick<AskClient, 'ask' | 'askOne'> {
  return {
    ask: (_name, request) => answer(request as never) as never,
    askOne: (_name, item) => answer(item as never) as never,
  };
}

/** Carries no broadcast. */
export const noBroadcasts: Pick<Broadcast, 'subscribe'> = { subscribe: () => () => {} };
