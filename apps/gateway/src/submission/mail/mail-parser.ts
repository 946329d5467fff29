import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { JobThread, ThreadError } from '@waybill/concurrency/job-thread';
import { KeyedSemaphore, Semaphore } from '@waybill/concurrency/semaphore';
import type { MailAnswer } from './mail.thread';
import { MailError, parseMail, type ParsedMail } from './parsed-mail';

/** Bytes of a mail that is read at once: the worst known takes 60 ms, most take one. */
const quickBytes = 16 * 1024;
/** A mail of 40 MB takes one to two seconds; one of nothing but boundaries takes longer than any mail is worth. */
const deadlineMs = 10_000;
const tooMany = 'Too many large messages are being read';

/**
 * Reads mails. A small one is read at once; a larger one in a thread, of each project one at a time, so that requests do not wait for
 * it, and one that is made to take much time or memory ends alone.
 */
@Injectable()
export class MailParser implements OnApplicationShutdown {
  private readonly thread = new JobThread<ArrayBuffer, MailAnswer>({
    file: join(__dirname, 'mail.thread.js'),
    deadlineMs,
  });
  private readonly all = new Semaphore({ capacity: 1, maxWaiting: 200, maxWaitMs: 20_000, tooMany });
  private readonly projects = new KeyedSemaphore({ capacity: 1, maxWaiting: 50, maxWaitMs: 20_000, tooMany });

  /** The parts of a mail, whose bytes are given away. @throws MailError when it cannot be read; 503 when too many wait. */
  async parse(projectId: string, raw: ArrayBuffer): Promise<ParsedMail> {
    if (raw.byteLength <= quickBytes) return parseMail(raw);
    const said = await this.projects.run(projectId, () =>
      this.all.run(() => this.thread.run(raw, [raw]).catch(asProblem)),
    );
    if ('problem' in said) throw new MailError(said.problem);
    if ('failure' in said) throw new Error(said.failure);
    return said.mail;
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }
}

function asProblem(error: unknown): MailAnswer {
  if (!(error instanceof ThreadError) || error.reason === 'ended') throw error;
  return { problem: `The message cannot be read: it takes too much ${error.reason === 'late' ? 'time' : 'memory'}` };
}
