import { availableParallelism, cpus } from 'node:os';
import { type BenchDatabase, openBenchDatabase } from '../shared/database.js';
import { printTable } from '../shared/report.js';
import { CLAIMING } from './claiming.js';
import { FAIRNESS } from './fairness.js';
import { IDLE } from './idle.js';
import { LIVE_ANSWER } from './live-answer.js';
import { LONG_ANSWERS } from './long-answers.js';
import { FINDING_DUE, PLANNING } from './planning.js';

/** One thing that the engine's speed is made of. */
export interface EnginePart {
  /** What `--only` calls it. */
  name: string;
  /** What the figures are, above the table. */
  title: string;
  heads: readonly string[];
  /** Works in a migrated database of its own, which is dropped afterwards. @returns the table's rows. */
  measure: (database: BenchDatabase) => Promise<string[][]>;
}

/** In the order they are measured. */
const PARTS: readonly EnginePart[] = [LIVE_ANSWER, FINDING_DUE, PLANNING, CLAIMING, FAIRNESS, IDLE, LONG_ANSWERS];

/**
 * Measures the parts of the engine one after the other, or the one that is named, and prints each as soon as it is
 * known.
 * @throws Error for a name that no part has; the process then exits 2.
 */
export async function measureEngine(only: string | undefined): Promise<void> {
  const parts = PARTS.filter(({ name }) => only === undefined || name === only);
  if (parts.length === 0) {
    process.exitCode = 2;
    throw new Error(`--only must be ${PARTS.map(({ name }) => name).join(', ')}, not ${only}`);
  }
  for (const part of parts) await measurePart(part);
}

async function measurePart({ title, heads, measure }: EnginePart): Promise<void> {
  const database = await openBenchDatabase();
  const takeDown = () => void database.close().finally(() => process.exit(130));
  process.once('SIGINT', takeDown);
  try {
    const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
    console.log(`${cores}, Node ${process.version}, PostgreSQL ${await database.version()}`);
    const rows = await measure(database);
    console.log(title);
    printTable(heads, rows);
  } finally {
    process.off('SIGINT', takeDown);
    await database.close();
  }
}
