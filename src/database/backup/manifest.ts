import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

export const MANIFEST_FILE = 'manifest.json';
/** Raised when a backup of this build could not be read by the builds before it. */
export const FORMAT = 1;

/** Part of statements at a restore, so nothing else than a name and a range of days is accepted. */
const name = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be a name of lower-case letters, digits and underscores');
const DAY = `'\\d{4,6}-\\d\\d-\\d\\d'`;
const bound = z
  .string()
  .regex(new RegExp(`^FOR VALUES FROM \\((MINVALUE|${DAY})\\) TO \\((MAXVALUE|${DAY})\\)$`), 'must be a range of days');

const tableSchema = z.object({
  name,
  columns: z.array(name).min(1),
  /** Empty for a table that is not partitioned. */
  partitions: z.array(z.object({ name, bound })),
  rows: z.number().int().nonnegative(),
  file: z.string().regex(/^[a-z0-9_]+\.copy\.gz$/, 'must be the name of a .copy.gz file'),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits'),
});

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime(),
  /** As the server calls itself, for people; a restore takes any. */
  server_version: z.string(),
  /** Applied to the schema that the tables had, in their order. */
  migrations: z.array(z.string()).min(1),
  /** A table comes after those that it refers to. */
  tables: z.array(tableSchema),
});

export type BackupTable = z.output<typeof tableSchema>;
export type Manifest = z.output<typeof manifestSchema>;

/** Checked at both ends, so that what cannot be restored is refused when it is written. */
export function parseManifest(value: unknown): Manifest {
  const result = manifestSchema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${MANIFEST_FILE}: ${issue?.path.join('.')} ${issue?.message}`);
}

/**
 * Reads what the backup in `folder` says of itself.
 * @throws Error of one line where there is no backup, an unfinished one, or one of a later format.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch((error: unknown) => {
    throw new Error(`--from: "${folder}" is no whole backup: its ${MANIFEST_FILE} cannot be read`, { cause: error });
  });
  try {
    return parseManifest(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`--from: "${folder}" is no backup that this version reads (${reason})`, { cause: error });
  }
}
