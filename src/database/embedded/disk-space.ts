import { statfsSync } from 'node:fs';

/** PostgreSQL needs a few files of 16 MB for its journal alone. */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/**
 * Bytes that may still be written to the disk that holds `folder`, which need not be there; undefined where it is
 * unknown.
 */
export function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // a file system that does not tell
  }
}

/** The line about a disk without room for the embedded database; undefined where there is enough. */
export function lackOfSpace(folder: string): string | undefined {
  const free = freeBytes(folder);
  if (free === undefined || free >= LEAST_FREE_BYTES) return undefined;
  const [left, least] = [free, LEAST_FREE_BYTES].map((bytes) => Math.floor(bytes / 1024 / 1024));
  return `the disk of ${folder} has ${left} MB left, and the embedded PostgreSQL needs ${least} MB; make room`;
}

/** Reports a full disk as the cause of whatever error `work` fails with. */
export async function nameFullDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const lack = lackOfSpace(folder);
    if (lack === undefined) throw error;
    throw new Error(`DATA_DIR: ${lack}`, { cause: error });
  }
}
