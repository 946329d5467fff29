import { eventually } from '@waybill/testing/eventually';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import type { EmailProvider, HandOver } from '../provider/provider';
import { SendWorker } from './send.worker';

/** A provider that keeps campaign mail waiting and takes everything else at once. */
class SlowForCampaigns implements EmailProvider {
  readonly name = 'smtp';
  readonly taken = new Map<string, number>();
  private held: (() => void)[] = [];

  async handOver({ emailId, envelope }: { emailId: string; envelope: { to: string } }): Promise<HandOver> {
    this.taken.set(emailId, (this.taken.get(emailId) ?? 0) + 1);
    if (envelope.to.startsWith('campaign')) await new Promise<void>((resolve) => this.held.push(resolve));
    return { outcome: 'accepted', messageId: `m-${emailId}` };
  }

  release(): void {
    this.held.splice(0).forEach((go) => go());
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

let fixture: DeliveryFixture;
let provider: SlowForCampaigns;
let workers: SendWorker[];

beforeEach(async () => {
  provider = new SlowForCampaigns();
  fixture = DeliveryFixture.on(await testDatabase(), provider);
  workers = [1, 2].map(() => createWorker());
});
afterEach(async () => {
  const ticking = setInterval(() => provider.release(), 5);
  await Promise.all(workers.map((worker) => worker.beforeApplicationShutdown()));
  clearInterval(ticking);
  await fixture.close();
});

function createWorker(): SendWorker {
  const slots = { SEND_CONCURRENCY_TRANSACTIONAL: 4, SEND_CONCURRENCY_WORKFLOW: 2, SEND_CONCURRENCY_CAMPAIGN: 2 };
  const wakeUps = { send: () => {}, on: () => {} };
  return new SendWorker(fixture.claims(), fixture.outgoing, fixture.settler(), slots, wakeUps, provider);
}

async function count(where: string): Promise<number> {
  const [row] = await fixture.db.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM delivery.email WHERE ${where}`,
  );
  return row!.n;
}

describe('the worker', () => {
  it('sends a transactional email at once while the campaign lane is stuck', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, i) => fixture.queue(`campaign${i}@example.com`)));
    await fixture.db.query(`WITH q AS (UPDATE delivery.queue SET lane = 'campaign')
      UPDATE delivery.email SET lane = 'campaign', source_type = 'CAMPAIGN'`);
    workers[0]!.onApplicationBootstrap();
    await eventually('the campaign lane is busy', () => provider.taken.size === 2);
    const id = await fixture.queue('reset@example.com');
    workers[0]!.wake('transactional');
    await eventually('the reset mail is sent', async () => (await fixture.email(id)).status === 'SENT');
    expect(await count(`lane = 'campaign' AND status = 'SENT'`)).toBe(0);
    expect(provider.taken.size).toBe(3);
  });

  it('two workers send every email once, and emit email.sent once for each', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, i) => fixture.queue(`u${i}@example.com`)));
    workers.forEach((worker) => worker.onApplicationBootstrap());
    await eventually('all are sent', async () => (await count(`status = 'SENT'`)) === 300);
    expect([...provider.taken.values()].every((calls) => calls === 1)).toBe(true);
    expect(provider.taken.size).toBe(300);
    const events = await fixture.db.query(
      `SELECT DISTINCT payload::jsonb -> 'data' ->> 'emailId' FROM delivery.outbox_event`,
    );
    const all = await fixture.db.query(`SELECT 1 FROM delivery.outbox_event`);
    expect([events.length, all.length]).toEqual([300, 300]);
  });

  it('leaves nothing half done when it stops: emails are sent, or queued for another', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, i) => fixture.queue(`u${i}@example.com`)));
    workers[0]!.onApplicationBootstrap();
    await eventually('some are sent', async () => (await count(`status = 'SENT'`)) > 0);
    await workers[0]!.beforeApplicationShutdown();
    expect(await count(`status NOT IN ('SENT', 'QUEUED')`)).toBe(0);
    expect(await fixture.queueMismatches()).toEqual([]);
    expect(await count(`status = 'SENT'`)).toBe(provider.taken.size);
  });
});
