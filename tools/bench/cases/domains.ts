/** `domains`: ten thousand sending domains due for their check at once, and `/v1/verify` from the cache. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { v7 } from 'uuid';
import { DnsServer } from '../../../libs/testing/src/fake/dns-server.ts';
import { quantile } from '../figures/quantile.ts';
import { below, exactly } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';

const DOMAINS = 10_000;
const WINDOW_SECONDS = 300;
const MOST_QUERIES = 50;
/** What a resolver of a data centre takes for a name it does not hold, more or less. */
const DNS_LATENCY_MS = 20;
const VERIFY_CALLS = 2_000;
const PUBLIC_KEY = `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${'x'.repeat(360)}`;

/** Domains with all their records published, every one of them due now. */
async function addDueDomains(client: pg.Client, dns: DnsServer): Promise<void> {
  const names = Array.from({ length: DOMAINS }, (_, index) => `d${index}.bench.example`);
  for (const name of names) {
    dns.add('TXT', `_waybill.${name}`, `waybill-verification=${name}`);
    dns.add('TXT', `waybill._domainkey.${name}`, `v=DKIM1; k=rsa; p=${PUBLIC_KEY}`);
    dns.add('MX', `waybill.${name}`, 'feedback.waybill.test');
    dns.add('TXT', `waybill.${name}`, 'v=spf1 include:spf.waybill.test ~all');
    dns.add('TXT', `_dmarc.${name}`, 'v=DMARC1; p=none;');
    dns.add('MX', name, 'inbound.waybill.test');
  }
  await client.query(
    `INSERT INTO domains.domain (project_id, id, name, proof, ownership_token, dkim_selector, dkim_public_key, next_check_at)
     SELECT $1, id, name, 'dns', name, 'waybill', $4, app.now() FROM unnest($2::uuid[], $3::text[]) AS d (id, name)`,
    [v7(), names.map(() => v7()), names, PUBLIC_KEY],
  );
}

async function checkRow(client: pg.Client, dns: DnsServer): Promise<Row> {
  dns.queries = 0;
  dns.mostWaiting = 0;
  const began = performance.now();
  await addDueDomains(client, dns);
  let verified = 0;
  while (verified < DOMAINS && performance.now() - began < 2 * WINDOW_SECONDS * 1000) {
    await delay(250);
    const sql = `SELECT count(*)::int AS n FROM domains.domain WHERE verified_at IS NOT NULL AND proof = 'dns'`;
    verified = (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    case: 'domains',
    variant: `${DOMAINS} due at once, DNS answers in ${DNS_LATENCY_MS} ms`,
    figures: { seconds, verified, queries: dns.queries, 'most queries at once': dns.mostWaiting },
    goals: [
      below('seconds', seconds, WINDOW_SECONDS),
      exactly('verified', verified, DOMAINS),
      below('most queries at once', dns.mostWaiting, MOST_QUERIES + 1),
    ],
  };
}

async function verifyRow(dns: DnsServer, system: BenchSystem): Promise<Row> {
  dns.add('NS', 'bench.example', 'ns.bench.example');
  dns.add('MX', 'd1.bench.example', 'mx.bench.example');
  const times: number[] = [];
  let failures = 0;
  for (let call = 0; call < VERIFY_CALLS + 100; call++) {
    const began = performance.now();
    const answer = await fetch(`${system.url}/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${system.demo.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person${call}@d1.bench.example` }),
    });
    await answer.text();
    if (answer.status !== 200) failures++;
    if (call >= 100) times.push(performance.now() - began);
  }
  const p50 = quantile(times, 0.5);
  return {
    case: 'verify',
    variant: 'from the cache, one caller',
    figures: { 'p50 ms': p50, 'p99 ms': quantile(times, 0.99), failures },
    goals: [below('p50 ms', p50, 5), exactly('failures', failures, 0)],
  };
}

/** What a check and a verification cost, on a DNS server of this machine. */
export async function domainsCase(place: Place): Promise<Row[]> {
  const dns = await DnsServer.start();
  dns.latencyMs = DNS_LATENCY_MS;
  const env = { ...place.env, DNS_SERVERS: dns.address, SECRETS_KEY: randomBytes(32).toString('base64') };
  const client = new pg.Client({ connectionString: place.stores.postgres.url });
  try {
    const system = await startSystem({ ...place, env }, ['gateway', 'domain-verifier']);
    try {
      await client.connect();
      return [await checkRow(client, dns), await verifyRow(dns, system)];
    } finally {
      await client.end();
      await system.stop();
    }
  } finally {
    await dns.stop();
  }
}
