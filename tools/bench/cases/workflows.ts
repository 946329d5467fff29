/** `workflows`: executions of five steps, from the tracked event to the end. */
import { setTimeout as delay } from 'node:timers/promises';
import { peakBytes } from '../figures/proc.ts';
import { megabytes } from '../figures/report.ts';
import { atLeast, below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { perEmail, StatementCount } from '../figures/statements.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import { Api } from '../system/api.ts';
import type { Sink } from '../sink/sink.ts';
import { SEND_AND_TRACK } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { queryValue } from './contacts-load.ts';
import { withMail } from './mail.ts';

const PER_SECOND = 450;
const SECONDS = 60;
const WARM_UP = 2_000;
const LIMIT_MS = 180_000;
const EVENT = 'bench bought';

interface Named {
  id: string;
}

export async function workflowsCase(place: Place): Promise<Row[]> {
  return withMail(
    place,
    async (system, sink) => {
      const api = new Api(system);
      try {
        const workflowId = await fiveSteps(system, api);
        await run(place, api, workflowId, 'warm', WARM_UP);
        const statements = await StatementCount.begin(place.stores.postgres.url);
        const meter = new UsageMeter(new Map([...system.parts, ['sink', sink.pid]]));
        meter.start();
        const total = PER_SECOND * SECONDS;
        const { seconds, completed, askedAgain } = await run(place, api, workflowId, 'person', total);
        const usage = meter.stop();
        await arrived(sink, WARM_UP + total);
        const perSecond = Math.round(completed / seconds);
        const counts = await sink.counts();
        const { 'statements/email': all } = perEmail(await statements.end(), total);
        const peak = megabytes(peakBytes(system.parts.get('workflow-engine') ?? 0));
        const figures = {
          'executions/s': perSecond,
          completed,
          emails: counts.taken - WARM_UP,
          twice: counts.doubles,
          'asked again': askedAgain,
          'statements/execution': all ?? 0,
          'peak MB': peak,
        };
        const goals = [
          atLeast('executions/s', perSecond, 400),
          below('peak MB', peak, 250),
          exactly('completed', completed, total),
          exactly('emails', figures.emails, total),
          exactly('twice', counts.doubles, 0),
        ];
        const variant = `five steps, ${PER_SECOND} events/s for ${SECONDS} s`;
        console.error(`${variant}: ${JSON.stringify(figures)}`);
        return [{ case: 'workflows', variant, figures, goals: judged(goals, usage), usage }];
      } finally {
        api.close();
      }
    },
    { services: [...SEND_AND_TRACK, 'segments', 'workflow-engine'] },
  );
}

async function fiveSteps(system: BenchSystem, api: Api): Promise<string> {
  const content = {
    subject: 'Thank you',
    body: '<p>Hello {{data.plan}}</p>',
    from: `hello@${system.demo.senderDomain}`,
  };
  const template = await api.call<Named>('POST', '/templates', { name: 'Bench', ...content });
  const { id } = await api.call<Named>('POST', '/workflows', { name: 'Bench', eventName: EVENT });
  const add = (type: string, config: object, more: object = {}): Promise<Named> =>
    api.call<Named>('POST', `/workflows/${id}/steps`, { type, config, ...more });
  const condition = await add('CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' });
  const update = await add('UPDATE_CONTACT', { updates: { bought: 'yes' } }, { autoConnect: false });
  const link = { fromStepId: condition.id, toStepId: update.id, branch: 'yes' };
  await api.call('POST', `/workflows/${id}/transitions`, link);
  await add('SEND_EMAIL', {}, { templateId: template.id });
  await add('DELAY', { amount: 1, unit: 'seconds' });
  await add('EXIT', {});
  await api.call('PATCH', `/workflows/${id}`, { enabled: true });
  return id;
}

/** Tracks one event of each of `total` new contacts at a steady rate, and waits until their executions have ended. */
async function run(place: Place, api: Api, workflowId: string, name: string, total: number) {
  const url = place.stores.postgres.url;
  const before = await queryValue<number>(url, ENDED, [workflowId]);
  const began = performance.now();
  const calls: Promise<number>[] = [];
  for (let n = 0; n < total; n++) {
    const email = `${name}${n}@bench.example`;
    const call = api.burst('/v1/track', { email, event: EVENT, data: { plan: 'pro' } });
    // It is thrown below, when all have been asked.
    call.catch(() => undefined);
    calls.push(call);
    const ahead = (n * 1000) / PER_SECOND - (performance.now() - began);
    if (ahead > 5) await delay(ahead);
  }
  const askedAgain = (await Promise.all(calls)).reduce((sum, again) => sum + again, 0);
  // The counters are read meanwhile: to count the rows again and again would take time from the system.
  for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await delay(500)) {
    if ((await queryValue<number>(url, COUNTED_ENDED, [workflowId])) >= before + total) break;
  }
  const seconds = (performance.now() - began) / 1000;
  return { seconds, completed: (await queryValue<number>(url, ENDED, [workflowId])) - before, askedAgain };
}

/** An execution ends when its email is accepted: the last emails leave after it. */
async function arrived(sink: Sink, emails: number): Promise<void> {
  for (const limit = Date.now() + LIMIT_MS; sink.arrivals.size < emails && Date.now() < limit; ) await delay(500);
}

/** An execution that comes to an EXIT step, or to the end. */
const ENDED = `SELECT count(*)::int FROM workflow.execution WHERE workflow_id = $1 AND status IN ('COMPLETED', 'EXITED')`;
const COUNTED_ENDED = `SELECT coalesce(sum(count), 0)::int FROM workflow.stat
  WHERE workflow_id = $1 AND step_id = $1 AND measure IN ('COMPLETED', 'EXITED')`;
