import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from '../../src/core/projects/project.writes.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { operate } from '../support/operator.js';
import { killProcesses, startOperator } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

const ANSWERS = 2_000;

describe('an import killed in the middle', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'bvm-import-'));
  });
  afterAll(async () => {
    killProcesses();
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** Rows that an import under way has written and not committed can be told from its locks alone. */
  async function writesUnderWay(): Promise<number> {
    const [row] = await queryDatabase<{ count: number }>(
      database,
      `select count(*)::int as count
       from pg_locks l
       join pg_class c on c.oid = l.relation
       where c.relname like 'answer\\_mention\\_2%' and l.mode = 'RowExclusiveLock'
         and l.database = (select oid from pg_database where datname = current_database())`,
    );
    return row?.count ?? 0;
  }

  test('leaves nothing behind, and the same file goes in whole afterwards', async () => {
    const { ctx } = await openAccount(database.db);
    const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example.com' });
    const file = join(folder, 'answers.jsonl');
    await writeFile(file, Array.from({ length: ANSWERS }, (_, at) => lineOf(at)).join('\n'));
    const args = ['answers', 'import', '--project', id, '--file', file];
    const env = { DATABASE_URL: databaseUrl(database.address) };

    const killed = startOperator(args, env);
    await until(writesUnderWay, (count) => count > 0);
    killed.kill('SIGKILL');
    expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });
    await until(writesUnderWay, (count) => count === 0);
    const left = `select (select count(*) from answer) + (select count(*) from answer_receipt)
      + (select count(*) from answer_reading) + (select count(*) from daily_response) as count`;
    expect(await queryDatabase(database, left)).toEqual([{ count: '0' }]);

    const again = await operate(args, env);
    expect(JSON.parse(again.stdout)).toEqual({
      received: ANSWERS,
      accepted: ANSWERS,
      rejected: 0,
      duplicates: 0,
      errors: [],
    });
    const verified = await operate(['rollups', 'verify', '--project', id], env);
    expect(JSON.parse(verified.stdout)).toMatchObject({ consistent: true, projects: 1 });
  });
});

function lineOf(at: number): string {
  return JSON.stringify({
    external_id: `a-${at}`,
    platform: 'claude',
    question: 'Which tools are good?',
    answer: `For most people **Acme** is the best choice, number ${at} of this list. It is sturdy, and cheap.`,
    answered_at: `2026-03-${String((at % 28) + 1).padStart(2, '0')}T09:30:00Z`,
  });
}
