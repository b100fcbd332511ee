import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../contract/sources.js';

const PACKAGE = `node-${process.platform}-${process.arch}`;
const LINKED = `../${PACKAGE}/bin/node`;

describe('the Node that comes as a package', () => {
  let project: string;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'bvm-link-node-'));
    mkdirSync(join(project, 'scripts'));
    copyFileSync(join(ROOT, 'scripts', 'link-node.mjs'), join(project, 'scripts', 'link-node.mjs'));
  });
  afterEach(() => rmSync(project, { recursive: true }));

  /**
   * Installs a package whose Node says that it is of that version, beside a system's, and links as after an
   * installation.
   */
  function link(version: string | null, system: string) {
    if (version !== null) writeNode(join(project, 'node_modules', PACKAGE, 'bin'), version);
    writeNode(join(project, 'system'), system);
    const { status, stderr } = spawnSync(process.execPath, [join(project, 'scripts', 'link-node.mjs')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], npm_node_execpath: join(project, 'system', 'node') },
    });
    return { status, stderr, linked: linked() };
  }

  function linked(): string | null {
    try {
      return readlinkSync(join(project, 'node_modules', '.bin', 'node'));
    } catch {
      return null;
    }
  }

  test('is linked when its version is recent enough, whatever the system has', () => {
    expect(link('v24.21.0', 'v26.0.0')).toEqual({ status: 0, stderr: '', linked: LINKED });
  });

  test("is refused for the system's newer one when faults of its version are known, and a link to it removed", () => {
    mkdirSync(join(project, 'node_modules', '.bin'), { recursive: true });
    symlinkSync(LINKED, join(project, 'node_modules', '.bin', 'node'));
    expect(link('v24.0.0', 'v24.20.0')).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^The Node package for .* is v24\.0\.0, .*; using the system's v24\.20\.0\.\n$/),
      linked: null,
    });
  });

  test.each(['v18.20.0', 'v20.20.2', 'v24.0.0'])('is linked, with a warning, when the system has %s only', (system) => {
    expect(link('v24.0.0', system)).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^The Node package for .* is v24\.0\.0, .*; install a newer Node\.\n$/),
      linked: LINKED,
    });
  });

  test.each([
    ['v20.20.2', "using the system's v20.20.2, but the service needs v22.17.0 or later.\n"],
    ['v22.17.0', "using the system's v22.17.0.\n"],
  ])('where none runs, the installation says whether %s of the system is recent enough', (system, told) => {
    expect(link(null, system)).toEqual({ status: 0, stderr: expect.stringContaining(told), linked: null });
  });

  test('the oldest Node that the service is said to run on is the oldest that all its dependencies accept', () => {
    const script = readFileSync(join(ROOT, 'scripts', 'link-node.mjs'), 'utf8');
    const accepted = demandsOfDependencies().toSorted(compareVersions);
    expect(accepted.length).toBeGreaterThan(50);
    expect(script).toContain(`OLDEST_NODE = '${accepted.at(-1)?.join('.')}'`);
  });

  test('the Node that `engines` demands is the one that an installation needs, as the readme says', () => {
    const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const [, major] = /needs Node (\d+) or later/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
    expect(engines).toEqual({ node: `>=${major}` });
  });
});

/** What the packages that the service is made of demand as `>=` one version, as three numbers. */
function demandsOfDependencies(): number[][] {
  const lock: { packages: Record<string, { dev?: boolean; optional?: boolean; engines?: { node?: string } }> } =
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .flatMap(([, { engines }]) => {
      const [, floor] = /^>= ?(\d+(?:\.\d+){0,2})$/.exec(engines?.node ?? '') ?? [];
      return floor === undefined ? [] : [[...floor.split('.').map(Number), 0, 0].slice(0, 3)];
    });
}

function compareVersions(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

function writeNode(folder: string, version: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(folder, 'node'), 0o755);
}
