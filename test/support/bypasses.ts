import type { Bypasses } from '../../src/config.js';

/** False in a run of the tests with all bypasses switched off. */
const isOn = process.env['TEST_BYPASSES'] !== 'off';

/** What the service under test is started with. */
export const BYPASSES: Bypasses = {
  directReads: isOn,
  compiledQueries: isOn,
  gateDocuments: isOn,
  textArrays: isOn,
};
