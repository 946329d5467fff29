import { Turns } from '@waybill/database/turns';
import { failed, tryLater } from '../email/settlement';
import { LargeContent, type MessageStore } from '../message/message.store';
import type { Parcel } from './parcel';
import type { Step } from './step';

/** Bytes of large content that are under way at once: a message is made of it, which takes up to six times as much. */
const largeAtOnce = 12 * 1024 * 1024;
/** More that wait would hold the slots of emails that are small; they are tried later. */
const mostWaiting = 4;
/** Milliseconds; about as long as a large message takes. Nothing failed, so that the pauses do not grow as after a failure. */
const roomAgain = 2_000;

/**
 * Bodies are kept for a limited time; an email that outlived its own cannot leave. One that cannot be read now waits, and so
 * does one with large content until there is room for it.
 */
export function contentStep(messages: MessageStore): Step {
  const turns = new Turns(largeAtOnce, mostWaiting, 'Too many large messages leave at once');
  const fetch = async (parcel: Parcel, content: LargeContent) => {
    const leave = await turns.enter(content.bytes).catch((error: Error) => error);
    if (leave instanceof Error) return tryLater(parcel.email, leave.message, roomAgain);
    parcel.leave = leave;
    return take(parcel, await messages.read(content).catch((error: Error) => error));
  };
  return {
    name: 'content',
    run(parcel) {
      const { content } = parcel.outbound;
      return content instanceof LargeContent ? fetch(parcel, content) : take(parcel, content);
    },
  };
}

function take(parcel: Parcel, content: Parcel['content'] | Error | undefined) {
  if (content instanceof Error) return tryLater(parcel.email, `the content cannot be read: ${content.message}`);
  if (!content) return failed(parcel.email, 'content_gone', 'the content is not kept any more');
  parcel.content = content;
}
