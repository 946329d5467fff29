import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

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
  { sourceTag: 'type:infra', onlyDependOnLibsWithTags: ['type:contracts', 'type:infra', 'type:testing'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:contracts', 'type:infra', 'type:testing'] },
  // Black-box tests know the system by its interface: the testing library, contracts and ids only.
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:testing', 'type:contracts', 'type:infra'] },
];

const scopes = ['gateway', 'contacts', 'delivery', 'workflow-engine', 'segments', 'billing', 'domain-verifier', 'e2e'];

/** Test support is for tests: what runs in production must not depend on it. */
const testSupport = {
  group: ['@waybill/testing/*', '@waybill/stack/*'],
  message: 'Test support is for specs, black-box tests and tools.',
};
/** One library speaks NATS, so that a later client is one change. */
const natsClient = { name: 'nats', message: 'Import from @waybill/messaging.' };

/** SQL that reads the clock of the database itself. */
const ownClock = String.raw`/(?<![.\w])(now\(\)|clock_timestamp\(\)|statement_timestamp\(\)|transaction_timestamp\(\)|current_timestamp\b)/i`;

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.nx/**', '.waybill/**', 'coverage/**', '**/*.cjs', '**/*.mjs'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    plugins: { '@nx': nx },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          // The bundler is a tool of the workspace, not a project.
          allow: ['../build.ts'],
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
      'no-restricted-imports': ['error', { paths: [natsClient], patterns: [testSupport] }],
      // A barrel makes everything depend on everything.
      'no-restricted-syntax': [
        'error',
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
      ],
      eqeqeq: 'error',
      // Nest's parameter decorators and empty route handlers.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      // Decorated classes refer to functions as entity lists.
      '@typescript-eslint/no-unsafe-function-type': 'off',
    },
  },
  {
    // The library that speaks NATS.
    files: [
      'libs/messaging/**/*.ts',
      'apps/e2e/**/*.ts',
      '**/*.spec.ts',
      '**/*.fixture.ts',
      'tools/**/*.ts',
      'libs/testing/**/*.ts',
    ],
    rules: { 'no-restricted-imports': 'off' },
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
    files: ['libs/testing/src/global-setup.ts', 'tools/bench/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    // Answers of the system under test are looked into, not typed.
    files: ['**/*.spec.ts', '**/*.e2e.ts', 'apps/e2e/**/*.ts', 'libs/testing/**/*.ts'],
    rules: { '@typescript-eslint/no-explicit-any': 'off' },
  },
);
