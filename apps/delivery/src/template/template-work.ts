import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '@waybill/contracts/errors';
import { KeyedSemaphore, Semaphore } from '@waybill/concurrency/semaphore';
import { problemsOf, type MessageTemplates, type TemplateJob, type TemplateJobs } from '@waybill/templating/job';
import type { TemplateProblem } from '@waybill/templating/problem';
import {
  checkTemplate,
  compileTemplate,
  isQuick,
  quickLimits,
  render,
  renderSubject,
  TemplateError,
  type CompiledTemplate,
  type TemplateMode,
} from '@waybill/templating/template';
import { htmlToText } from '@waybill/templating/text-part';
import { TemplateThread, type ThreadOptions } from './template-thread';

/** Work on templates gives way after 20 ms. */
const maxSpentMs = 20;

/** Characters of HTML whose text part is made at once: readers cut off more. 0.1 s for most, 0.2 s for the worst known. */
const quickHtml = 100_000;

/** More emails of a project that wait for the thread would hold the slots of those that are quick; they are tried later. */
const maxWaitingEmails = 4;
/** Milliseconds; an email that waited for this long can still be handed over. */
const emailWaitMs = 15_000;
/** Requests of a project whose callers wait: for less time than the gateway does. */
const maxWaitingCallers = 20;
const callerWaitMs = 8_000;
const maxWaiting = 500;
const tooMany = 'Too many large or slow templates are under way';

/** A template that exceeds the bounds three times in a row, which a pause of the process cannot explain, is slow for a minute. */
const maxMisses = 3;
const slowFor = 60_000;

/** `until`: by `performance.now()`; before, it is not tried quickly. */
interface Slow {
  misses: number;
  until: number;
}

const missed = (slow: Slow | undefined, now: number): Slow => {
  const misses = (slow?.misses ?? 0) + 1;
  return { misses, until: misses >= maxMisses ? now + slowFor : now };
};

/** Token of the options of the thread, whose program is bundled beside the service. */
export const TEMPLATE_THREAD = Symbol('template thread');

/**
 * All that is done with templates. What is quick is done at once and answered without a promise; what is large, or turned out
 * to need more than `quickLimits`, goes to a thread, of each project one at a time. So a template that takes long
 * holds up the emails that have one like it and no others.
 */
@Injectable()
export class TemplateWork implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly thread: TemplateThread;
  private readonly all = new Semaphore({ capacity: 1, maxWaiting, maxWaitMs: emailWaitMs, tooMany });
  private readonly emails = new KeyedSemaphore({
    ...{ capacity: 1, maxWaiting: maxWaitingEmails, maxWaitMs: emailWaitMs, tooMany },
  });
  private readonly callers = new KeyedSemaphore({
    ...{ capacity: 1, maxWaiting: maxWaitingCallers, maxWaitMs: callerWaitMs, tooMany },
  });
  private stopping = false;
  /** Milliseconds of work since other work of the process had its turn. */
  private spentMs = 0;
  private readonly yielding = new Semaphore({ capacity: 1 });
  /** Bodies that were slow with the values of one contact. */
  private readonly slow = new WeakMap<CompiledTemplate, Slow>();

  constructor(@Inject(TEMPLATE_THREAD) options: ThreadOptions) {
    this.thread = new TemplateThread(options);
  }

  /** As `checkTemplate`. @throws 503 when too many wait. */
  check(projectId: string, source: string): TemplateProblem[] | Promise<TemplateProblem[]> {
    if (isQuick(source)) return checkTemplate(source);
    return this.inThread(this.callers, projectId, { kind: 'check', source }).catch(problemsIn);
  }

  /** Everything that keeps a source from being sent; empty when it is fine. @throws 503 when too many wait. */
  compile(projectId: string, source: string, mode: TemplateMode): TemplateProblem[] | Promise<TemplateProblem[]> {
    if (isQuick(source)) return problemsOf(source, mode);
    return this.inThread(this.callers, projectId, { kind: 'compile', source, mode }).catch(problemsIn);
  }

  /** Subject, HTML, text part and preview text with the values of one recipient. @throws TemplateError; 503 when too many wait. */
  render(
    projectId: string,
    templates: MessageTemplates,
    variables: Record<string, unknown>,
  ): MessageTemplates | Promise<MessageTemplates> {
    if (this.spentMs >= maxSpentMs) return this.afterOthers(() => this.renderNow(projectId, templates, variables));
    return this.renderNow(projectId, templates, variables);
  }

  /** The text part of HTML. @throws TemplateError when it takes too long; 503 when too many wait. */
  text(projectId: string, html: string): string | Promise<string> {
    if (html.length > quickHtml) return this.inThread(this.emails, projectId, { kind: 'text', html });
    if (this.spentMs >= maxSpentMs) return this.afterOthers(() => this.textNow(html));
    return this.textNow(html);
  }

  /** Gives up the jobs that wait for the thread, so that the process can end in time. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  /** Ends the thread. */
  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  private renderNow(
    projectId: string,
    templates: MessageTemplates,
    variables: Record<string, unknown>,
  ): MessageTemplates | Promise<MessageTemplates> {
    const { subject, html, text = '', previewText = '' } = templates;
    const quick = [html, subject, text, previewText].every(isQuick);
    const rendered = quick ? this.renderQuick(templates, variables) : null;
    return rendered ?? this.inThread(this.emails, projectId, { kind: 'render', ...templates, variables });
  }

  /** Null when it cannot be done quickly, or not at all: the thread says why. */
  private renderQuick(templates: MessageTemplates, variables: Record<string, unknown>): MessageTemplates | null {
    const began = performance.now();
    try {
      const body = compileTemplate(templates.html, 'html');
      const slow = this.slow.get(body);
      if (slow && slow.until > began) return null;
      const rendered = this.fill(templates, body, variables);
      if (!rendered) this.slow.set(body, missed(slow, began));
      else if (slow) this.slow.delete(body);
      return rendered;
    } catch (error) {
      if (error instanceof TemplateError) return null;
      throw error;
    } finally {
      this.spentMs += performance.now() - began;
    }
  }

  private fill(
    { subject, text, previewText }: MessageTemplates,
    html: CompiledTemplate,
    variables: Record<string, unknown>,
  ): MessageTemplates | null {
    try {
      return {
        subject: renderSubject(compileTemplate(subject, 'text'), variables, quickLimits),
        html: render(html, variables, quickLimits),
        text: text === undefined ? undefined : render(compileTemplate(text, 'text'), variables, quickLimits),
        previewText:
          previewText === undefined
            ? undefined
            : renderSubject(compileTemplate(previewText, 'text'), variables, quickLimits),
      };
    } catch (error) {
      if (error instanceof TemplateError) return null;
      throw error;
    }
  }

  /** Lets other work of the process run first; waiting callers continue one by one, each in a turn of the event loop. */
  private async afterOthers<T>(work: () => T | Promise<T>): Promise<T> {
    await this.yielding.run(() => setImmediate());
    this.spentMs = 0;
    return work();
  }

  private textNow(html: string): string {
    const began = performance.now();
    const text = htmlToText(html);
    this.spentMs += performance.now() - began;
    return text;
  }

  private inThread<K extends TemplateJob['kind']>(
    projects: KeyedSemaphore,
    projectId: string,
    job: Extract<TemplateJob, { kind: K }>,
  ): Promise<TemplateJobs[K]['answer']> {
    return projects.run(projectId, () =>
      this.all.run(() => {
        if (this.stopping) throw unavailable('The process stops');
        return this.thread.run<K>(job);
      }),
    );
  }
}

function problemsIn(error: unknown): TemplateProblem[] {
  if (error instanceof TemplateError) return error.problems;
  throw error;
}
