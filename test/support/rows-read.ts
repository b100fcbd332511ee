import type { Pool, PoolClient } from 'pg';
import type { DatabaseSession } from '../../src/database/database-session.js';
import type { TestDatabase } from './database.js';
import { queryDatabase } from './sql.js';

/** A step of a plan as PostgreSQL tells how it went; rows are of one loop on average. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** A statement that read many more rows than there are. */
export interface Excess {
  /** As the service knows it; the beginning of its text where it has no name. */
  statement: string;
  /** The step that read most, with how often it ran. */
  step: string;
  read: number;
  /** Rows of all tables that the statement reads, and of the lists that it binds. */
  held: number;
}

/** Connections opened later tell the plan of each statement that ran, with the rows of its steps, as a notice. */
const TELL_PLANS = [
  `session_preload_libraries = 'auto_explain'`,
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_analyze = on',
  'auto_explain.log_timing = off',
  'auto_explain.log_parameter_max_length = 0',
  `auto_explain.log_format = 'json'`,
  `auto_explain.log_level = 'notice'`,
];

/**
 * How many rows the service's statements read, as they run: their own plans, which know no values (`GENERIC_PLANS` in
 * `connection.ts`), on whatever the tables hold then. Needs a superuser, and the module `auto_explain`.
 */
export class RowsRead {
  /** By a statement's text: the run of which a step read most. */
  readonly #most = new Map<string, { read: number; step: PlanNode; plan: PlanNode }>();

  private constructor(private readonly database: TestDatabase) {}

  /** Has connections tell their plans that are opened from now on. */
  static async of(database: TestDatabase): Promise<RowsRead> {
    const name = new URL(database.url).pathname.slice(1);
    for (const setting of TELL_PLANS) await queryDatabase(database, `alter database ${name} set ${setting}`);
    return new RowsRead(database);
  }

  /** Hears of all statements that go through this session's pool from now on. */
  async hear(db: DatabaseSession): Promise<void> {
    const pool: Pool = await db.em.getConnection().getNativeClient();
    const heard = new WeakSet<PoolClient>();
    pool.on('acquire', (client: PoolClient) => {
      if (heard.has(client)) return;
      heard.add(client);
      client.on('notice', ({ message }) => this.#keep(message ?? ''));
    });
  }

  /** The texts of the statements heard of. */
  get texts(): string[] {
    return [...this.#most.keys()];
  }

  /**
   * The statements of which a step read more than `times` the rows that there are, and `least` at least: those that
   * compare each row of something with each of something else.
   * @param statements their texts by name.
   */
  async excesses(statements: ReadonlyMap<string, string>, times: number, least: number): Promise<Excess[]> {
    const names = new Map([...statements].map(([name, text]) => [text, name]));
    const counts = new Map<string, number>();
    const found: Excess[] = [];
    for (const [text, { read, step, plan }] of this.#most) {
      if (read < least) continue;
      const held = await this.#heldBy(plan, counts);
      if (read <= times * held) continue;
      const of = `${step['Node Type']} ${step['Relation Name'] ?? ''}`.trim();
      const statement = names.get(text) ?? text.trim().slice(0, 80);
      found.push({ statement, step: `${of}, ${step['Actual Loops']} times`, read: Math.round(read), held });
    }
    return found.toSorted((one, other) => one.statement.localeCompare(other.statement));
  }

  #keep(message: string): void {
    const [, written] = message.match(/^duration: [\d.]+ ms {2}plan:\n(.*)$/s) ?? [];
    if (written === undefined) return;
    // As PostgreSQL writes it.
    const { 'Query Text': text, Plan: plan } = JSON.parse(written) as { 'Query Text': string; Plan: PlanNode };
    for (const step of stepsOf(plan)) {
      const read = readBy(step);
      if (read > (this.#most.get(text)?.read ?? -1)) this.#most.set(text, { read, step, plan });
    }
  }

  /** Each table counts once, a list as its longest use. */
  async #heldBy(plan: PlanNode, counts: Map<string, number>): Promise<number> {
    const tables = new Set<string>();
    let held = 0;
    for (const step of stepsOf(plan)) {
      if (step['Relation Name'] !== undefined) tables.add(step['Relation Name']);
      if (step['Node Type'] === 'Function Scan') held += step['Actual Rows'];
    }
    for (const table of tables) {
      const count = counts.get(table) ?? (await this.#rowsOf(table));
      counts.set(table, count);
      held += count;
    }
    return Math.round(held);
  }

  async #rowsOf(table: string): Promise<number> {
    const [row] = await queryDatabase<{ rows: number }>(this.database, `select count(*)::int as rows from ${table}`);
    return row?.rows ?? 0;
  }
}

function* stepsOf(step: PlanNode): Generator<PlanNode> {
  yield step;
  for (const inner of step.Plans ?? []) yield* stepsOf(inner);
}

/** All rows that a step returned or dropped, in all of its loops. */
function readBy(step: PlanNode): number {
  const dropped =
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Join Filter'] ?? 0) +
    (step['Rows Removed by Index Recheck'] ?? 0);
  return (step['Actual Rows'] + dropped) * step['Actual Loops'];
}
