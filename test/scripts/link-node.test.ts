import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
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
  function link(version: string, system: string) {
    writeNode(join(project, 'node_modules', PACKAGE, 'bin'), version);
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
});

function writeNode(folder: string, version: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(folder, 'node'), 0o755);
}
