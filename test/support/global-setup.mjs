import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackBrowser } from './browser-home.mjs';
import { bundleService } from './bundled-service.mjs';

/** As whole.ts has it: a full verification starts the build as it is. */
const IS_WHOLE = process.env.TEST_WHOLE === 'true';

/**
 * Builds the service and its dashboard for tests that start real processes or a browser, bundles the service, and
 * unpacks the browser. Prepares the server of the test databases: that of `DATABASE_URL`, else the embedded one on a
 * folder of the tests' own.
 */
export default async function setUp() {
  const root = join(import.meta.dirname, '..', '..');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  const dist = join(root, 'dist');
  unpackBrowser(root);
  const { prepareServer } = await import('./server.mjs');
  const [server, service] = await Promise.all([prepareServer(), IS_WHOLE ? dist : bundleService(dist)]);
  process.env.TEST_SERVER = JSON.stringify(server);
  process.env.TEST_SERVICE = service;
}
