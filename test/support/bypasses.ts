import type { Bypasses } from '../../src/bypasses.js';

/** False in the run of GraphQL's tests without bypasses, of which jest.config.js tells by a global of this name. */
const isOn = Reflect.get(globalThis, 'BYPASSES') !== 'off';

/** What the service under test is started with. */
export const BYPASSES: Bypasses = {
  directReads: isOn,
  compiledQueries: isOn,
  gateDocuments: isOn,
  textArrays: isOn,
};
