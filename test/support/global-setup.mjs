import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unpackBrowser } from './browser-home.mjs';

/**
 * Builds the service and its dashboard for tests that start real processes or a browser (types are checked before
 * jest, so emitting is enough here), unpacks that browser, and prepares the server of the test databases: that of
 * `DATABASE_URL`, else the embedded one on a folder of the tests' own.
 */
export default async function setUp() {
  const root = join(import.meta.dirname, '..', '..');
  spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'], {
    cwd: root,
  });
  spawnSync(process.execPath, [join(root, 'scripts', 'build-dashboard.mjs')], { cwd: root, stdio: 'inherit' });
  unpackBrowser(root);
  const { prepareServer } = await import('./server.mjs');
  process.env.TEST_SERVER = JSON.stringify(await prepareServer(root));
}
