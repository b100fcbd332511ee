/**
 * Puts into an empty folder what the service needs to run, and nothing else: the build in use, the packages of
 * `dependencies`, and how health is checked. Neither the embedded PostgreSQL nor a Node of its own is among them: the
 * last stage of the Dockerfile is this folder. Prints the files' sizes as JSON.
 *
 *     node scripts/install-production.mjs FOLDER              installs the packages with npm ci
 *     node scripts/install-production.mjs FOLDER --installed  copies them from node_modules, without the network
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
/** Without the embedded PostgreSQL; with Node (120 MB) and a small system (80 MB) the image stays below 350 MB. */
const SIZE_MAX_BYTES = 150_000_000;

const [target, ...options] = process.argv.slice(2);
const isOffline = options[0] === '--installed';
if (target === undefined || options.length > Number(isOffline)) {
  process.stderr.write('usage: node scripts/install-production.mjs FOLDER [--installed]\n');
  process.exit(2);
}
const folder = resolve(target);
fs.mkdirSync(folder, { recursive: true });
if (fs.readdirSync(folder).length > 0) throw new Error(`${folder} must be empty`);

const lock = JSON.parse(fs.readFileSync(join(root, 'package-lock.json'), 'utf8'));
const { manifest, lockfile } = withoutOwnServers(JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8')), lock);
writeJson('package.json', manifest);
writeJson('package-lock.json', lockfile);
if (isOffline) copyPackages();
else
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
dropTypesAndMaps(join(folder, 'node_modules'));
fs.rmSync(join(folder, 'package-lock.json'));
fs.cpSync(fs.realpathSync(join(root, 'dist')), join(folder, 'dist'), { recursive: true, filter: isNeeded });
fs.copyFileSync(join(import.meta.dirname, 'check-health.mjs'), join(folder, 'check-health.mjs'));

const sizes = { packages: sizeOf(join(folder, 'node_modules')), total: sizeOf(folder) };
process.stdout.write(`${JSON.stringify(sizes)}\n`);
if (sizes.total > SIZE_MAX_BYTES) throw new Error(`${sizes.total} bytes are more than ${SIZE_MAX_BYTES}`);

/** The project's optional packages are servers and Nodes for a bare machine. npm wants both files to agree. */
function withoutOwnServers(
  { devDependencies: _unused, optionalDependencies, scripts: _scripts, ...kept },
  { packages, ...head },
) {
  const own = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`);
  const entries = Object.entries(packages).filter(([path]) => path !== '' && !own.includes(path));
  const { devDependencies: _dev, optionalDependencies: _own, hasInstallScript: _script, ...top } = packages[''];
  const isOfProduction = (name) => entries.some(([path, { dev }]) => path === `node_modules/${name}` && !dev);
  // One that refers to a package for development would be refused.
  const overrides = Object.fromEntries(Object.entries(kept.overrides).filter(([name]) => isOfProduction(name)));
  return {
    manifest: { ...kept, overrides },
    lockfile: { ...head, packages: { '': top, ...Object.fromEntries(entries) } },
  };
}

function copyPackages() {
  for (const [path, { dev, optional }] of Object.entries(lockfile.packages)) {
    const from = join(root, path);
    // An optional one may be of another platform.
    if (path === '' || dev || (optional && !fs.existsSync(from))) continue;
    fs.cpSync(from, join(folder, path), {
      recursive: true,
      filter: (file) => relative(from, file).split(sep)[0] !== 'node_modules',
    });
  }
}

/** Packages bring their types and the maps to their sources, which no process reads: some tens of megabytes. */
function dropTypesAndMaps(packages) {
  for (const entry of fs.readdirSync(packages, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.(map|d\.[cm]?ts)$/.test(entry.name)) fs.rmSync(join(entry.parentPath, entry.name));
  }
}

/** What Node compiled is kept beside a build that runs, and so is the bundle of the tests. Source maps are kept. */
function isNeeded(file) {
  return !/^\.(compiled|bundled)/.test(basename(file));
}

function writeJson(name, value) {
  fs.writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
}

/** The sum of its files, in bytes. */
function sizeOf(below) {
  return fs
    .readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(join(entry.parentPath, entry.name)).size, 0);
}
