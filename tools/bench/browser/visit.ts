/** A page of the dashboard as a first visit meets it: a browser profile of its own, with nothing in its cache. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { BenchSystem } from '../system/system.ts';

const VISIT_LIMIT_MS = 60_000;
const POLL_MS = 20;

/** What must be in the page before a reader can work with it. */
export interface Wanted {
  /** Below `/app`. */
  path: string;
  /** Without the session of an account. */
  isSignedOut?: boolean;
  selector: string;
  count: number;
}

/** Milliseconds from the start of the navigation. */
export interface Moments {
  firstPaint: number;
  /** The first frame that has a heading. */
  heading: number;
  /** The first frame that has a heading and what is wanted. */
  usable: number;
}

/** One page that is open; `elsewhere` are the addresses that it asked other servers for. */
export interface Visit {
  page: Page;
  moments: Moments;
  elsewhere: string[];
  close(): Promise<void>;
}

/** Looks at every frame from the first one on; scripts of the page cannot see when a test looks. */
const WATCH = `(() => {
  const seen = { heading: 0, usable: 0 };
  window.benchSeen = seen;
  const look = () => {
    const hasHeading = document.querySelector('h1') !== null;
    if (hasHeading && !seen.heading) seen.heading = performance.now();
    if (hasHeading && document.querySelectorAll(SELECTOR).length >= COUNT) seen.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const READ = `({ ...window.benchSeen, firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 })`;

/** Opens a page and waits until it is usable; throws when that takes too long. */
export async function visit(browser: Browser, system: BenchSystem, wanted: Wanted): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, locale: 'en-US' });
  try {
    if (!wanted.isSignedOut) await signIn(context, system);
    const page = await context.newPage();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== system.url) elsewhere.push(request.url());
    });
    const watch = WATCH.replace('SELECTOR', JSON.stringify(wanted.selector)).replace('COUNT', String(wanted.count));
    await page.addInitScript(watch);
    await page.goto(`${system.url}/app${wanted.path}`, { timeout: VISIT_LIMIT_MS });
    const moments = await until(
      `${wanted.path} is usable`,
      async () => (await page.evaluate(READ)) as Moments,
      ({ usable, firstPaint }) => usable > 0 && firstPaint > 0,
    );
    // A frame is looked at before it is painted.
    const usable = Math.max(moments.usable, moments.firstPaint);
    return { page, moments: { ...moments, usable }, elsewhere, close: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function signIn(context: BrowserContext, { url, demo }: BenchSystem): Promise<void> {
  const answer = await context.request.post(`${url}/auth/login`, {
    data: { email: demo.email, password: demo.password },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`The demo login is refused: ${answer.status()}`);
}

/** Asks again until the answer is as wanted; throws with `what` after a minute. */
export async function until<T>(what: string, ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (const end = Date.now() + VISIT_LIMIT_MS; Date.now() < end; await delay(POLL_MS)) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
  }
  throw new Error(`not within ${VISIT_LIMIT_MS / 1_000} s: ${what}`);
}

/** Bytes of JavaScript objects of the page that are still in use. */
export async function heapBytes(page: Page): Promise<number> {
  const session: CDPSession = await page.context().newCDPSession(page);
  try {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  } finally {
    await session.detach();
  }
}

/** Id of the first process of the browser, from which all others descend. */
export async function processId(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.find(({ type }) => type === 'browser')?.id ?? 0;
  } finally {
    await session.detach();
  }
}
