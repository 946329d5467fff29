/**
 * Builds apps: `node tools/build.ts [app...]`, all of them when none is named. The dashboard is built by `build-web.ts`; every
 * other app has a `src/main.ts`, which is bundled.
 * One app becomes `dist/apps/<app>/main.js` (CommonJS, packages stay in node_modules) with its migrations beside it, and
 * `run.sh`, which runs it with the memory that it may take. Each `x.thread.ts` of an app becomes `x.thread.js` there. An app with a
 * `package.json` has it there too, for `npm pack`.
 */
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build, context } from 'esbuild';
import type { BuildOptions, Plugin } from 'esbuild';
import { transform } from '@swc/core';
import { buildWebApp, webApps } from './build-web.ts';
import { runScript } from './stack/process/memory.ts';

const DECORATOR = /^\s*@[A-Za-z_$][\w$.]*/m;

/** Names of the apps under `root` that can be bundled, sorted. */
export async function listApps(root: string): Promise<string[]> {
  if (!existsSync(join(root, 'apps'))) return [];
  const names = await readdir(join(root, 'apps'));
  return names.filter((name) => existsSync(join(root, 'apps', name, 'src/main.ts'))).sort();
}

/** Bundles the apps in parallel, in this process. Rejects with esbuild's messages when one does not compile. */
export async function buildApps(apps: string[], root: string): Promise<void> {
  const decorated = decoratedFiles();
  await Promise.all(
    apps.map(async (app) => {
      await Promise.all([build(bundleOptions(await placeOf(app, root), root, [decorated])), copyMigrations(app, root)]);
      await writeFile(join(root, 'dist/apps', app, 'run.sh'), runScript(app));
      await copyPackage(app, root);
    }),
  );
}

/** Bundles one module, so that Node can run it without a compiler. Both are paths under `root`. */
export async function bundleModule(entry: string, outfile: string, root: string): Promise<void> {
  const place = { entries: { [basename(outfile, '.js')]: join(root, entry) }, outdir: join(root, dirname(outfile)) };
  await build(bundleOptions(place, root, [decoratedFiles()]));
}

export interface Watch {
  /** Ends the watch; the last bundle stays. */
  stop(): Promise<void>;
}

/** Bundles the app again on every change of a source it uses, and reports each end: `errors` is 0 when the bundle is good. */
export async function watchApp(app: string, root: string, onBuilt: (errors: number) => void): Promise<Watch> {
  const report: Plugin = {
    name: 'report',
    setup(hooks) {
      hooks.onEnd(async (result) => {
        await copyMigrations(app, root);
        onBuilt(result.errors.length);
      });
    },
  };
  const options = bundleOptions(await placeOf(app, root), root, [decoratedFiles(), report]);
  const watcher = await context({ ...options, logLevel: 'warning' });
  await watcher.watch();
  return { stop: () => watcher.dispose() };
}

/** What is bundled, each into `<name>.js` of the folder. */
interface Place {
  entries: Record<string, string>;
  outdir: string;
}

/** The program of an app and those of its threads. */
async function placeOf(app: string, root: string): Promise<Place> {
  const source = join(root, 'apps', app, 'src');
  const files = await readdir(source, { recursive: true });
  const threads = files.filter((file) => file.endsWith('.thread.ts'));
  const entries = ['main.ts', ...threads].map((file) => [basename(file, '.ts'), join(source, file)]);
  return { entries: Object.fromEntries(entries) as Record<string, string>, outdir: join(root, 'dist/apps', app) };
}

function bundleOptions({ entries, outdir }: Place, root: string, plugins: Plugin[]): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    packages: 'external',
    keepNames: true,
    sourcemap: true,
    tsconfig: join(root, 'tsconfig.base.json'),
    loader: { '.sql': 'text', '.html': 'text', '.css': 'text', '.browser.js': 'text' },
    logLevel: 'error',
    plugins,
  };
}

/**
 * esbuild knows no `design:paramtypes`, which dependency injection and validation read, so files that hold a decorator
 * pass through swc first. One plugin instance serves all apps of a run: a library file is compiled once.
 */
function decoratedFiles(): Plugin {
  const compiled = new Map<string, { source: string; code: Promise<string> }>();
  return {
    name: 'decorated-files',
    setup(hooks) {
      hooks.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!DECORATOR.test(source)) return { contents: source, loader: 'ts' };
        const known = compiled.get(path);
        if (known?.source === source) return { contents: await known.code, loader: 'js' };
        const code = compileDecorated(path, source);
        compiled.set(path, { source, code });
        return { contents: await code, loader: 'js' };
      });
    },
  };
}

async function compileDecorated(path: string, source: string): Promise<string> {
  const { code } = await transform(source, {
    filename: path,
    configFile: false,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  });
  return code;
}

/** An app with a `package.json` is published: its folder can be given to `npm pack`. */
async function copyPackage(app: string, root: string): Promise<void> {
  const source = join(root, 'apps', app);
  if (!existsSync(join(source, 'package.json'))) return;
  const target = join(root, 'dist/apps', app);
  await Promise.all(['package.json', 'README.md'].map((file) => cp(join(source, file), join(target, file))));
  await cp(join(root, 'LICENSE'), join(target, 'LICENSE'));
}

async function copyMigrations(app: string, root: string): Promise<void> {
  await copySql(join(root, 'apps', app, 'migrations'), join(root, 'dist/apps', app, 'migrations'));
  await copySql(join(root, 'libs/database/migrations'), join(root, 'dist/apps', app, 'base-migrations'));
}

/** The target holds exactly the `.sql` files of the source: one that was removed there must not be applied from here. */
async function copySql(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const wanted = existsSync(from) ? (await readdir(from)).filter((name) => name.endsWith('.sql')) : [];
  const present = await readdir(to);
  await Promise.all(present.filter((name) => !wanted.includes(name)).map((name) => rm(join(to, name))));
  await Promise.all(wanted.map((name) => cp(join(from, name), join(to, name))));
}

async function main(): Promise<void> {
  const root = process.cwd();
  const named = process.argv.slice(2);
  const began = performance.now();
  const apps = named.length > 0 ? named : [...(await listApps(root)), ...webApps];
  const bundled = apps.filter((app) => !webApps.includes(app));
  await buildApps(bundled, root);
  const built = [...bundled];
  for (const app of apps.filter((name) => webApps.includes(name))) {
    if (await buildWebApp(app, root)) built.push(app);
    else console.log(`${app} is up to date`);
  }
  if (built.length > 0) console.log(`built ${built.join(', ')} in ${Math.round(performance.now() - began)} ms`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === resolve(import.meta.filename)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
