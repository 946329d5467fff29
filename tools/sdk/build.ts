/**
 * `node tools/sdk/build.ts`: builds the package `@waybill/sdk` into dist/libs/sdk (ES modules, CommonJS, a build for pages, types).
 * The folder can be given to `npm pack`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../..');

/** Writes dist/libs/sdk and returns its folder. */
export async function buildSdk(): Promise<string> {
  const source = join(root, 'libs/sdk');
  const target = join(root, 'dist/libs/sdk');
  rmSync(target, { recursive: true, force: true });
  const shared = { bundle: true, target: 'es2022', sourcemap: true, absWorkingDir: root, logLevel: 'error' } as const;
  const entry = (name: string): string => join(source, 'src', `${name}.ts`);
  await Promise.all([
    build({ ...shared, entryPoints: [entry('index')], format: 'esm', platform: 'node', outdir: join(target, 'esm') }),
    build({ ...shared, entryPoints: [entry('index')], format: 'cjs', platform: 'node', outdir: join(target, 'cjs') }),
    build({
      ...shared,
      entryPoints: [entry('browser')],
      format: 'esm',
      platform: 'browser',
      outdir: join(target, 'esm'),
    }),
  ]);
  writeTypes(join(source, 'src'), join(target, 'esm'));
  cpSync(join(target, 'esm'), join(target, 'cjs'), { recursive: true, filter: (file) => !/\.js(\.map)?$/.test(file) });
  writeFileSync(join(target, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  for (const file of ['package.json', 'README.md']) cpSync(join(source, file), join(target, file));
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  return target;
}

/** Declarations of the sources. Node's resolution of ES modules asks for the ending of each file. */
function writeTypes(source: string, target: string): void {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const config = join(root, 'dist/libs/sdk/tsconfig.json');
  mkdirSync(dirname(config), { recursive: true });
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    outDir: target,
    rootDir: source,
  };
  const files = ['index.ts', 'browser.ts'].map((file) => join(source, file));
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
  execFileSync(process.execPath, [compiler, '-p', config], { cwd: root, stdio: 'inherit' });
  rmSync(config);
  for (const file of globSync('**/*.d.ts', { cwd: target })) {
    const text = readFileSync(join(target, file), 'utf8');
    writeFileSync(join(target, file), text.replace(/(from ['"]|import\(['"])(\.{1,2}\/[^'"]+)/g, '$1$2.js'));
  }
}

if (process.argv[1] === import.meta.filename) console.log(`built ${relative(root, await buildSdk())}`);
