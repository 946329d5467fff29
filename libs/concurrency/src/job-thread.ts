import { Worker, type Transferable } from 'node:worker_threads';
import { threadHeapMegabytes } from './memory-budget';

/** Why a thread gave no answer: its job took longer than the deadline, more memory than its heap, or its program ended. */
export type ThreadFailure = 'late' | 'memory' | 'ended';

/** A job that the thread did not answer. The thread is gone; the next job begins another. */
export class ThreadError extends Error {
  constructor(
    readonly reason: ThreadFailure,
    message: string,
  ) {
    super(message);
    this.name = 'ThreadError';
  }
}

export interface JobThreadOptions {
  /** The program of the thread: a bundle of an `x.thread.ts`. It posts one message when it is ready, then one per job. */
  file: string;
  /** Milliseconds of one job; then the thread is ended. */
  deadlineMs: number;
}

/**
 * A thread for jobs that might take long. Other work of the process does not wait for it, and a job that takes too long is ended with
 * it. It begins with its first job.
 */
export class JobThread<Job, Answer> {
  private starting?: Promise<Worker>;

  constructor(private readonly options: JobThreadOptions) {}

  /**
   * Does one job; the caller sees to it that no other is under way. What is in `transfer` belongs to the thread afterwards.
   * @throws ThreadError when the thread does not answer.
   */
  async run(job: Job, transfer: Transferable[] = []): Promise<Answer> {
    const worker = await (this.starting ??= this.start());
    return this.ask(worker, job, transfer);
  }

  /** Ends the thread with what it does. A later job begins another. */
  async close(): Promise<void> {
    const worker = await this.starting?.catch(() => undefined);
    await worker?.terminate();
  }

  private start(): Promise<Worker> {
    const resourceLimits = { maxOldGenerationSizeMb: threadHeapMegabytes, maxYoungGenerationSizeMb: 8 };
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.options.file, { resourceLimits });
      worker.unref();
      let failure: Error | undefined;
      worker.once('message', () => resolve(worker));
      worker.on('error', (error: Error) => (failure = error));
      worker.on('exit', () => {
        reject(failure ?? new ThreadError('ended', 'the thread ended before it was ready'));
        this.starting = undefined;
      });
    });
  }

  private ask(worker: Worker, job: Job, transfer: Transferable[]): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    let failure: ThreadError | undefined;
    const failed = (error: Error & { code?: string }): void => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'ended';
      failure = new ThreadError(reason, error.message);
    };
    const late = (): void => {
      failure = new ThreadError('late', `the job took longer than ${this.options.deadlineMs} ms`);
      void worker.terminate();
    };
    const ended = (code: number): void => reject(failure ?? new ThreadError('ended', `the thread ended (${code})`));
    const deadline = setTimeout(late, this.options.deadlineMs);
    worker.once('message', resolve);
    worker.once('error', failed);
    worker.once('exit', ended);
    worker.postMessage(job, transfer);
    return promise.finally(() => {
      clearTimeout(deadline);
      worker.off('message', resolve);
      worker.off('error', failed);
      worker.off('exit', ended);
    });
  }
}
