import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..');

interface Fixture {
  /** The file in whose place the text is judged; where it does not exist, the rules that need types are left out. */
  file: string;
  text: string;
  /** Options of rules for this fixture alone. */
  options?: Record<string, unknown[]>;
}

// ESLint's configuration is an ES module, which Jest's own module system does not load.
const program = `
import { ESLint } from 'eslint';
import { existsSync } from 'node:fs';
const fixtures = JSON.parse(process.argv[1]);
const typed = new ESLint();
const untyped = (rules = {}) =>
  new ESLint({
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } }, rules },
    ruleFilter: ({ ruleId }) => !/^@/.test(ruleId),
  });
const rules = [];
for (const { file, text, options } of fixtures) {
  const eslint = existsSync(file) ? typed : untyped(options);
  const [result] = await eslint.lintText(text, { filePath: file });
  rules.push(result.messages.map((message) => message.ruleId));
}
console.log(JSON.stringify(rules));
`;

/** The rules that ESLint reports for each fixture. */
function lint(fixtures: Fixture[]): string[][] {
  const env = { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' };
  // The boundary rule reads the project graph that Nx computed last.
  spawnSync(join(root, 'node_modules/.bin/nx'), ['show', 'projects'], { cwd: root, env });
  const args = ['--input-type=module', '--eval', program, JSON.stringify(fixtures)];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout.trim().split('\n').at(-1)!) as string[][];
}

/** A name that is part of no statement here. */
const ownClock = 'now';

const boundary = '@nx/enforce-module-boundaries';

const cases: (Fixture & { name: string; rules: string[] })[] = [
  {
    name: 'refuses an app that imports another app',
    file: 'apps/contacts/src/main.ts',
    text: "import { DomainService } from '../../domain-verifier/src/domain/domain.service';\nexport { DomainService };\n",
    rules: [boundary],
  },
  {
    name: 'refuses contracts that import infrastructure',
    file: 'libs/contracts/src/errors.ts',
    text: "import { Db } from '@waybill/database/db';\nexport { Db };\n",
    rules: [boundary],
  },
  {
    name: 'refuses pure logic that imports Nest',
    file: 'libs/templating/src/template.ts',
    text: "import { Injectable } from '@nestjs/common';\nexport { Injectable };\n",
    rules: [boundary],
  },
  {
    name: 'refuses NATS outside messaging, test support in a service, barrels, floating promises and process.env',
    file: 'apps/contacts/src/main.ts',
    text: [
      "import { connect } from 'nats';",
      "import { eventually } from '@waybill/testing/eventually';",
      "export * from './service';",
      'connect();',
      "export const home = [process.env['HOME'], eventually];",
    ].join('\n'),
    rules: [
      '@typescript-eslint/no-floating-promises',
      'no-restricted-imports',
      'no-restricted-imports',
      'no-restricted-properties',
      'no-restricted-syntax',
    ],
  },
  {
    name: 'refuses a secret compared by ===, and a statement that asks Postgres for its own clock',
    file: 'apps/contacts/src/main.ts',
    text: [
      'export const same = (secret: string, given: string): boolean => secret === given;',
      `export const due = \`SELECT 1 FROM contacts.job WHERE due_at < ${ownClock}()\`;`,
      `export const since = 'SELECT CURRENT_${'TIMESTAMP'}';`,
      'export const right = `SELECT 1 FROM contacts.job WHERE due_at < app.now()`;',
    ].join('\n'),
    rules: ['no-restricted-syntax', 'no-restricted-syntax', 'no-restricted-syntax'],
  },
  {
    name: 'refuses private paths of libraries, and a cast that reaches what a type hides',
    file: 'apps/segments/src/main.ts',
    text: [
      "import Mail from 'nodemailer/lib/addressparser';",
      "import { METHOD_METADATA } from '@nestjs/common/constants';",
      'export const hidden = (Mail as unknown as { secrets: string }).secrets + METHOD_METADATA;',
    ].join('\n'),
    rules: ['no-restricted-imports', 'no-restricted-imports', 'no-restricted-syntax'],
  },
  {
    name: 'refuses a file of more than 400 lines',
    file: 'apps/segments/src/segment/long.ts',
    text: Array.from({ length: 401 }, (_, line) => `export const line${line} = ${line};`).join('\n'),
    rules: ['max-lines'],
  },
  {
    name: 'refuses a function of more than 60 lines, and one of seven parameters',
    file: 'apps/segments/src/segment/long.ts',
    text: [
      'export function long(): number {',
      ...Array.from({ length: 60 }, (_, line) => `  const line${line} = ${line};`),
      '  return line0;',
      '}',
      `export const wide = (${[...'abcdefg'].map((name) => `${name}: number`).join(', ')}): number => a + g;`,
    ].join('\n'),
    rules: ['max-lines-per-function', 'max-params'],
  },
  {
    name: 'refuses a file role that is not in the list',
    file: 'apps/segments/src/segment/segment.manager.ts',
    text: 'export const role = 1;\n',
    rules: ['waybill/file-role'],
  },
  {
    name: 'refuses the queries of a screen in a service',
    file: 'apps/segments/src/segment/segment.queries.ts',
    text: 'export const role = 1;\n',
    rules: ['waybill/file-role'],
  },
  {
    name: 'refuses a store, which is a service or statements',
    file: 'apps/segments/src/segment/segment-store.ts',
    text: 'export const role = 1;\n',
    rules: ['waybill/file-role'],
  },
  {
    name: 'refuses a file name that is not kebab-case',
    file: 'apps/segments/src/segment/segmentName.ts',
    text: 'export const role = 1;\n',
    rules: ['waybill/file-role'],
  },
  {
    name: 'accepts the tests of a role',
    file: 'apps/segments/src/segment/absent.service.db.spec.ts',
    text: 'export const role = 1;\n',
    rules: [],
  },
  {
    name: 'refuses a folder of more files than are allowed',
    file: 'libs/contracts/src/wire/absent.ts',
    text: 'export const size = 1;\n',
    options: { 'waybill/folder-size': ['error', 3] },
    rules: ['waybill/folder-size'],
  },
  {
    name: 'refuses a folder that imports one by which it is imported',
    file: 'libs/contracts/src/wire/absent.ts',
    text: "import type { ContactView } from '../contacts/contact';\nexport type View = ContactView;\n",
    rules: ['waybill/folder-cycle'],
  },
  {
    name: 'refuses SQL in a test of the running system',
    file: 'apps/e2e/src/absent.e2e.ts',
    text: [
      "it('counts rows', async () => {",
      '  const { db } = system.database;',
      "  await system.database.db.query('SELECT 1');",
      '});',
    ].join('\n'),
    rules: ['no-restricted-syntax', 'no-restricted-syntax'],
  },
  {
    name: 'refuses forbidden phrases in comments, strings and templates',
    file: 'apps/segments/src/segment/words.ts',
    text: [
      '/** Who is a member. */',
      `export const one = 'there are so ${'many'} members';`,
      `export const two = \`\${one}, and no${'body'} else\`;`,
      '// Whoever reads this stops here.',
    ].join('\n'),
    rules: Array<string>(4).fill('waybill/plain-words'),
  },
  {
    name: 'accepts an app that imports contracts and infrastructure',
    file: 'apps/contacts/src/main.ts',
    text: "import { AppError } from '@waybill/contracts/errors';\nimport { Db } from '@waybill/database/db';\nexport { AppError, Db };\n",
    rules: [],
  },
];

describe('the lint rules bite', () => {
  let found: string[][] = [];
  beforeAll(() => {
    found = lint(cases);
  });

  it.each(cases.map((one, index) => ({ ...one, index })))('$name', ({ rules, index }) => {
    expect(found[index]?.sort()).toEqual(rules);
  });
});
