import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The packages that decide its speed are pinned; its other packages are the latest. */
const PACKAGES = {
  postgraphile: '5.1.5',
  '@dataplan/pg': '1.1.2',
  grafast: '1.1.3',
  grafserv: '1.0.2',
  graphql: '16.15.0',
  pg: '8.23.0',
};

const INSTALL_MS = 180_000;

/**
 * The folder that PostGraphile is installed in, beside the compiled benchmark. It is not a dependency of the project:
 * its 185 packages of 300 MB would burden every `npm ci`. The first benchmark fetches it; null, with the reason
 * printed, where that fails.
 */
export async function installPostgraphile(): Promise<string | null> {
  const folder = join(import.meta.dirname, '..', '..', `postgraphile-${PACKAGES.postgraphile}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }));
  console.log(`Fetching PostGraphile ${PACKAGES.postgraphile} for the comparison, once (185 packages) …\n`);
  try {
    await npm(['install', '--prefix', unfinished, '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']);
    renameSync(unfinished, folder);
    return folder;
  } catch (error) {
    const [reason] = String(error).split('\n', 1);
    console.log(`PostGraphile could not be installed and is left out: ${reason}\n`);
    return null;
  }
}

/** The npm that runs the benchmark, else the one of the path. */
async function npm(words: readonly string[]): Promise<void> {
  const script = process.env.npm_execpath;
  const [program, first] = script === undefined ? ['npm', []] : [process.execPath, [script]];
  await promisify(execFile)(program, [...first, ...words], { timeout: INSTALL_MS });
}
