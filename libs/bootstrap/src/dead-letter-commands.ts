import type { Type } from '@nestjs/common';
import { outboxConsumer, type GivenUp } from '@waybill/messaging/event/dead-letter';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import type { Command } from './service-definition';

type App = Parameters<Command>[1];

const listed = 100;
const redriven = 1_000;

/** The operator's commands on what a service gave up: the events of its consumers, and its own stores of such things. */
export function deadLetterCommands(own: readonly Type<GivenUp>[] = []): Record<string, Command> {
  const storesOf = (app: App): GivenUp[] => [eventsIn(app.get(EventConsumers)), ...own.map((store) => app.get(store))];
  return {
    /** `main.js dead-letters`: one JSON line each, newest first. */
    'dead-letters': async (_argument, app) => {
      const letters = await Promise.all(storesOf(app).map((store) => store.list(listed)));
      const newest = letters.flat().sort((a, b) => b.died_at.getTime() - a.died_at.getTime());
      for (const letter of newest.slice(0, listed)) console.log(JSON.stringify(letter));
    },

    /** `main.js redrive [message id]`: handles one again, or all that are listed. */
    redrive: async (messageId, app) => {
      for (const store of storesOf(app)) {
        const letters = await store.list(redriven);
        for (const letter of letters.filter((one) => messageId === undefined || one.message_id === messageId)) {
          const outcome = await store.redrive(letter.consumer, letter.message_id);
          console.log(`${letter.consumer} ${letter.message_id}: ${outcome}`);
        }
      }
    },
  };
}

const eventsIn = (consumers: EventConsumers): GivenUp => ({
  list: (limit) => consumers.deadLetters.list(limit),
  redrive: async (durable, id) => {
    if (durable === outboxConsumer) return (await consumers.deadLetters.publishAgain(id)) ? 'queued' : 'gone';
    return (await consumers.redrive(durable, id)) ? 'handled' : 'gone';
  },
});
