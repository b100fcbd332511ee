// Links node_modules/.bin/node to the Node 24 that comes as an npm package, so that npm's scripts and npx run on it
// whatever the system's Node is. npm 10 needs this: with the packages of other platforms it also removes their link.
// The binary is tried first, since it needs glibc; where none runs, the system's Node is used. Runs on Node 20 itself.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node of the service and its dependencies; `engines` in package.json is that of the installation. */
const OLDEST_NODE = '22.17.0';
/** The first 24 without the faults published on 2026-03-24, by which a request can end the process. */
const SAFE_NODE = '24.14.1';
const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
const isWindows = process.platform === 'win32';
const executable = isWindows ? 'node.exe' : 'node';
const link = path.join(modules, '.bin', executable);
const platform = isWindows ? 'win' : process.platform;

const binary = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
  .map((name) => path.join(modules, name, 'bin', executable))
  .find((file) => versionOf(file)?.startsWith('v24.'));

const bundled = binary && versionOf(binary).slice(1);
const isUnsafe = bundled && isOlder(bundled, SAFE_NODE);
// npm puts its links first, so this may itself run on the package; npm names the Node that it runs on.
const system = (versionOf(process.env.npm_node_execpath ?? process.execPath) ?? process.version).slice(1);
const packaged = `The Node package for ${process.platform}-${process.arch}`;
const unsafe = `${packaged} is v${bundled}, older than v${SAFE_NODE}, which fixes known faults`;

if (isUnsafe && isOlder(bundled, system)) {
  fs.rmSync(link, { force: true });
  console.warn(`${unsafe}; using the system's v${system}.`);
} else if (binary) {
  if (isUnsafe) console.warn(`${unsafe}; install a newer Node.`);
  // On Windows the link may be the program that runs this script: it is replaced only when it must be.
  if (versionOf(link) !== versionOf(binary)) placeLink(binary);
} else {
  // A link to a binary that does not run here would break every script.
  fs.rmSync(link, { force: true });
  const demand = isOlder(system, OLDEST_NODE) ? `, but the service needs v${OLDEST_NODE} or later` : '';
  console.warn(
    `No Node 24 package runs on ${process.platform}-${process.arch}; using the system's v${system}${demand}.`,
  );
}

/** Compares two versions of three numbers. */
function isOlder(version, other) {
  const [left, right] = [version, other].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2].find((place) => left[place] !== right[place]);
  return at !== undefined && left[at] < right[at];
}

/** Undefined when there is no such program, or it does not run here. */
function versionOf(file) {
  try {
    return execFileSync(file, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

function placeLink(file) {
  fs.mkdirSync(path.dirname(link), { recursive: true });
  fs.rmSync(link, { force: true });
  if (isWindows) placeCopy(file);
  else fs.symlinkSync(path.relative(path.dirname(link), file), link);
}

/**
 * Windows allows symbolic links to administrators only. node.exe comes before npm's node.cmd in the order of
 * extensions.
 */
function placeCopy(file) {
  try {
    fs.linkSync(file, link);
  } catch {
    fs.copyFileSync(file, link);
  }
}
