/**
 * jest finds, orders and reports the tests; jest-light-runner runs them, in threads of plain Node. A thread loads a
 * module once for all of its test files, where jest's own runner loads it for each: that was most of a run's time.
 */
export default {
  // One more than two processors have: the tests of processes and browsers wait more than they work.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  projects: [
    {
      displayName: 'service',
      runner: 'jest-light-runner',
      roots: ['src', 'bench', 'scripts', 'test'].map((folder) => `<rootDir>/${folder}`),
      testMatch: ['<rootDir>/test/**/*.test.ts'],
      // For `test:changed`, which follows imports by jest's own means.
      moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
      setupFiles: ['<rootDir>/scripts/register.mjs', '<rootDir>/test/support/known-password.mjs'],
      setupFilesAfterEnv: ['<rootDir>/test/support/time-limits.mjs'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};
