import { EventConsumers } from '@waybill/messaging/event-consumers';
import type { Command } from './service-definition';

/** The operator's commands on facts that a service's consumers gave up on. */
export const deadLetterCommands: Record<string, Command> = {
  /** `main.js dead-letters`: one JSON line each, newest first. */
  'dead-letters': async (_argument, app) => {
    for (const letter of await app.get(EventConsumers).deadLetters.list()) console.log(JSON.stringify(letter));
  },

  /** `main.js redrive [message id]`: handles one again, or all that are listed. */
  redrive: async (messageId, app) => {
    const consumers = app.get(EventConsumers);
    const letters = await consumers.deadLetters.list(1_000);
    for (const letter of letters.filter((one) => messageId === undefined || one.message_id === messageId)) {
      const done = await consumers.redrive(letter.consumer, letter.message_id);
      console.log(`${letter.consumer} ${letter.message_id}: ${done ? 'handled' : 'gone'}`);
    }
  },
};
