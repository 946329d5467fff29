import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the built dashboard, beside the bundle of the gateway; it may be missing. */
export const dashboardFolder = join(__dirname, 'dashboard');

/** In the built page stands this word wherever the nonce of an answer belongs; `apps/dashboard/vite.config.mts` puts it there. */
const noncePlaceholder = '__NONCE__';

/** Letters, digits, `-`, `_` and single dots between them: never a path to another folder. */
const fileName = /^[\w-]+(\.[\w-]+)+$/;

/** Is there a built dashboard? Asked anew each time, because a build may end while the gateway runs. */
export const hasDashboard = (folder = dashboardFolder): boolean => existsSync(join(folder, 'index.html'));

/** The page with this nonce in it; null without a built dashboard. */
export async function pageWithNonce(nonce: string, folder = dashboardFolder): Promise<string | null> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null);
  return html?.replaceAll(noncePlaceholder, nonce) ?? null;
}

/** The name of an asset as {@link dashboardFolder} has it; null for a name that is none. */
export function assetPath(name: string, folder = dashboardFolder): string | null {
  const path = join('assets', name);
  return fileName.test(name) && existsSync(join(folder, path)) ? path : null;
}
