import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, register } from 'prom-client';
import { gaugeOnScrape } from '@waybill/metrics/gauge-on-scrape';

/** Checks that must pass before this instance takes work. A check fails when it throws or answers false. */
export type ReadinessChecks = Record<string, () => Promise<boolean> | boolean>;

const checkDeadline = 1_500;

/**
 * The operations port of a service: `/health/live` (the process answers), `/health/ready` (every check passes; 503 names
 * the ones that do not) and `/metrics` in Prometheus' text form.
 */
export class OpsServer {
  private readonly server: Server;
  private checks: ReadinessChecks = { started: () => false };
  private draining = false;

  constructor(service: string) {
    register.setDefaultLabels({ service });
    collectDefaultMetrics();
    gaugeOnScrape({
      name: 'waybill_ready',
      help: '1 while this instance takes work, else 0.',
      read: async () => [{ value: (await this.readiness()).ready ? 1 : 0 }],
    });
    this.server = createServer((request, response) => {
      void this.answer(request.url ?? '/', response).catch(() => response.destroy());
    });
    this.server.requestTimeout = 5_000;
  }

  /** Listens and answers the port. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(port, host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  readyWhen(checks: ReadinessChecks): void {
    this.checks = checks;
  }

  /** From now on not ready: load balancers send no more. */
  drain(): void {
    this.draining = true;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(url: string, response: ServerResponse): Promise<void> {
    const path = url.split('?')[0];
    if (path === '/health/live') return json(response, 200, { status: 'ok' });
    if (path === '/health/ready') return this.answerReady(response);
    if (path !== '/metrics') return json(response, 404, { status: 'not found' });
    const text = await register.metrics();
    response.writeHead(200, { 'content-type': register.contentType }).end(text);
  }

  private async readiness(): Promise<{ ready: boolean; checks: Record<string, 'ok' | 'failing'> }> {
    const results = await Promise.all(
      Object.entries(this.checks).map(async ([name, check]) => [name, await passes(check)] as const),
    );
    const ready = !this.draining && results.every(([, passed]) => passed);
    const checks = Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failing'] as const));
    return { ready, checks };
  }

  private async answerReady(response: ServerResponse): Promise<void> {
    const { ready, checks } = await this.readiness();
    json(response, ready ? 200 : 503, { status: this.draining ? 'draining' : ready ? 'ok' : 'not ready', checks });
  }
}

async function passes(check: () => Promise<boolean> | boolean): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), checkDeadline)));
  try {
    return await Promise.race([Promise.resolve(check()), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
