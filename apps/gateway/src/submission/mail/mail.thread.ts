import { parentPort } from 'node:worker_threads';
import { MailError, parseMail, type ParsedMail } from './parsed-mail';

/** The thread's answer to a mail; a problem is for its sender. */
export type MailAnswer = { mail: ParsedMail } | { problem: string } | { failure: string };

/** The thread that reads large mails: one at a time, each answered in its turn. */
parentPort!.on('message', (raw: ArrayBuffer) => void answer(raw));
parentPort!.postMessage('ready');

async function answer(raw: ArrayBuffer): Promise<void> {
  const said = await answerTo(raw);
  const files = 'mail' in said ? said.mail.files.map(({ content }) => content) : [];
  parentPort!.postMessage(said, files);
}

async function answerTo(raw: ArrayBuffer): Promise<MailAnswer> {
  try {
    return { mail: await parseMail(raw) };
  } catch (error) {
    return error instanceof MailError ? { problem: error.message } : { failure: String(error) };
  }
}
