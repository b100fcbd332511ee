/** ESM throughout: the .npmrc beside this file gives Node the flag that jest needs for it. */
const base = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
          keepClassNames: true,
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};

/**
 * GraphQL's tests run once more with all bypasses switched off (test/support/bypasses.ts), but for those that run no
 * operation.
 */
export default {
  testTimeout: 60_000,
  // Most tests wait for a database or a process. A worker keeps what each file loaded; beyond the limit it is replaced.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1500MB',
  projects: [
    { ...base, displayName: 'service' },
    {
      ...base,
      displayName: 'without bypasses',
      roots: ['<rootDir>/test/graphql'],
      testPathIgnorePatterns: ['/(bounds|cost|prices|schema)\\.test\\.ts$'],
      globals: { BYPASSES: 'off' },
    },
  ],
};
