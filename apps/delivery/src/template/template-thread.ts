import { Worker } from 'node:worker_threads';
import type { TemplateJob, TemplateJobs } from '@waybill/templating/job';
import type { TemplateProblem } from '@waybill/templating/problem';
import { TemplateError } from '@waybill/templating/template';

/** The thread's answer to a job; a failure is one of this program. */
export type ThreadAnswer = { answer: unknown } | { problems: TemplateProblem[] } | { failure: string };

export interface ThreadOptions {
  /** The program of the thread: a bundle of `template.thread.ts`. */
  file: string;
  /** Milliseconds of one job; then the thread is ended. */
  deadline?: number;
}

/** Longer than the limit of a rendering, which is looked at between tags only, and than the longest template takes to parse. */
const defaultDeadline = 5_000;

/** The heap of the thread in megabytes. A text part of 2 MB of HTML takes most of it. */
const heap = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/**
 * A thread for templates that might take long. Others do not wait for it, and what takes too long in it is ended with it: a
 * chain of filters or a regular expression cannot be ended otherwise. It begins with its first job.
 */
export class TemplateThread {
  private starting?: Promise<Worker>;

  constructor(private readonly options: ThreadOptions) {}

  /**
   * Does one job; the caller sees to it that no other is under way.
   * @throws TemplateError when a template cannot be used, takes longer than the deadline or more memory than there is.
   */
  async run<K extends TemplateJob['kind']>(job: Extract<TemplateJob, { kind: K }>): Promise<TemplateJobs[K]['answer']> {
    const worker = await (this.starting ??= this.start());
    const said = await this.ask(worker, job);
    if ('problems' in said) throw new TemplateError(said.problems);
    if ('failure' in said) throw new Error(said.failure);
    return said.answer as TemplateJobs[K]['answer'];
  }

  /** Ends the thread with what it does. A later job begins another. */
  async close(): Promise<void> {
    const worker = await this.starting?.catch(() => undefined);
    await worker?.terminate();
  }

  private start(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.options.file, { resourceLimits: heap });
      worker.unref();
      let failure: Error | undefined;
      worker.once('message', () => resolve(worker));
      worker.on('error', (error: Error) => (failure = error));
      worker.on('exit', () => {
        reject(failure ?? new Error('the thread for templates ended'));
        this.starting = undefined;
      });
    });
  }

  private ask(worker: Worker, job: TemplateJob): Promise<ThreadAnswer> {
    const { promise, resolve } = Promise.withResolvers<ThreadAnswer>();
    let problem: string | undefined;
    const failed = (error: Error & { code?: string }): void => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') problem = 'the template takes too much memory';
    };
    const late = (): void => {
      problem = 'the template takes too long';
      void worker.terminate();
    };
    const ended = (code: number): void =>
      resolve(
        problem === undefined
          ? { failure: `the thread for templates ended (${code})` }
          : { problems: [{ message: problem, line: 1, column: 1 }] },
      );
    const deadline = setTimeout(late, this.options.deadline ?? defaultDeadline);
    worker.once('message', resolve);
    worker.once('error', failed);
    worker.once('exit', ended);
    worker.postMessage(job);
    return promise.finally(() => {
      clearTimeout(deadline);
      worker.off('message', resolve);
      worker.off('error', failed);
      worker.off('exit', ended);
    });
  }
}
