import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from '../../src/core/projects/project.writes.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { killProcesses, startOperator } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

const ANSWERS = 3_000;

describe('an import whose database is lost in the middle', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await FaultProxy.start(databaseUrl(database.address));
    folder = await mkdtemp(join(tmpdir(), 'bvm-import-'));
    file = join(folder, 'answers.jsonl');
    await writeFile(file, Array.from({ length: ANSWERS }, (_, at) => lineOf(at)).join('\n'));
  });
  afterEach(killProcesses);
  afterAll(async () => {
    await proxy.close();
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** The backend of an import under way, told by the locks of what it has written and not committed. */
  async function writers(): Promise<number[]> {
    const found = await queryDatabase<{ pid: number }>(
      database,
      `select distinct l.pid
       from pg_locks l
       join pg_class c on c.oid = l.relation
       where c.relname like 'answer\\_mention\\_2%' and l.mode = 'RowExclusiveLock'
         and l.database = (select oid from pg_database where datname = current_database())`,
    );
    return found.map(({ pid }) => pid);
  }

  const lose: [string, (pids: readonly number[]) => Promise<void>][] = [
    [
      'its connection is ended by the server',
      async (pids) =>
        void (await queryDatabase(database, 'select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])),
    ],
    [
      'the server goes and refuses all',
      async () => {
        proxy.mode = 'refusing';
      },
    ],
  ];

  test.each(lose)(
    'ends with one line on standard error and exit 1 where %s',
    async (_how, loseIt) => {
      proxy.mode = 'open';
      const { ctx } = await openAccount(database.db);
      const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example.com' });
      const importing = startOperator(['answers', 'import', '--project', id, '--file', file], {
        DATABASE_URL: proxy.url,
      });
      await loseIt(await until(writers, (pids) => pids.length > 0));
      const exit = await importing.exited;
      expect(exit).toEqual({ code: 1, signal: null });
      expect(importing.stderr).toMatch(/^[^\n]+\n$/);
      expect(importing.stdout).toBe('');
      await until(writers, (pids) => pids.length === 0);
      expect(await queryDatabase(database, 'select from answer where project_id = $1', [id])).toEqual([]);
    },
    60_000,
  );
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
