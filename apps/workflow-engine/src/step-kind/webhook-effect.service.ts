import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { linkUrl } from '@waybill/contracts/tracking/signed-link';
import { KeyedSemaphore, Semaphore } from '@waybill/concurrency/semaphore';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { WORKFLOW_CONFIG, type WorkflowEngineConfig } from '../config';
import type { Step } from '../graph/graph';
import { ProjectReader } from '../reader/readers';
import type { Run } from '../run/run';
import { linkNames, type ContactLinks } from '../webhook/interpolate';
import {
  maxRedirects,
  redirected,
  timedOut,
  tooManyRedirects,
  WebhookClient,
  WebhookError,
  type WebhookAnswer,
} from '../webhook/webhook-client';
import { buildRequest, namesLinks, signatureHeaders, type WebhookRequest } from '../webhook/webhook-request';
import { WebhookSecrets } from '../webhook/webhook-secrets';
import { Busy, type StepEffect, type StepOutcome } from './step-kind';

/** The catcher's name: what goes there never leaves the machine. */
const catcherHost = 'hooks.simulator.test';
const webhookDeadlineMs = 10_000;
const maxWaitMs = 2_000;

/**
 * Calls the URL of a WEBHOOK step. Calls are limited in all, per project and per host; one that finds no place within two
 * seconds gives its turn to others and is tried again.
 */
@Injectable()
export class WebhookEffect implements StepEffect {
  private readonly client: WebhookClient;
  private readonly all: Semaphore;
  private readonly projects: KeyedSemaphore;
  private readonly hosts: KeyedSemaphore;

  constructor(
    private readonly asks: AskClient,
    private readonly projectReader: ProjectReader,
    private readonly secrets: WebhookSecrets,
    @Inject(WORKFLOW_CONFIG) private readonly config: WorkflowEngineConfig,
  ) {
    const { WEBHOOK_CONCURRENCY: all, WEBHOOK_HOST_CONCURRENCY: perHost } = config;
    const perProject = Math.max(1, Math.ceil(all / 2));
    this.client = new WebhookClient({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, deadlineMs: webhookDeadlineMs });
    this.all = new Semaphore({ capacity: all, maxWaitMs });
    this.projects = new KeyedSemaphore({ capacity: perProject, maxWaiting: perProject, maxWaitMs });
    // A claim brings up to 200 executions at once, and the next one comes a quarter of a second later.
    this.hosts = new KeyedSemaphore({ capacity: perHost, maxWaiting: 4 * perHost, maxWaitMs });
  }

  async reserve(step: Step, run: Run): Promise<() => void> {
    const { url } = buildRequest(step, run);
    const host = URL.canParse(url) ? new URL(url).host : '';
    const taken: (() => void)[] = [];
    try {
      taken.push(await this.hosts.acquire(host));
      taken.push(await this.projects.acquire(run.projectId));
      taken.push(await this.all.acquire());
    } catch {
      taken.forEach((leave) => leave());
      throw new Busy('too many webhooks are under way');
    }
    return () => taken.forEach((leave) => leave());
  }

  async perform(kept: Step, run: Run): Promise<StepOutcome> {
    const step = this.opened(kept, run);
    if (!step) {
      const error = 'its secrets cannot be read: no key of SECRETS_KEY opens them';
      return { kind: 'failed', reason: 'webhook_secret_unreadable', error, output: { success: false } };
    }
    const links = namesLinks(step) ? await this.links(run) : {};
    const request = this.signed(step, run, buildRequest(step, run, links));
    const { method, url } = request;
    try {
      const { statusCode, response } = await this.call(request, run);
      const success = statusCode >= 200 && statusCode < 300;
      const output = { url, method, statusCode, success, response: shown(response) };
      if (success) return { kind: 'done', output };
      return { kind: 'failed', reason: 'webhook_failed', error: `the answer had status ${statusCode}`, output };
    } catch (error) {
      const known = error instanceof WebhookError ? error : new WebhookError('webhook_failed', 'the call failed');
      const output = { url, method, success: false };
      return {
        kind: 'failed',
        reason: `webhook_${known.reason.replace(/^webhook_/, '')}`,
        error: known.message,
        output,
      };
    }
  }

  /** The request that the step would send; nothing is sent. */
  async preview(kept: Step, run: Run): Promise<WebhookRequest> {
    const step = this.opened(kept, run) ?? kept;
    return this.signed(step, run, buildRequest(step, run, namesLinks(step) ? await this.links(run) : {}));
  }

  /** The step with its secrets; null where they cannot be read. */
  private opened(step: Step, { projectId }: Run): Step | null {
    try {
      return { ...step, config: this.secrets.open(projectId, step.config) };
    } catch {
      return null;
    }
  }

  private call(request: WebhookRequest, run: Run): Promise<WebhookAnswer> {
    const isCatcher = URL.canParse(request.url) && new URL(request.url).hostname === catcherHost;
    return isCatcher && this.config.WEBHOOK_CATCHER ? this.caught(request, run) : this.client.call(request);
  }

  /** Leaves the request with the simulator, which says how it is answered; the answer is played here. */
  private async caught(asked: WebhookRequest, { projectId, execution }: Run): Promise<WebhookAnswer> {
    const end = performance.now() + webhookDeadlineMs;
    let request = asked;
    for (let redirects = 0; ; redirects++) {
      const { pathname, search } = new URL(request.url);
      const { method, headers, body } = request;
      const path = pathname + search;
      const caught = { projectId, executionId: execution.id, hop: redirects, method, path, headers, body };
      const answer = await this.asks.ask('delivery.webhook-catch', caught).catch(notCaught);
      await playDelay(answer.delaySeconds * 1_000, end);
      if (answer.location === null) return { statusCode: answer.statusCode, response: answer.body, redirects };
      if (redirects === maxRedirects) throw tooManyRedirects();
      request = redirected(request, answer.statusCode, answer.location);
    }
  }

  private signed({ config }: Step, run: Run, request: WebhookRequest): WebhookRequest {
    if (typeof config.signingSecret !== 'string') return request;
    const { stepExecutionId, now } = run;
    const headers = signatureHeaders(config.signingSecret, `msg_${stepExecutionId}`, now, request.body ?? '');
    return { ...request, headers: { ...request.headers, ...headers } };
  }

  private async links({ projectId, contact, execution }: Run): Promise<ContactLinks> {
    const { publicUrl, linkKey } = await this.projectReader.get(projectId);
    const key = { id: linkKey.id, secret: Buffer.from(linkKey.secret, 'base64') };
    const link = (name: (typeof linkNames)[number]): string => {
      const purpose = name.replace('Url', '') as 'unsubscribe' | 'subscribe' | 'manage';
      return linkUrl(publicUrl, key, { purpose, projectId, contactId: contact.id, emailId: execution.id });
    };
    return { unsubscribeUrl: link('unsubscribeUrl'), subscribeUrl: link('subscribeUrl'), manageUrl: link('manageUrl') };
  }
}

async function playDelay(delayMs: number, end: number): Promise<void> {
  const left = end - performance.now();
  if (delayMs > 0) await setTimeout(Math.min(delayMs, Math.max(0, left)));
  if (delayMs >= left) throw timedOut(webhookDeadlineMs);
}

function notCaught(error: unknown): never {
  const isClosed = error instanceof AppError && error.code === 'NOT_FOUND';
  const message = isClosed ? 'there is a catcher only where the simulator takes the emails' : 'the catcher is down';
  throw new WebhookError('unreachable', message);
}

/** JSON as what it holds, other text as it is. */
function shown(response: string): unknown {
  try {
    return JSON.parse(response) as unknown;
  } catch {
    return response;
  }
}
