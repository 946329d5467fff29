/**
 * `npm run screenshots`: pictures of every screen of the dashboard, light and dark, of the demo project of the running stack
 * (`npm start`), in `dist/screenshots`. Needs Chromium.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { findBrowser, openBrowser } from '../../libs/testing/src/browser.ts';
import { readDemo } from '../stack/demo/demo.ts';
import type { Demo } from '../stack/demo/demo.ts';
import { stateFolder } from '../stack/state-folder.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'dist/screenshots');
const viewport = { width: 1280, height: 800 };
const settleMs = 15_000;
const loading = '[role="status"][aria-label="Loading"], [aria-busy="true"], .mantine-Skeleton-root';

/** The newest thing of each kind, for the names in a path. */
const lists: Record<string, string> = {
  contacts: '/contacts?limit=1',
  segments: '/segments',
  templates: '/templates?limit=1',
  campaigns: '/campaigns?limit=1',
  workflows: '/workflows?limit=1',
  emails: '/emails?limit=1',
};

/** The paths of the route table with the names of the demo in them; a path for which the demo has nothing is left out. */
async function paths(demo: Demo): Promise<string[]> {
  const table = readFileSync(join(root, 'apps/dashboard/src/routes.ts'), 'utf8');
  const found = [...table.matchAll(/path: '([^']+)'/g)].map(([, path]) => path!);
  const named = await Promise.all(found.map((path) => withNames(demo, path)));
  return named.filter((path) => path !== null);
}

async function withNames(demo: Demo, path: string): Promise<string | null> {
  const [, kind = ''] = path.split('/');
  let result = path.replace('$section', 'general');
  const list = kind === 'domains' ? `/domains/project/${demo.projectId}` : lists[kind];
  if (result.includes('$id')) {
    const id = list && (await firstId(demo, list));
    if (!id) return null;
    result = result.replace('$id', id);
    if (result.includes('$executionId')) {
      const execution = await firstId(demo, `/workflows/${id}/executions?limit=1`);
      result = execution ? result.replace('$executionId', execution) : '$';
    }
  }
  return result.includes('$') ? null : result;
}

async function firstId(demo: Demo, path: string): Promise<string | null> {
  const response = await fetch(demo.url + path, { headers: { authorization: `Bearer ${demo.secretKey}` } });
  const body = (await response.json()) as Record<string, unknown>;
  const rows = [body, body['data'], body['templates'], body['segments']].find(Array.isArray) as
    | { id: string }[]
    | undefined;
  return rows?.[0]?.id ?? null;
}

async function takePictures(context: BrowserContext, demo: Demo, scheme: 'light' | 'dark'): Promise<void> {
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: scheme });
  for (const path of await paths(demo)) {
    await page.goto(`${demo.url}/app/p/${demo.projectId}${path}`);
    await page.locator('h1').first().waitFor();
    await page
      .locator(loading)
      .first()
      .waitFor({ state: 'detached', timeout: settleMs })
      .catch(() => undefined);
    const name = path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home';
    const short = name.replaceAll(/(cnt-)?[0-9a-f]{8}-[0-9a-f-]{27}/g, 'one');
    await page.screenshot({ path: join(folder, `${short}.${scheme}.png`) });
    console.log(`${short}.${scheme}.png`);
  }
}

async function main(): Promise<void> {
  const demo = readDemo(stateFolder(root).demoFile);
  const browserPath = findBrowser();
  if (!demo) throw new Error('There is no demo project here. Start the stack: npm start');
  if (!browserPath) throw new Error('There is no Chromium on this machine. Install it: apt-get install chromium');
  mkdirSync(folder, { recursive: true });
  const browser = await openBrowser(browserPath);
  try {
    const context = await browser.newContext({ viewport, locale: 'en-US', reducedMotion: 'reduce' });
    const data = { email: demo.email, password: demo.password };
    const answer = await context.request.post(`${demo.url}/auth/login`, {
      data,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    if (!answer.ok()) throw new Error(`The demo login is refused: ${answer.status()}`);
    await takePictures(context, demo, 'light');
    await takePictures(context, demo, 'dark');
  } finally {
    await browser.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
