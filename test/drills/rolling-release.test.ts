import type { Context } from '../../src/core/context.js';
import { archiveProject, createProject } from '../../src/core/projects/project.writes.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { operate } from '../support/operator.js';
import { killProcesses, startService } from '../support/processes.js';
import { nextAtOf, runsOf } from '../support/runs.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

/** A machine that is busy with other work may take its time. */
const WITHIN_MS = 120_000;
const TEST_MS = 2 * WITHIN_MS;
const BRAND = { brandName: 'Acme', websiteUrl: 'https://acme.example' };

/** What a release may add: nullable columns, and a state that this one's check was widened for. */
const NEXT_RELEASE = [
  'alter table run add column region text',
  'alter table platform_gate add column region text',
  'alter table prompt_schedule add column region text',
  'alter table monitoring_month add column bonus integer',
  'alter table run drop constraint run_state_check',
  `alter table run add constraint run_state_check
     check (state in ('queued', 'running', 'accepted', 'failed', 'skipped', 'parked'))`,
];

describe('a worker beside processes of other releases', () => {
  let database: TestDatabase;
  let fake: FakePlatforms;
  let env: Record<string, string>;
  let ctx: Context;
  let projectId: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    fake = await FakePlatforms.start();
    env = { ...fake.environment, DATABASE_URL: database.url, ROLE: 'worker' };
    ({ ctx } = await openAccount(database.db));
    ({ id: projectId } = await createProject(ctx, BRAND));
  });
  afterEach(async () => {
    killProcesses();
    await fake.close();
    await database.close();
  });

  const addPrompt = async (text: string, project = projectId) => {
    const fields = { promptText: text, monitoringFrequency: 'weekly', platforms: [...PLATFORMS] };
    return (await createPrompt(ctx, project, fields)).id;
  };
  const acceptedOf = async (promptId: string) => {
    const runs = await runsOf(database, ctx.caller.accountId);
    return runs.filter((run) => run.prompt_id === promptId && run.state === 'accepted').length;
  };
  const asked = (promptId: string) =>
    until(
      () => acceptedOf(promptId),
      (count) => count === PLATFORMS.length,
      WITHIN_MS,
    );

  test(
    'asks prompts that a process without a schedule created, and none of an archived project',
    async () => {
      const forgotten = await addPrompt('Which anvil was forgotten?');
      const { id: archivedProject } = await createProject(ctx, BRAND);
      const archived = await addPrompt('Which anvil is gone?', archivedProject);
      await archiveProject(ctx, archivedProject);
      await queryDatabase(database, 'delete from prompt_schedule');
      await startService(env);
      await asked(forgotten);
      expect(await nextAtOf(database, forgotten)).not.toBeNull();
      expect(await nextAtOf(database, archived)).toBeNull();
    },
    TEST_MS,
  );

  test(
    'leaves alone what the next release keeps in states and columns of its own, and does its work',
    async () => {
      const parked = await addPrompt('Which anvil is parked?');
      await startService(env);
      await asked(parked);
      killProcesses();
      for (const statement of NEXT_RELEASE) await queryDatabase(database, statement);
      await queryDatabase(
        database,
        `update run
         set state = 'parked', region = 'eu', lease_until = 'epoch', expires_at = 'epoch', not_before = 'epoch'`,
      );
      await queryDatabase(database, 'update monitoring_month set credits_used = 0');
      const parkedRuns = () =>
        queryDatabase(database, `select * from run where prompt_id = $1 order by platform`, [parked]);
      const before = await parkedRuns();
      expect(before).toHaveLength(PLATFORMS.length);

      const other = await addPrompt('Which anvil is next?');
      await startService(env);
      await asked(other);
      // Asked again, had the worker taken a parked run for one that is missing, lapsed or expired.
      await queryDatabase(database, `update prompt_schedule set next_at = now() where prompt_id = $1`, [parked]);
      await until(
        () => nextAtOf(database, parked),
        (nextAt) => nextAt !== null && new Date(nextAt) > new Date(),
        WITHIN_MS,
      );
      expect(await parkedRuns()).toEqual(before);
      const { stdout } = await operate(['credits', 'verify'], env);
      expect(JSON.parse(stdout)).toMatchObject({ consistent: true });
    },
    TEST_MS,
  );
});
