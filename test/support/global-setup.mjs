import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackBrowser } from './browser-home.mjs';

/**
 * Builds the service and its dashboard for tests that start real processes or a browser, unpacks that browser, and
 * prepares the server of the test databases: that of `DATABASE_URL`, else the embedded one on a folder of the tests'
 * own.
 */
export default async function setUp() {
  const root = join(import.meta.dirname, '..', '..');
  execFileSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  unpackBrowser(root);
  const { prepareServer } = await import('./server.mjs');
  process.env.TEST_SERVER = JSON.stringify(await prepareServer(root));
}
