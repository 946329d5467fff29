import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@waybill/testing/eventually';
import { OtlpReceiver, type ReceivedSpan } from '@waybill/testing/fake/otlp-receiver';
import { SmtpSink } from '@waybill/testing/fake/smtp-sink';
import { System } from '@waybill/testing/system';
import { Bus } from './bus';
import { Customer, newAddress } from './customer';

/** Prints at its end which packages of OpenTelemetry a process has loaded. */
const probe = `process.on('exit', () => {
  const packages = Object.keys(require.cache).map((path) => /@opentelemetry\\/([^/]+)/.exec(path)?.[1]).filter(Boolean);
  console.log('loaded: ' + [...new Set(packages)].sort().join(' '));
});`;

let system: System;
let customer: Customer;
let collector: OtlpReceiver;
let provider: SmtpSink;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-traces-'));
  writeFileSync(join(folder, 'probe.cjs'), probe);
  collector = await OtlpReceiver.start();
  provider = await SmtpSink.start();
  const probed = { NODE_OPTIONS: `--require ${join(folder, 'probe.cjs')}` };
  const traced = {
    ...probed,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc%3D',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  const smtp = { EMAIL_PROVIDER: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(provider.port) };
  system = await System.start({
    env: { gateway: traced, delivery: { ...traced, ...smtp }, contacts: probed, 'domain-verifier': probed },
  });
  customer = await Customer.join(system);
});
afterAll(async () => {
  await system?.stop();
  await provider?.stop();
  await collector?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const send = (to: string, headers: Record<string, string> = {}) =>
  customer.secret.post('/v1/send', { to, from: customer.from, subject: 'S', body: 'B' }, headers);

/** From a span up to the first of its trace. */
function pathOf(span: ReceivedSpan): string[] {
  const above = collector.trace(span.traceId).find(({ spanId }) => spanId === span.parentSpanId);
  return [...(above ? pathOf(above) : []), `${span.service}: ${span.name}`];
}

it('a send is one trace from the gateway over delivery to the provider', async () => {
  const requestId = randomUUID();
  expect((await send(newAddress(), { 'x-request-id': requestId })).status).toBe(200);
  const handOver = await eventually('the hand-over is in the trace of the request', () => {
    const first = collector.spans.find(({ attributes }) => attributes['waybill.request'] === requestId);
    return first && collector.trace(first.traceId).find(({ name }) => name === 'hand over');
  });
  const path = await eventually('every span has come', () => {
    const found = pathOf(handOver);
    return found.length === 5 && found;
  });
  expect(path).toEqual([
    'waybill-gateway: POST /v1/send',
    'waybill-gateway: ask delivery.send',
    'waybill-delivery: ask.delivery.send',
    'waybill-delivery: send email',
    'waybill-delivery: hand over',
  ]);
  const statements = collector.trace(handOver.traceId).filter(({ name }) => name.startsWith('pg'));
  expect(statements.map(({ service }) => service)).toContain('waybill-delivery');
  expect(collector.headers['x-collector-key']).toBe('abc=');
});

it('a send belongs to the trace of its caller', async () => {
  const traceId = randomBytes(16).toString('hex');
  expect((await send(newAddress(), { traceparent: `00-${traceId}-00f067aa0ba902b7-01` })).status).toBe(200);
  await eventually('the hand-over is in the trace of the caller', () =>
    collector.trace(traceId).some(({ name }) => name === 'hand over'),
  );
});

it('a tracked event belongs to the trace of its request', async () => {
  const [email, traceId] = [newAddress(), randomBytes(16).toString('hex')];
  const bus = await Bus.listen(system);
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const answer = await customer.secret.post('/v1/track', { email, event: 'e' }, { traceparent });
  expect(answer.status).toBe(200);
  const [event] = await bus.about(email, 'event.tracked');
  await bus.close();
  const asked = await eventually('the ask is in the trace of the caller', () =>
    collector.trace(traceId).find(({ name }) => name === 'ask contacts.track'),
  );
  expect(event!.traceparent).toBe(`00-${traceId}-${asked.spanId}-01`);
});

it('a span names the route, never the address, which may hold a secret', async () => {
  const secret = randomBytes(12).toString('hex');
  await customer.secret.get(`/contacts?search=${secret}`);
  await system.client().get(`/verify-email?token=${secret}`);
  await eventually('the requests are in traces', () => collector.spans.find(({ name }) => name === 'GET /contacts'));
  expect(JSON.stringify(collector.spans)).not.toContain(secret);
});

it('a service without a collector loads nothing of the SDK, one with a collector does', async () => {
  const loadedBy = async (service: string): Promise<string[]> => {
    await system.service(service).stop();
    return /^loaded: (.*)$/m.exec(system.service(service).output)![1]!.split(' ');
  };
  expect(await loadedBy('contacts')).toEqual(['api']);
  expect(await loadedBy('delivery')).toEqual(expect.arrayContaining(['api', 'sdk-trace', 'instrumentation-http']));
});
