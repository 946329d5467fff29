/**
 * `dashboard`: pages of the dashboard in Chromium on the running system, each on its first visit, the list of many contacts and the
 * canvas of the largest workflow.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { findBrowser, openBrowser } from '../../../libs/testing/src/browser.ts';
import { heapBytes, processId, until, visit } from '../browser/visit.ts';
import type { Visit, Wanted } from '../browser/visit.ts';
import { quantile } from '../figures/quantile.ts';
import { megabytes } from '../figures/report.ts';
import { below, exactly, judged } from '../figures/result.ts';
import type { Goal, Row } from '../figures/result.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import { Api } from '../system/api.ts';
import { SEND_AND_TRACK, startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { loadContacts, loadEvents } from './contacts-load.ts';

const SERVICES = [...SEND_AND_TRACK, 'segments', 'workflow-engine', 'billing'];
const CONTACTS = 50_000;
const EVENTS_EACH = 2;
/** First visits of each page; the middle one counts. */
const VISITS = 5;
const SCROLLED_ROWS = 15_000;
/** Words that are typed into the editor in blocks, one after the other. */
const WORDS = 6;
/** Times that the canvas is drawn anew. */
const DRAWINGS = 9;
/** A workflow has at most 100 steps: its start, 19 conditions with two steps on each branch, and four at the end. */
const FORKS = 19;
const STEPS = 100;

const run = promisify(execFile);

interface Bench {
  browser: Browser;
  system: BenchSystem;
  api: Api;
  /** Root processes of the system and of the browser. */
  parts: Map<string, number>;
}

export async function dashboardCase(place: Place, contacts = CONTACTS): Promise<Row[]> {
  const path = findBrowser();
  if (!path) throw new Error('There is no Chromium on this machine. Install it: apt-get install chromium');
  await run(process.execPath, [join(place.root, 'tools/build.ts'), 'dashboard'], { cwd: place.root });
  const system = await startSystem(place, SERVICES);
  const api = new Api(system);
  try {
    console.error(`loads ${contacts} contacts with ${EVENTS_EACH} events each`);
    await loadContacts(place.stores.postgres.url, system.demo.projectId, contacts);
    await loadEvents(place.stores.postgres.url, system.demo.projectId, contacts, EVENTS_EACH);
    const browser = await openBrowser(path);
    try {
      const parts = new Map([...system.parts, ['chromium', await processId(browser)]]);
      return await measureAll({ browser, system, api, parts }, contacts);
    } finally {
      await browser.close();
    }
  } finally {
    api.close();
    await system.stop();
  }
}

async function measureAll(bench: Bench, contacts: number): Promise<Row[]> {
  const project = `/p/${bench.system.demo.projectId}`;
  const canvas: Wanted = {
    path: `${project}/workflows/${await largeWorkflow(bench.api)}`,
    ...{ selector: '.react-flow__node-step', count: STEPS },
  };
  const list: Wanted = { path: `${project}/contacts`, selector: '[data-row]', count: 10 };
  const editor: Wanted = {
    path: `${project}/templates/${await blocksTemplate(bench)}`,
    ...{ selector: '[contenteditable=true]', count: 1 },
  };
  return [
    await pageRow(bench, 'sign-in', { path: '/sign-in', isSignedOut: true, selector: 'button[type=submit]', count: 1 }),
    await pageRow(bench, 'home', { path: project, selector: 'main dl dd', count: 4 }),
    await pageRow(bench, `contacts, ${contacts.toLocaleString('en-US')}`, list, true),
    await pageRow(bench, 'editor in blocks', editor),
    await pageRow(bench, `canvas of ${STEPS} steps`, canvas),
    await scrollRow(bench, list, Math.min(SCROLLED_ROWS, contacts)),
    await canvasRow(bench, canvas),
    await editorRow(bench, editor),
  ];
}

/** First visits of one page, one after the other. `hasRows`: its list is to follow its heading soon. */
async function pageRow(bench: Bench, name: string, wanted: Wanted, hasRows = false): Promise<Row> {
  return metered(bench, `first visit: ${name}`, async () => {
    const moments: Visit['moments'][] = [];
    let elsewhere = 0;
    for (let n = 0; n < VISITS; n++) {
      const visited = await visit(bench.browser, bench.system, wanted);
      moments.push(visited.moments);
      elsewhere += visited.elsewhere.length;
      await visited.close();
    }
    const middle = (of: (moment: Visit['moments']) => number): number => Math.round(quantile(moments.map(of), 0.5));
    const paint = middle(({ firstPaint }) => firstPaint);
    const usable = middle(({ usable: at }) => at);
    const slowest = Math.round(Math.max(...moments.map((moment) => moment.usable)));
    const rows = middle((moment) => moment.usable - moment.heading);
    return {
      figures: {
        'first paint ms': paint,
        'usable ms': usable,
        'slowest ms': slowest,
        ...(hasRows ? { 'rows after the heading ms': rows } : {}),
        'requests elsewhere': elsewhere,
      },
      goals: [
        below('first paint ms', paint, 1_000),
        below('usable ms', usable, 1_500),
        ...(hasRows ? [below('rows after the heading ms', rows, 300)] : []),
        exactly('requests elsewhere', elsewhere, 0),
      ],
    };
  });
}

const SCROLLED = `(() => {
  const rows = [...document.querySelectorAll('[data-row]')];
  const scroller = document.querySelector('[role=grid]').parentElement;
  scroller.scrollTop = scroller.scrollHeight;
  return { rows: rows.length, last: Math.max(...rows.map((row) => Number(row.dataset.row))) };
})()`;

/** Scrolls to the end of what is read again and again, until so many rows have gone by. */
async function scrollRow(bench: Bench, wanted: Wanted, count: number): Promise<Row> {
  return metered(bench, `contacts, ${count.toLocaleString('en-US')} rows scrolled`, async () => {
    const { page, close } = await visit(bench.browser, bench.system, wanted);
    const before = await heapBytes(page);
    let mostRows = 0;
    const began = performance.now();
    for (let last = 0; last < count - 1; ) {
      const known = last;
      const seen = await until(
        `rows after ${known} are read`,
        async () => (await page.evaluate(SCROLLED)) as { rows: number; last: number },
        (answer) => answer.last > known,
      );
      last = seen.last;
      mostRows = Math.max(mostRows, seen.rows);
    }
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const [heapBefore, heap] = [megabytes(before), megabytes(await heapBytes(page))];
    await close();
    const figures = { 'rows in the page': mostRows, 'heap before MB': heapBefore, 'heap MB': heap, s: seconds };
    return { figures, goals: [below('rows in the page', mostRows, 60), below('heap MB', heap, 60)] };
  });
}

/** The page notes each layout in the timeline of the browser. */
const LAYOUTS = `performance.getEntriesByName('layout of the workflow').map(({ duration }) => duration)`;

/** The canvas is drawn anew, layout included, each time that one comes back to it from the outline. */
async function canvasRow(bench: Bench, wanted: Wanted): Promise<Row> {
  return metered(bench, `canvas of ${STEPS} steps, drawn anew`, async () => {
    const { page, close } = await visit(bench.browser, bench.system, wanted);
    const times: number[] = [];
    for (let n = 0; n < DRAWINGS; n++) times.push((await page.evaluate(drawAnew(wanted))) as number);
    const layouts = (await page.evaluate(LAYOUTS)) as number[];
    await close();
    const layout = Math.round(quantile(layouts, 0.5));
    const figures = { 'layout ms': layout, 'slowest layout ms': Math.round(Math.max(...layouts)) };
    return {
      figures: { ...figures, 'until it is drawn ms': Math.round(quantile(times, 0.5)) },
      goals: [below('layout ms', layout, 200)],
    };
  });
}

/** Answers the milliseconds from the click until the frame that has all cards is drawn. */
const drawAnew = ({ selector, count }: Wanted): string => `(async () => {
  const press = (name) => [...document.querySelectorAll('button')].find((each) => each.textContent === name).click();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const cards = () => document.querySelectorAll(${JSON.stringify(selector)}).length;
  press('Outline');
  while (cards() > 0) await frame();
  await frame();
  const began = performance.now();
  press('Canvas');
  while (cards() < ${count}) await frame();
  await frame();
  return performance.now() - began;
})()`;

/** The page notes each composing in the timeline of the browser. */
const COMPOSED = `performance.getEntriesByName('composing of the email').map(({ duration }) => duration)`;

/** Words are typed, and the body is composed after each; the first time its writer is loaded. Then the preview is asked for. */
async function editorRow(bench: Bench, wanted: Wanted): Promise<Row> {
  return metered(bench, 'editor in blocks, written in', async () => {
    const { page, close } = await visit(bench.browser, bench.system, wanted);
    await page.locator(wanted.selector).click();
    let times: number[] = [];
    for (let n = 0; n < WORDS; n++) {
      const known = times.length;
      await page.keyboard.type('word ');
      times = await until(
        `the body is composed for word ${n + 1}`,
        async () => (await page.evaluate(COMPOSED)) as number[],
        (entries) => entries.length > known,
      );
    }
    const preview = Math.round((await page.evaluate(UNTIL_PREVIEW)) as number);
    await close();
    const [first = 0, ...later] = times.map(Math.round);
    const compose = quantile(later, 0.5);
    return {
      figures: { 'first compose ms': first, 'compose ms': compose, 'first preview ms': preview },
      goals: [below('first compose ms', first, 300), below('compose ms', compose, 300)],
    };
  });
}

/** Answers the milliseconds from the click until the frame of the preview has its page; fails after a minute. */
const UNTIL_PREVIEW = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('no preview within 60 s')), 60_000);
  const began = performance.now();
  new MutationObserver((_changes, observer) => {
    const frame = document.querySelector('iframe[title="Preview of the email"]');
    if (!frame) return;
    observer.disconnect();
    frame.addEventListener('load', () => resolve(performance.now() - began), { once: true });
  }).observe(document.body, { childList: true, subtree: true });
  document.querySelector('input[type=radio][value=preview]').click();
})`;

interface Measured {
  figures: Row['figures'];
  goals: Goal[];
}

async function metered({ parts }: Bench, variant: string, measure: () => Promise<Measured>): Promise<Row> {
  const meter = new UsageMeter(parts);
  meter.start();
  const { figures, goals } = await measure();
  const usage = meter.stop();
  console.error(`${variant}: ${JSON.stringify(figures)}`);
  return { case: 'dashboard', variant, figures, goals: judged(goals, usage), usage };
}

interface Step {
  id: string;
  type: string;
  config?: object;
}

async function largeWorkflow(api: Api): Promise<string> {
  const { id } = await api.call<{ id: string }>('POST', '/workflows', { name: 'Large', eventName: 'bought' });
  const { steps } = await api.call<{ steps: Step[] }>('GET', `/workflows/${id}`);
  await api.call('PUT', `/workflows/${id}/graph`, graphFrom(steps[0]!));
  return id;
}

/** Forks one below the other, whose branches meet again, and a row of steps at the end. */
function graphFrom({ id, type }: Step) {
  const steps: Step[] = [{ id, type }];
  const transitions: { fromStepId: string; toStepId: string; branch: string | null }[] = [];
  let open: [string, string | null][] = [[id, null]];
  const add = (kind: string, config: object, from: [string, string | null][]): string => {
    const step = { id: randomUUID(), type: kind, config };
    steps.push(step);
    transitions.push(...from.map(([fromStepId, branch]) => ({ fromStepId, toStepId: step.id, branch })));
    return step.id;
  };
  const wait = { amount: 1, unit: 'days' };
  for (let n = 0; n < FORKS; n++) {
    const fork = add('CONDITION', { field: 'data.plan', operator: 'equals', value: 'pro' }, open);
    open = ['yes', 'no'].map((branch) => {
      const delay = add('DELAY', wait, [[fork, branch]]);
      return [add('UPDATE_CONTACT', { updates: { step: `${n}` } }, [[delay, null]]), null];
    });
  }
  while (steps.length < STEPS) open = [[add('DELAY', wait, open), null]];
  return { steps, transitions };
}

/** A template whose content is blocks, of one paragraph. */
async function blocksTemplate({ api, system }: Bench): Promise<string> {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] };
  const { id } = await api.call<{ id: string }>('POST', '/templates', {
    ...{ name: 'Blocks', subject: 'Hello', body: '<p>Hello</p>', from: `hello@${system.demo.senderDomain}` },
    design: { type: 'doc', content: [{ type: 'container', content: [paragraph] }] },
  });
  return id;
}
