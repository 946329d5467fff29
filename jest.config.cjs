const { totalmem } = require('node:os');

/**
 * Three projects: `pure` needs no server, `db` runs on a real Postgres and NATS, `e2e` on the running system. Run some of
 * them with `jest --selectProjects pure db`. Files of the first project start first, see tools/test-sequencer.cjs.
 */
const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.waybill/'],
  // The library of the translations is made of ES modules alone.
  transformIgnorePatterns: ['/node_modules/(?!@lingui/|@messageformat/)'],
  transform: {
    '\\.ts$|/(@lingui|@messageformat)/.*\\.m?js$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '^@waybill/stack/(.*)$': '<rootDir>/tools/stack/$1.ts',
    '^@waybill/([a-z-]+)/(.*)$': '<rootDir>/libs/$1/src/$2',
  },
};

/** One Postgres cluster, one NATS server and one build of the services serve a whole run. */
const servers = {
  globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
};

/**
 * Three on two cores: tests of the running system wait half of their time, for starts, retries and timers. A worker with its systems
 * and a browser takes up to 3 GB.
 */
const maxWorkers = totalmem() > 12 * 1024 ** 3 ? 3 : 2;

module.exports = {
  rootDir: __dirname,
  projects: [
    {
      ...base,
      displayName: 'pure',
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.db\\.spec\\.ts$', '/node_modules/'],
    },
    { ...base, ...servers, displayName: 'db', testMatch: ['<rootDir>/{apps,libs,tools}/**/*.db.spec.ts'] },
    {
      ...base,
      ...servers,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/apps/e2e/environment.cjs',
      testMatch: ['<rootDir>/apps/e2e/**/*.e2e.ts'],
    },
  ],
  reporters: ['<rootDir>/tools/test-reporter.cjs', 'summary', '<rootDir>/tools/test-summary.cjs'],
  testSequencer: '<rootDir>/tools/test-sequencer.cjs',
  testTimeout: 180000,
  // A worker that has run hundreds of files needs longer than half a second to end, above all on a busy machine.
  workerGracefulExitTimeout: 30000,
  maxWorkers,
};
