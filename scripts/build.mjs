/**
 * Builds the service and its pages, unless a build of the same sources is there: `npm start` and the operator's
 * commands call this each time. A build is a folder named by the hash of its sources, `dist-<hash>`, and `dist` links
 * to the one in use. It is written under another name first, with its stamp last, so that half a build is never used,
 * two builds at once do no harm, and a service that runs keeps the files that it was started with. Types are not
 * checked (`npm run check` does so). With `--service` a changed dashboard stays as it was last built.
 */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
const link = join(root, 'dist');
/**
 * What runs in the browser: where it lies in a build, where its sources are (packages alone for the API reference),
 * what folder their parts are in where that is another, and who builds it.
 */
const PAGES = {
  dashboard: { place: 'dashboard', source: 'dashboard', write: writePage },
  visitors: { place: 'visitors', source: 'dashboard/visitors', parts: 'dashboard', write: writePage },
  explorer: { place: 'explorer', source: 'explorer', write: writePage },
  reference: { place: 'api-reference', write: writeReference },
};
const STAMP = 'build.json';
/** What decides how sources are built, beside themselves: the packages' versions, and the scripts. */
const SETTINGS = [
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/build-page.mjs',
  'scripts/write-reference.mjs',
];
/** Beside the one in use: a service started from one of them may still load a part of it. */
const FORMER_BUILDS_MAX = 2;
/** Of a folder that a build was ended in the middle of. */
const ABANDONED_MS = 3_600_000;
/** Where a source is changed while it is built, the build is done again. */
const ATTEMPTS_MAX = 3;

/** Sees to a whole build of the present sources, and links `dist` to it. @throws Error of the compiler. */
export async function build({ serviceOnly = false } = {}) {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const wanted = wantedBuild(serviceOnly);
    const folder = join(root, `dist-${hashOf(Object.values(wanted)).slice(0, 16)}`);
    if (!isWhole(folder)) await write(folder, wanted);
    if (wantedBuild(serviceOnly).service !== wanted.service) continue;
    use(folder);
    return;
  }
  throw new Error('The sources were changed again and again while they were built.');
}

/** The hashes of what is to be built, in one order; those of the dashboard in use where its changes do not matter. */
function wantedBuild(serviceOnly) {
  const settings = SETTINGS.filter((file) => fs.existsSync(join(root, file)));
  const pages = Object.entries(PAGES).map(([name, { source, parts = source }]) => [
    name,
    hashOfFiles([...settings, ...(parts === undefined ? [] : filesBelow(parts))]),
  ]);
  const wanted = { service: hashOfFiles([...settings, ...filesBelow('src')]), ...Object.fromEntries(pages) };
  const { dashboard, visitors } = (serviceOnly && stampOf(link)) || {};
  return dashboard === undefined || visitors === undefined ? wanted : { ...wanted, dashboard, visitors };
}

function hashOfFiles(files) {
  return hashOf(files.flatMap((file) => [file, fs.readFileSync(join(root, file))]));
}

/** Each part with its length, so that no two lists of parts are hashed alike. */
function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}\0`).update(part);
  return hash.digest('hex');
}

/** By paths from the root, with slashes, in one order everywhere. */
function filesBelow(folder) {
  return fs
    .readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function stampOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(join(folder, STAMP), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether each file of it is there in its length: after a power failure a file that was renamed may be empty. */
function isWhole(folder) {
  const stamp = stampOf(folder);
  if (stamp === undefined) return false;
  const sizeOf = (file) => fs.statSync(join(folder, file), { throwIfNoEntry: false })?.size;
  return Object.entries(stamp.files).every(([file, size]) => sizeOf(file) === size);
}

async function write(folder, wanted) {
  const fresh = `${folder}.${process.pid}.building`;
  try {
    await buildService(fresh);
    for (const name of Object.keys(PAGES)) await placePage(name, fresh, wanted[name]);
    const files = filesBelow(relative(root, fresh)).map((path) => {
      const file = join(root, path);
      return [relative(fresh, file), fs.statSync(file).size];
    });
    fs.writeFileSync(join(fresh, STAMP), JSON.stringify({ ...wanted, files: Object.fromEntries(files) }));
    place(fresh, folder);
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true });
  }
}

/** One file for each source, decorators compiled as tsconfig.json says. */
async function buildService(outDir) {
  const { rolldown } = await import('rolldown');
  const sources = filesBelow('src').filter((file) => /(?<!\.d)\.ts$/.test(file));
  const bundle = await rolldown({
    input: Object.fromEntries(sources.map((file) => [file.slice('src/'.length, -'.ts'.length), join(root, file)])),
    cwd: root,
    platform: 'node',
    tsconfig: join(root, 'tsconfig.json'),
    // Packages are imported as they are, but for the compiler's own helpers, which are no package of the project.
    external: (id) => !/^[./]|^[A-Za-z]:|^@oxc-project\/runtime\//.test(id),
    treeshake: false,
  });
  try {
    const files = { format: 'esm', preserveModules: true, preserveModulesRoot: join(root, 'src') };
    await bundle.write({ dir: outDir, ...files, sourcemap: true });
  } finally {
    await bundle.close();
  }
}

/** From a former build of the same sources, else built. */
async function placePage(name, fresh, hash) {
  const { place: path, source, write: writeTo } = PAGES[name];
  const built = builds().find((folder) => stampOf(folder)?.[name] === hash && isWhole(folder));
  if (built !== undefined) fs.cpSync(join(built, path), join(fresh, path), { recursive: true });
  else await writeTo(join(fresh, path), source);
}

async function writePage(outDir, source) {
  const { buildPage } = await import('./build-page.mjs');
  await buildPage(join(root, source), outDir);
}

async function writeReference(outDir) {
  const reference = await import('./write-reference.mjs');
  await reference.writeReference(outDir);
}

/** Renames a whole build to its name. Where another process was first, its build is as good. */
function place(fresh, folder) {
  try {
    fs.renameSync(fresh, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
    if (isWhole(folder)) return;
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(fresh, folder);
  }
}

/** Points `dist` at the build, at once for whoever looks, and removes builds that nobody needs. */
function use(folder) {
  const now = new Date();
  fs.utimesSync(folder, now, now);
  if (!isLinkTo(folder)) {
    const fresh = `${link}.${process.pid}.building`;
    fs.symlinkSync(process.platform === 'win32' ? folder : relative(dirname(link), folder), fresh, 'junction');
    try {
      fs.renameSync(fresh, link);
    } catch {
      // Windows replaces no link, and no system replaces the folder that older versions built into.
      fs.rmSync(link, { recursive: true, force: true });
      fs.renameSync(fresh, link);
    }
  }
  const old = builds().filter((other) => other !== folder);
  for (const other of old.slice(FORMER_BUILDS_MAX)) fs.rmSync(other, { recursive: true, force: true });
  for (const other of foldersLike(/^dist-[0-9a-f]{16}\.\d+\.building$/)) {
    if (now.getTime() - mtimeOf(other) > ABANDONED_MS) fs.rmSync(other, { recursive: true, force: true });
  }
}

function isLinkTo(folder) {
  try {
    return fs.readlinkSync(link) === relative(dirname(link), folder);
  } catch {
    return false;
  }
}

/** All builds, the one used last first. */
function builds() {
  return foldersLike(/^dist-[0-9a-f]{16}$/).sort((one, other) => mtimeOf(other) - mtimeOf(one));
}

function foldersLike(name) {
  return fs
    .readdirSync(root)
    .filter((entry) => name.test(entry))
    .map((entry) => join(root, entry));
}

/** Of what another process removes meanwhile, the earliest. */
function mtimeOf(path) {
  return fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Whether `node` was started with this file, by whatever link: `import.meta.main` is missing before Node 24. */
function isMain() {
  const started = process.argv[1];
  return started !== undefined && fs.realpathSync(started) === fs.realpathSync(import.meta.filename);
}

if (isMain()) {
  try {
    await build({ serviceOnly: process.argv.includes('--service') });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
