import type { FastPaths } from '../../src/environment-values.js';

/** False in a run of the tests with all fast paths switched off. */
const isOn = process.env['TEST_BYPASSES'] !== 'off';

/** What the service under test is started with. */
export const FAST_PATHS: FastPaths = {
  directReads: isOn,
  compiledQueries: isOn,
  gateDocuments: isOn,
  textArrays: isOn,
};
