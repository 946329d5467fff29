import { JobThread, ThreadError } from '@waybill/concurrency/job-thread';
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

/** A thread for templates that might take long: a chain of filters or a regular expression cannot be ended otherwise. */
export class TemplateThread {
  private readonly thread: JobThread<TemplateJob, ThreadAnswer>;

  constructor({ file, deadline = defaultDeadline }: ThreadOptions) {
    this.thread = new JobThread({ file, deadlineMs: deadline });
  }

  /**
   * Does one job; the caller sees to it that no other is under way.
   * @throws TemplateError when a template cannot be used, takes longer than the deadline or more memory than there is.
   */
  async run<K extends TemplateJob['kind']>(job: Extract<TemplateJob, { kind: K }>): Promise<TemplateJobs[K]['answer']> {
    const said = await this.thread.run(job).catch(asProblem);
    if ('problems' in said) throw new TemplateError(said.problems);
    if ('failure' in said) throw new Error(said.failure);
    return said.answer as TemplateJobs[K]['answer'];
  }

  /** Ends the thread with what it does. A later job begins another. */
  close(): Promise<void> {
    return this.thread.close();
  }
}

function asProblem(error: unknown): ThreadAnswer {
  if (!(error instanceof ThreadError) || error.reason === 'ended') throw error;
  const message = error.reason === 'late' ? 'the template takes too long' : 'the template takes too much memory';
  return { problems: [{ message, line: 1, column: 1 }] };
}
