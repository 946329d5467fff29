/** One Jest run for the whole tree: pure specs, database specs and black-box tests share one Postgres cluster. */
module.exports = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{apps,libs,tools}/**/*.spec.ts', '<rootDir>/apps/e2e/**/*.e2e.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.waybill/'],
  transform: {
    '\\.ts$': [
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
  globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
  reporters: ['default', '<rootDir>/tools/test-summary.cjs'],
  testTimeout: 120000,
  maxWorkers: 2,
};
