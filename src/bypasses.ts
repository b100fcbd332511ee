import { z } from 'zod';

/** As the environment has them. */
export const BYPASS_NAMES = ['direct-reads', 'compiled-queries', 'gate-documents', 'text-arrays'] as const;
const FAULT = `must be on, off, or a list of ${BYPASS_NAMES.join(', ')}`;

/**
 * Our own ways past a library, each for its measured gain: which of them are taken (docs/architecture.md, "Bypasses").
 */
export interface Bypasses {
  /** Resolvers of reads are called past type-graphql. */
  readonly directReads: boolean;
  /** Queries that come again are run by graphql-jit. */
  readonly compiledQueries: boolean;
  /** Apollo is handed the document that the gate has parsed and validated. */
  readonly gateDocuments: boolean;
  /** A `text[]` of the database is read by a parser of our own. */
  readonly textArrays: boolean;
}

/** `on`, `off`, or the names of those that are taken, with commas between; absent: all are. */
export const bypassList = z
  .string()
  .refine((text) => namesIn(text).every((name) => BYPASS_NAMES.some((known) => known === name)), FAULT)
  .transform(toBypasses)
  .default(toBypasses('on'));

function toBypasses(text: string): Bypasses {
  const names = namesIn(text);
  const isTaken = (name: (typeof BYPASS_NAMES)[number]) => names.includes(name);
  return {
    directReads: isTaken('direct-reads'),
    compiledQueries: isTaken('compiled-queries'),
    gateDocuments: isTaken('gate-documents'),
    textArrays: isTaken('text-arrays'),
  };
}

function namesIn(text: string): readonly string[] {
  if (text === 'on') return BYPASS_NAMES;
  return text === 'off' ? [] : text.split(',').map((name) => name.trim());
}
