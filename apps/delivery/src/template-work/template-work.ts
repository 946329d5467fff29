import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import { unavailable } from '@waybill/contracts/errors';
import { ProjectTurns, Turns } from '@waybill/database/turns';
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
import { Pace } from './pace';
import { TemplateThread, type ThreadOptions } from './template-thread';

/** Characters of HTML whose text part is made at once: readers cut off more. 0.1 s for most, 0.2 s for the worst known. */
const quickHtml = 100_000;

/** More emails of a project that wait for the thread would hold the slots of those that are quick; they are tried later. */
const emailsWaiting = 4;
/** Milliseconds; an email that waited for so long can still be handed over. */
const emailsWait = 15_000;
/** Requests of a project whose callers wait: for less time than the gateway does. */
const callersWaiting = 20;
const callersWait = 8_000;
const mostWaiting = 500;
const tooMany = 'Too many large or slow templates are under way';

/** A template that misses the bounds so many times in a row, which a pause of the process cannot explain, is slow for a minute. */
const mostMisses = 3;
const slowFor = 60_000;

/** `until`: by `performance.now()`; before, it is not tried quickly. */
interface Slow {
  misses: number;
  until: number;
}

const missed = (slow: Slow | undefined, now: number): Slow => {
  const misses = (slow?.misses ?? 0) + 1;
  return { misses, until: misses >= mostMisses ? now + slowFor : now };
};

/**
 * All that is done with templates. What is quick is done at once and answered without a promise; what is large, or turned out
 * to need more than `quickLimits`, goes to a thread, of each project one at a time. So a template that takes long
 * holds up the emails that have one like it and no others.
 */
export class TemplateWork implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly thread: TemplateThread;
  private readonly turns = new Turns(1, mostWaiting, tooMany, emailsWait);
  private readonly emails = new ProjectTurns(1, emailsWaiting, tooMany, emailsWait);
  private readonly callers = new ProjectTurns(1, callersWaiting, tooMany, callersWait);
  private stopping = false;
  private readonly pace = new Pace();
  /** Bodies that were not quick with somebody's values. */
  private readonly slow = new WeakMap<CompiledTemplate, Slow>();

  constructor(options: ThreadOptions) {
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

  /** Subject and HTML with somebody's values. @throws TemplateError; 503 when too many wait. */
  render(
    projectId: string,
    { subject, html }: MessageTemplates,
    variables: Record<string, unknown>,
  ): MessageTemplates | Promise<MessageTemplates> {
    if (this.pace.isDue) return this.pace.after(() => this.renderNow(projectId, { subject, html }, variables));
    return this.renderNow(projectId, { subject, html }, variables);
  }

  /** The text part of HTML. @throws TemplateError when it takes too long; 503 when too many wait. */
  text(projectId: string, html: string): string | Promise<string> {
    if (html.length > quickHtml) return this.inThread(this.emails, projectId, { kind: 'text', html });
    if (this.pace.isDue) return this.pace.after(() => this.textNow(html));
    return this.textNow(html);
  }

  /** What waits for the thread is given up, so that the process can end in time. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  /** Ends the thread. */
  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  private renderNow(
    projectId: string,
    { subject, html }: MessageTemplates,
    variables: Record<string, unknown>,
  ): MessageTemplates | Promise<MessageTemplates> {
    const rendered = isQuick(html) && isQuick(subject) ? this.renderQuick(subject, html, variables) : null;
    return rendered ?? this.inThread(this.emails, projectId, { kind: 'render', subject, html, variables });
  }

  /** Null when it cannot be done quickly, or not at all: the thread says why. */
  private renderQuick(subject: string, html: string, variables: Record<string, unknown>): MessageTemplates | null {
    const began = performance.now();
    try {
      const body = compileTemplate(html, 'html');
      const slow = this.slow.get(body);
      if (slow && slow.until > began) return null;
      const rendered = this.fill(compileTemplate(subject, 'text'), body, variables);
      if (!rendered) this.slow.set(body, missed(slow, began));
      else if (slow) this.slow.delete(body);
      return rendered;
    } catch (error) {
      if (error instanceof TemplateError) return null;
      throw error;
    } finally {
      this.pace.note(performance.now() - began);
    }
  }

  private fill(
    subject: CompiledTemplate,
    html: CompiledTemplate,
    variables: Record<string, unknown>,
  ): MessageTemplates | null {
    try {
      return { subject: renderSubject(subject, variables, quickLimits), html: render(html, variables, quickLimits) };
    } catch (error) {
      if (error instanceof TemplateError) return null;
      throw error;
    }
  }

  private textNow(html: string): string {
    const began = performance.now();
    const text = htmlToText(html);
    this.pace.note(performance.now() - began);
    return text;
  }

  private inThread<K extends TemplateJob['kind']>(
    projects: ProjectTurns,
    projectId: string,
    job: Extract<TemplateJob, { kind: K }>,
  ): Promise<TemplateJobs[K]['answer']> {
    return projects.take(projectId, () =>
      this.turns.take(() => {
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
