import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import waybill from './tools/lint/plugin.mjs';

/** The roles of files, `noun.role.ts`; CONTRIBUTING.md says what each is for. Pure logic has none. */
const roles = [
  ...['entity', 'controller', 'consumer', 'service', 'worker', 'sql', 'step', 'guard', 'filter', 'module', 'provider'],
  ...['rule', 'thread'],
];

/**
 * Files that do not keep a rule yet. Nothing is added here: a file that is touched is mended and leaves its list.
 */
const exempt = {
  'max-params': ['apps/delivery/src/campaign/campaign.service.ts'],
};

/** Which kind of project may import which; an app never imports another app, because no tag is allowed to. */
const boundaries = [
  // An app stands on the libs; only its own scope and the shared one are open to it.
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:contracts', 'type:pure', 'type:infra', 'type:testing'] },
  // Contracts are read by everyone, so they must not pull anything in.
  { sourceTag: 'type:contracts', onlyDependOnLibsWithTags: ['type:contracts'] },
  // Pure logic runs anywhere: no Nest, no database, no bus.
  {
    sourceTag: 'type:pure',
    onlyDependOnLibsWithTags: ['type:contracts', 'type:pure'],
    bannedExternalImports: ['@nestjs/*', 'typeorm', 'pg', 'nats', 'fastify'],
  },
  { sourceTag: 'type:infra', onlyDependOnLibsWithTags: ['type:contracts', 'type:pure', 'type:infra', 'type:testing'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:contracts', 'type:infra', 'type:testing'] },
  // The typed client is published and stands alone; programs of callers know the system by it.
  { sourceTag: 'type:sdk', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:sdk'] },
  // What runs in a browser knows the system by its HTTP interface alone.
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:sdk'] },
  // Black-box tests know the system by its interface: the client, the testing library, contracts and ids only.
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:sdk', 'type:testing', 'type:contracts', 'type:infra'] },
];

const scopes = [
  'cli',
  'gateway',
  'contacts',
  'delivery',
  'workflow-engine',
  'segments',
  'billing',
  'domain-verifier',
  'dashboard',
  'e2e',
];

/** Test support is for tests: what runs in production must not depend on it. */
const testSupport = {
  group: ['@waybill/testing/*', '@waybill/stack/*'],
  message: 'Test support is for specs, black-box tests and tools.',
};
/** A private path or field of a library changes without notice. Modules that nodemailer exports by name and with types are public. */
const privatePaths = {
  group: [
    ...['@nestjs/*/*', 'nodemailer/lib/*', 'pg/lib/*', 'pg-protocol', 'typeorm/*/**', 'nats/lib/*', 'fastify/lib/*'],
    ...['mail-composer', 'mime-node', 'qp', 'smtp-connection'].map((name) => `!nodemailer/lib/${name}`),
  ],
  message: 'Only public calls of libraries.',
};
const privateFields = {
  selector: "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
  message: 'Do not cast through unknown to reach what a type hides.',
};
/** One library speaks NATS, so that a later client is one change. */
const natsClient = { name: 'nats', message: 'Import from @waybill/messaging.' };

/** SQL that reads the clock of the database itself. */
const ownClock = String.raw`/(?<![.\w])(now\(\)|clock_timestamp\(\)|statement_timestamp\(\)|transaction_timestamp\(\)|current_timestamp\b)/i`;

const syntax = [
  // A barrel makes everything depend on everything.
  { selector: 'ExportAllDeclaration', message: 'Export by name: no barrels.' },
  {
    selector: "BinaryExpression[operator='==='] > Identifier[name=/^(secret|password|token)$/]",
    message: 'Compare secrets in constant time.',
  },
  // One clock for all services, which a test may set: hosts with wrong clocks agree.
  ...['TemplateElement[value.raw', 'Literal[value'].map((text) => ({
    selector: `${text}=${ownClock}]`,
    message: 'Ask app.now() for the time.',
  })),
];

/** Tests of the running system speak HTTP; what they do with rows has a name there. */
const rowsByName = [
  "MemberExpression[property.name='db'][object.property.name='database']",
  "VariableDeclarator[init.property.name='database'] > ObjectPattern > Property[key.name='db']",
].map((selector) => ({ selector, message: 'No SQL in a test of the running system: use apps/e2e/src/rows.' }));

const tests = ['**/*.spec.ts', '**/*.e2e.ts', '**/*.fixture.ts', 'apps/e2e/**/*.ts', 'libs/testing/**/*.ts'];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'libs/sdk/src/openapi-types.ts',
      'node_modules/**',
      '.nx/**',
      '.waybill/**',
      'coverage/**',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx, waybill },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          // The bundler is a tool of the workspace, not a project; the gateway serves the API description.
          allow: ['../build.ts', '../build-web.ts', '../../../../docs/openapi.json'],
          // The database specs of these libs run on the testing library, which stands on them.
          ignoredCircularDependencies: ['database', 'messaging', 'bootstrap'].map((lib) => [lib, 'testing']),
          depConstraints: [
            ...boundaries,
            ...scopes.map((scope) => ({
              sourceTag: `scope:${scope}`,
              onlyDependOnLibsWithTags: [`scope:${scope}`, 'scope:shared'],
            })),
            { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
          ],
        },
      ],
      // A forgotten promise loses its error and, on shutdown, its work.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // An answer of the HTTP interface has no static type in a test.
      '@typescript-eslint/no-explicit-any': 'error',
      // Leading underscore says "on purpose".
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Settings are read in one place, where each has a type, a default and a sentence.
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings are read in config.ts.' },
      ],
      'no-restricted-imports': ['error', { paths: [natsClient], patterns: [testSupport, privatePaths] }],
      'no-restricted-syntax': ['error', ...syntax, privateFields],
      // A file, a function and a folder that can be read in one go.
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 60],
      'max-params': ['error', 6],
      // A reader knows from the name what a file does, and finds a feature in one folder.
      'waybill/file-role': ['error', roles],
      'waybill/folder-size': ['error', 15],
      'waybill/folder-cycle': 'error',
      'waybill/screen-imports': 'error',
      // Comments, logs and errors are read by people whose third language is English.
      'waybill/plain-words': 'error',
      eqeqeq: 'error',
      // Nest's parameter decorators and empty route handlers.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      // Decorated classes refer to functions as entity lists.
      '@typescript-eslint/no-unsafe-function-type': 'off',
    },
  },
  {
    files: ['apps/dashboard/**/*.ts', 'apps/dashboard/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'waybill/file-role': ['error', [...roles, 'queries']],
    },
  },
  ...Object.entries(exempt)
    .filter(([, files]) => files.length > 0)
    .map(([rule, files]) => ({ files, rules: { [rule]: 'off' } })),
  {
    // The library that speaks NATS.
    files: ['libs/messaging/**/*.ts', 'apps/e2e/**/*.ts', 'tools/**/*.ts', 'libs/testing/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [privatePaths] }] },
  },
  {
    // A test is a list of cases, and looks behind an interface where a fault has to be played.
    files: tests,
    rules: {
      'no-restricted-imports': 'off',
      'max-lines-per-function': 'off',
      'waybill/plain-words': 'off',
      'no-restricted-syntax': ['error', ...syntax],
    },
  },
  {
    files: ['apps/e2e/src/**/*.e2e.ts'],
    rules: { 'no-restricted-syntax': ['error', ...syntax, ...rowsByName] },
  },
  {
    files: ['tools/**/*.ts'],
    rules: { 'waybill/plain-words': 'off' },
  },
  {
    // The readers of the environment, and programs that are not services.
    files: [
      '**/config.ts',
      'libs/bootstrap/**/*.ts',
      'libs/testing/**/*.ts',
      'tools/**/*.ts',
      '**/*.spec.ts',
      '**/*.e2e.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // What runs before or without a map of module names imports by path: Jest's global setup, and Node itself.
    files: ['libs/testing/src/global-*.ts', 'tools/bench/**/*.ts', 'tools/rehearse/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    // Answers of the system under test are looked into, not typed.
    files: ['**/*.spec.ts', '**/*.e2e.ts', 'apps/e2e/**/*.ts', 'libs/testing/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
);
