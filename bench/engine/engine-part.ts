import { availableParallelism, cpus } from 'node:os';
import { type BenchDatabase, openBenchDatabase } from '../shared/database.js';
import { printTable } from '../shared/report.js';

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

/** Measures the part, and prints its table below what it was measured on. */
export async function measurePart({ title, heads, measure }: EnginePart): Promise<void> {
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
