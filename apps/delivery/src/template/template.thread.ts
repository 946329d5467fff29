import { parentPort } from 'node:worker_threads';
import { runJob, type TemplateJob } from '@waybill/templating/job';
import { TemplateError } from '@waybill/templating/template';
import type { ThreadAnswer } from './template-thread';

/** The thread that works on templates: one job at a time, each answered in its turn. */
parentPort!.on('message', (job: TemplateJob) => parentPort!.postMessage(answerTo(job)));
parentPort!.postMessage('ready');

function answerTo(job: TemplateJob): ThreadAnswer {
  try {
    return { answer: runJob(job) };
  } catch (error) {
    if (error instanceof TemplateError) return { problems: error.problems };
    return { failure: String(error) };
  }
}
