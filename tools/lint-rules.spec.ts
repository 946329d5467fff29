import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..');

interface Fixture {
  /** The file in whose place the text is judged; it exists, because typed rules need it. */
  file: string;
  text: string;
}

// ESLint's configuration is an ES module, which Jest's own module system does not load.
const program = `
import { ESLint } from 'eslint';
const fixtures = JSON.parse(process.argv[1]);
const eslint = new ESLint();
const rules = [];
for (const { file, text } of fixtures) {
  const [result] = await eslint.lintText(text, { filePath: file });
  rules.push(result.messages.map((message) => message.ruleId));
}
console.log(JSON.stringify(rules));
`;

/** The rules that ESLint reports for each fixture. */
function lint(fixtures: Fixture[]): string[][] {
  const args = ['--input-type=module', '--eval', program, JSON.stringify(fixtures)];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as string[][];
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
