import { SYSTEM_CLOCK, type Timer } from '../../../src/clock.js';
import { listCompetitors } from '../../../src/core/competitors/competitor.reads.js';
import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { archiveProject, updateProject } from '../../../src/core/projects/project.writes.js';
import { createPrompt } from '../../../src/core/prompts/prompt.writes.js';
import { toDay } from '../../../src/core/time.js';
import { setKillSwitch } from '../../../src/core/writes.js';
import { ensurePartitions } from '../../../src/database/partitions.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { ingest } from '../../../src/monitoring/ingest/ingest.js';
import { startMaintenance } from '../../../src/monitoring/upkeep/maintenance.js';
import { markDueTooFarAhead } from '../../../src/monitoring/upkeep/unscheduled-prompts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { HURRIED_CLOCK, TestClock } from '../../support/test-clock.js';
import { until } from '../../support/until.js';
import { fileOf, type MonitoredProject, openProject, plainLine } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** The steps of maintenance: each waits for its own interval. */
const STEPS = 9;

function start(clock: Timer = HURRIED_CLOCK) {
  const messages: { details: object; message: string }[] = [];
  const note = (details: object, message: string) => messages.push({ details, message });
  return { messages, ...startMaintenance({ database, log: { info: note, error: note }, clock }) };
}

/** The competitors of a project, once the first of them is counted. */
function untilCounted({ ctx, projectId }: MonitoredProject) {
  return until(
    () => listCompetitors(ctx, projectId),
    ([competitor]) => competitor?.totalMentionsCount !== undefined,
  );
}

async function scalar(sql: string): Promise<number> {
  const [row] = await database.db.em.execute<{ n: number }[]>(sql);
  return row?.n ?? 0;
}

test('a competitor added later is counted without any command, once however many workers run', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf([plainLine({ answer: 'Acme, Globex.' })]));
  const workers = [start(), start()];
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  const listed = await untilCounted(project);
  expect(listed).toMatchObject([{ id, totalMentionsCount: 1 }]);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(workers.flatMap(({ messages }) => messages)).toEqual([
    { details: expect.objectContaining({ project_id: project.projectId, answers: 1 }), message: 're-analysed' },
  ]);
});

test('a name that answers often list is tracked and counted without a command, if discovery is on', async () => {
  const text = '1. **Acme** – good\n2. **Globex** – large';
  const lines = Array.from({ length: 10 }, () => plainLine({ answer: text, answered_at: new Date().toISOString() }));
  const [asking, other] = [await openProject(database), await openProject(database)];
  await updateProject(asking.ctx, asking.projectId, { settings: { autoDiscoverCompetitors: true } });
  for (const project of [asking, other]) await importAnswers(database.db, project, fileOf(lines));
  const worker = start();
  const listed = await untilCounted(asking);
  await worker.stop();
  expect(listed).toMatchObject([
    { name: 'Globex', discoveryMethod: 'auto', totalMentionsCount: 10, visibilityScore: 100 },
  ]);
  expect(await listCompetitors(other.ctx, other.projectId)).toEqual([]);
  expect(worker.messages).toMatchObject([
    { details: { project_id: asking.projectId, competitors: ['Globex'] }, message: 'discovered' },
    { details: { project_id: asking.projectId, answers: 10 }, message: 're-analysed' },
  ]);
});

test('endless renames of one account do not keep a competitor of another from being counted', async () => {
  const [renamed, other] = [await openProject(database), await openProject(database)];
  await importAnswers(database.db, renamed, fileOf(Array.from({ length: 600 }, () => plainLine())));
  await importAnswers(database.db, other, fileOf([plainLine({ answer: 'Acme, Globex.' })]));
  await updateProject(renamed.ctx, renamed.projectId, { brandName: 'Acme 0' });
  const worker = start();
  const { id } = await createCompetitor(other.ctx, other.projectId, { name: 'Globex' });
  let listed = await listCompetitors(other.ctx, other.projectId);
  for (let n = 1; listed[0]?.totalMentionsCount === undefined; n += 1) {
    await updateProject(renamed.ctx, renamed.projectId, { brandName: `Acme ${n}` });
    listed = await listCompetitors(other.ctx, other.projectId);
  }
  expect(listed).toMatchObject([{ id, totalMentionsCount: 1 }]);
  await worker.stop();
  await archiveProject(renamed.ctx, renamed.projectId);
  expect(worker.messages).toMatchObject([{ details: { project_id: other.projectId }, message: 're-analysed' }]);
});

test('writes that are switched off keep names from being tracked, and are no failure', async () => {
  const project = await openProject(database);
  await updateProject(project.ctx, project.projectId, { settings: { autoDiscoverCompetitors: true } });
  const answer = '1. **Acme** – good\n2. **Globex** – large';
  const lines = Array.from({ length: 10 }, () => plainLine({ answer, answered_at: new Date().toISOString() }));
  await importAnswers(database.db, project, fileOf(lines));
  await createCompetitor(project.ctx, project.projectId, { name: 'Initech' });
  await setKillSwitch(database.db, true);
  const worker = start();
  const listed = await untilCounted(project);
  await worker.stop();
  await setKillSwitch(database.db, false);
  await updateProject(project.ctx, project.projectId, { settings: { autoDiscoverCompetitors: false } });
  expect(worker.messages.map(({ message }) => message)).toEqual(['re-analysed']);
  expect(listed.map(({ name }) => name)).toEqual(['Initech']);
});

test('this month and the next two have partitions, and expired idempotency records are forgotten', async () => {
  const { accountId } = await openProject(database);
  await database.db.em.execute(
    `insert into idempotency_record (account_id, method, path, key, body_hash, created_at)
     values (?, 'POST', '/', 'old', '', now() - interval '25 hours'), (?, 'POST', '/', 'young', '', now())`,
    [accountId, accountId],
  );
  const worker = start();
  await until(
    () => scalar('select count(*)::int as n from idempotency_record'),
    (count) => count <= 1,
  );
  await worker.stop();
  const ahead = await scalar(
    `select count(*)::int as n
     from generate_series(0, 2) as ahead
     where to_regclass('answer_mention_' || to_char(now() at time zone 'UTC' + ahead * interval '1 month',
       'YYYY_MM')) is not null`,
  );
  expect(ahead).toBe(3);
});

test('expired rows are deleted every ten minutes by the given clock, more or less by a quarter', async () => {
  const { accountId } = await openProject(database);
  const clock = new TestClock();
  const worker = start(clock);
  await clock.waits(STEPS);
  await database.db.em.execute(
    `insert into idempotency_record (account_id, method, path, key, body_hash, created_at)
     values (?, 'POST', '/', 'old', '', now() - interval '25 hours')`,
    [accountId],
  );
  const records = () => scalar(`select count(*)::int as n from idempotency_record where account_id = '${accountId}'`);
  clock.advance(449_999);
  await clock.waits(STEPS);
  expect(await records()).toBe(1);
  clock.advance(300_001);
  await until(records, (left) => left === 0);
  await worker.stop();
  expect(worker.messages.filter(({ message }) => message.includes('failed'))).toEqual([]);
});

const tablesNamed = (name: string) =>
  scalar(`select count(*)::int as n from pg_class where relkind = 'r' and relname = '${name}'`);

/** Of runs, so many months before this one, by the machine's clock, which is the database's. */
function runsBefore(months: number): { day: string; table: string } {
  const now = new Date();
  const day = toDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)));
  return { day, table: `run_${day.slice(0, 7).replace('-', '_')}` };
}

test('runs of more than thirteen months before the present one are dropped with their partitions', async () => {
  const [old, kept] = [runsBefore(14), runsBefore(13)];
  await ensurePartitions(database.db, [old.day, kept.day], ['run']);
  const worker = start();
  await until(
    () => tablesNamed(old.table),
    (count) => count === 0,
  );
  await worker.stop();
  expect(await tablesNamed(kept.table)).toBe(1);
});

test('a machine whose clock is years ahead drops no runs', async () => {
  const { day, table } = runsBefore(0);
  await ensurePartitions(database.db, [day], ['run']);
  const worker = start(new TestClock('2040-12-31T23:59:59Z'));
  await until(
    () => tablesNamed('run_2041_02'),
    (count) => count === 1,
  );
  await worker.stop();
  expect(await tablesNamed(table)).toBe(1);
});

test('prompts that were planned by a clock that was years ahead are due again', async () => {
  const { ctx, projectId } = await openProject(database);
  const { id } = await createPrompt(ctx, projectId, { promptText: 'Which anvil?' });
  const dueIn = async (days: number) =>
    database.db.em.execute(
      `update prompt_schedule set next_at = now() + interval '${days} days' where prompt_id = '${id}'`,
    );
  const isDue = () =>
    scalar(`select count(*)::int as n from prompt_schedule where prompt_id = '${id}' and next_at <= now()`);
  await dueIn(14);
  expect(await markDueTooFarAhead(database, SYSTEM_CLOCK)).toBe(0);
  await dueIn(3_000);
  expect(await markDueTooFarAhead(database, new TestClock('2040-12-31T23:59:59Z'))).toBe(0);
  const worker = start();
  await until(isDue, (count) => count === 1);
  await worker.stop();
  await dueIn(14);
  expect(await markDueTooFarAhead(database, new TestClock('1970-01-02T00:00:00Z'))).toBe(0);
});

test('partitions are created ahead of the given clock', async () => {
  const worker = start(new TestClock('2041-11-30T23:59:59Z'));
  const parts = `select count(*)::int as n from pg_class
     where relname in ('answer_2041_11', 'answer_2041_12', 'answer_2042_01')`;
  await until(
    () => scalar(parts),
    (count) => count === 3,
  );
  await worker.stop();
});

test('stopping does not wait for the transaction that a re-analysis waits for, and is no failure', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf([plainLine()]));
  await database.db.transaction(async (tx) => {
    await ingest(tx, project, []);
    await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
    const worker = start();
    const analyses = `select count(*)::int as n from analysis where project_id = '${project.projectId}'`;
    await until(
      () => scalar(analyses),
      (count) => count >= 2,
    );
    await worker.stop();
    expect(worker.messages).toEqual([]);
  });
});

test('a failing step is logged and ends nothing', async () => {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf([plainLine()]));
  await database.db.em.execute(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by a test'; end $$;
     create trigger refuse before insert on daily_response for each row
     when (new.project_id = '${project.projectId}') execute function refuse()`,
  );
  const worker = start();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await until(
    async () => worker.messages,
    (messages) => messages.some(({ message }) => message === 're-analysis failed'),
  );
  await worker.stop();
  expect(worker.messages).toContainEqual({
    details: {
      project_id: project.projectId,
      err: expect.objectContaining({ message: expect.stringContaining('refused by a test') }),
    },
    message: 're-analysis failed',
  });
  expect(await listCompetitors(project.ctx, project.projectId)).toMatchObject([{ name: 'Globex' }]);
});
