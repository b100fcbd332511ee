import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const MANIFEST = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.-]+)?$/) });

/**
 * The release that runs, by Semantic Versioning: that of package.json as this process began. The relative path is the
 * same from the built file.
 */
export const VERSION = MANIFEST.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')),
).version;
