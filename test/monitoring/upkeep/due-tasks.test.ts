import { listCompetitors } from '../../../src/core/competitors/competitor.reads.js';
import { createCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { archiveProject, updateProject } from '../../../src/core/projects/project.writes.js';
import {
  FIND_ANALYSIS_STATUS,
  findAnalysisStatus,
  LIST_OUTDATED,
} from '../../../src/monitoring/facts/selected-analysis.js';
import { importAnswers } from '../../../src/monitoring/ingest/import-answers.js';
import { WITHOUT_JUDGE } from '../../../src/monitoring/judge/judging.js';
import { DISCOVER_EVERY_MS } from '../../../src/monitoring/upkeep/discover-competitors.js';
import { DueTasks } from '../../../src/monitoring/upkeep/due-tasks.js';
import { LEFT_MS, queueOutdated } from '../../../src/monitoring/upkeep/reanalysis-task.js';
import { Claims, FIND_DUE, LEASE_MS, REST_MS } from '../../../src/monitoring/upkeep/task-claims.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { recordStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';
import { until } from '../../support/until.js';
import {
  fileOf,
  incoming,
  ingestAndRollUp,
  type MonitoredProject,
  openProject,
  plainLine,
} from '../monitored-project.js';

let database: TestDatabase;
let clock: TestClock;
beforeEach(async () => {
  database = await createTestDatabase();
  clock = new TestClock();
});
afterEach(() => database.close());

/** A project with an answer that names Globex, nothing queued, and changes at the test's time. */
async function open(): Promise<MonitoredProject> {
  const project = await openProject(database);
  await importAnswers(database.db, project, fileOf([plainLine({ answer: 'Acme, Globex.' })]));
  await query('delete from project_task where project_id = $1', [project.projectId]);
  return { ...project, ctx: { ...project.ctx, clock } };
}

function startWorker(judging = WITHOUT_JUDGE) {
  const messages: { details: object; message: string }[] = [];
  const note = (details: object, message: string) => void messages.push({ details, message });
  const tasks = new DueTasks(database, { info: note, error: note }, judging, clock);
  return { messages, tasks, look: () => tasks.look(), stop: () => tasks.stop() };
}

type Worker = ReturnType<typeof startWorker>;

const query = <Row>(text: string, values: unknown[] = []) => queryDatabase<Row>(database, text, values);

/** The queued tasks, soonest first, each with the ms until it is due. */
async function queued(): Promise<[task: string, dueInMs: number][]> {
  const found = await query<{ task: string; due_at: Date }>(
    'select task, due_at from project_task where due_at is not null order by due_at, task',
  );
  return found.map(({ task, due_at }) => [task, due_at.getTime() - clock.now().getTime()]);
}

const nothingQueued = () => until(queued, (tasks) => tasks.length === 0);

/** Looks, and waits until the worker has done so many tasks in all. */
async function lookUntil({ look, messages }: Worker, count: number): Promise<void> {
  await look();
  await until(
    async () => messages.length,
    (length) => length >= count,
  );
}

/** The name's task of a project as a look would find it. */
async function found({ accountId, projectId }: MonitoredProject, askedMs = clock.now().getTime()) {
  const [row] = await query<{ fence: number }>(
    `select fence from project_task where project_id = $1 and task = 'names'`,
    [projectId],
  );
  return { accountId, projectId, task: 'names' as const, fence: row?.fence ?? 0, askedMs };
}

const claimsOf = () => new Claims(database, clock, { error() {} });
const { signal } = new AbortController();

test('an idle look is one statement that reads, and so is an idle look at every project', async () => {
  await open();
  const worker = startWorker();
  const statements = await recordStatements(database.db);
  await worker.look();
  await queueOutdated(database, WITHOUT_JUDGE, clock, signal);
  expect(statements).toEqual([FIND_DUE.text, LIST_OUTDATED.text]);
  expect(await queued()).toEqual([]);
  await worker.stop();
});

test('names are analysed once they were unchanged for a while, by a worker that knows only the queue', async () => {
  const project = await open();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  const worker = startWorker();
  clock.advance(2_999);
  await worker.look();
  expect(await queued()).toEqual([['names', 1]]);
  clock.advance(1);
  await lookUntil(worker, 1);
  await nothingQueued();
  expect(await listCompetitors(project.ctx, project.projectId)).toMatchObject([{ totalMentionsCount: 1 }]);
  await worker.stop();
});

test('a task of a worker that was killed is begun again once its lease is over', async () => {
  const project = await open();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  clock.advance(3_000);
  const killed = claimsOf();
  const never = new Promise<never>(() => {});
  void killed.perform(await found(project), { signal }, () => never);
  await until(queued, ([task]) => task?.[1] === LEASE_MS);
  const worker = startWorker();
  await worker.look();
  expect(worker.messages).toEqual([]);
  // Its renewals end with it: the clock of a killed process does not move.
  await query('update project_task set fence = fence + 1');
  clock.advance(LEASE_MS);
  await lookUntil(worker, 1);
  expect(worker.messages).toMatchObject([{ message: 're-analysed' }]);
  await worker.stop();
});

test('a task under way is held for longer than its lease', async () => {
  const project = await open();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  clock.advance(3_000);
  const released = Promise.withResolvers<'done'>();
  const working = claimsOf().perform(await found(project), { signal }, () => released.promise);
  for (let beat = 0; beat < 5; beat += 1) {
    await clock.waits(1);
    clock.advance(3_000);
    await until(queued, ([task]) => task?.[1] === LEASE_MS);
  }
  released.resolve('done');
  await working;
  expect(await queued()).toEqual([]);
});

test('of two workers that find a task at once one begins it', async () => {
  const project = await open();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  const due = await found(project);
  const begun: string[] = [];
  const begin = (name: string) =>
    claimsOf().perform(due, { signal }, async () => {
      begun.push(name);
      return 'done';
    });
  await Promise.all([begin('one'), begin('other')]);
  expect(begun).toHaveLength(1);
  expect(await queued()).toEqual([]);
});

test('names that change during a re-analysis stay queued, however it ends', async () => {
  const project = await open();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  const rename = (brandName: string) => updateProject(project.ctx, project.projectId, { brandName });
  await claimsOf().perform(await found(project), { signal }, async () => {
    await rename('Acme Ltd');
    return 'done';
  });
  expect(await queued()).toEqual([['names', 3_000]]);
  await claimsOf().perform(await found(project), { signal }, async () => {
    await rename('Acme Inc');
    return { againInMs: 0 };
  });
  expect(await queued()).toEqual([['names', 3_000]]);
  const failing = claimsOf().perform(await found(project), { signal }, async () => {
    await rename('Acme Corp');
    throw new Error('failed by a test');
  });
  await expect(failing).rejects.toThrow('failed by a test');
  expect(await queued()).toEqual([['names', 3_000]]);
});

test('a task that fails is due again after a minute, and one of a worker that stops at once', async () => {
  const project = await open();
  await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  const fail = async (asked: AbortSignal) =>
    claimsOf().perform(await found(project), { signal: asked }, () => Promise.reject(new Error('failed by a test')));
  await expect(fail(signal)).rejects.toThrow('failed by a test');
  expect(await queued()).toEqual([['names', REST_MS]]);
  await expect(fail(AbortSignal.abort())).rejects.toThrow('failed by a test');
  expect(await queued()).toEqual([['names', 0]]);
});

test('endless renames postpone a project for a minute, and then it is analysed', async () => {
  const project = await open();
  const worker = startWorker();
  for (let second = 0; second < 60; second += 2) {
    await updateProject(project.ctx, project.projectId, { brandName: `Acme ${second}` });
    await worker.look();
    clock.advance(2_000);
  }
  expect(worker.messages).toEqual([]);
  await updateProject(project.ctx, project.projectId, { brandName: 'Globex' });
  await lookUntil(worker, 1);
  expect(worker.messages).toMatchObject([{ message: 're-analysed' }]);
  await nothingQueued();
  expect(await findAnalysisStatus(database.db, project)).toMatchObject({ isDue: false });
  await worker.stop();
});

test('a project without answers, and one whose names are as before, is not analysed', async () => {
  const [empty, project] = [await openProject(database, ['Globex']), await open()];
  await updateProject(project.ctx, project.projectId, { brandName: 'Globex' });
  await updateProject(project.ctx, project.projectId, { brandName: 'Acme' });
  clock.advance(10_000);
  const worker = startWorker();
  await worker.look();
  await nothingQueued();
  expect(worker.messages).toEqual([]);
  expect(await query('select from analysis where project_id = $1', [empty.projectId])).toEqual([]);
  await worker.stop();
});

test('a worker queues projects that its rules make outdated, and names whose change was not queued', async () => {
  const [ruled, renamed, archived, current] = [await open(), await open(), await open(), await open()];
  await query('update analysis set version = 0 where project_id = any ($1)', [[ruled.projectId, archived.projectId]]);
  await archiveProject(archived.ctx, archived.projectId);
  await query(`update project set brand_name = 'Globex' where id = $1`, [renamed.projectId]);
  await queueOutdated(database, WITHOUT_JUDGE, clock, signal);
  expect(await queued()).toEqual([
    ['names', 0],
    ['rules', 0],
  ]);
  await queueOutdated(database, WITHOUT_JUDGE, clock, signal);
  const worker = startWorker();
  await lookUntil(worker, 2);
  await nothingQueued();
  const done = worker.messages.map(({ details }) => (details as { project_id: string }).project_id);
  expect(done.toSorted()).toEqual([ruled.projectId, renamed.projectId].toSorted());
  expect(done).not.toContain(current.projectId);
  await worker.stop();
});

test('a task that another worker queued for its judge is left to it for ten minutes', async () => {
  await open();
  const judge = { id: 'claude/other/2' };
  const later = { ...WITHOUT_JUDGE, judge: judge as never, chosenAt: new Date(Date.now() + 60_000).toISOString() };
  await queueOutdated(database, later, clock, signal);
  expect(await queued()).toEqual([['judge', 0]]);
  const worker = startWorker();
  const statements = await recordStatements(database.db);
  const looks = () => statements.filter((text) => text === FIND_ANALYSIS_STATUS.text).length;
  await worker.look();
  await until(
    async () => looks(),
    (count) => count === 1,
  );
  for (let look = 0; look < 3; look += 1) await worker.look();
  expect(await queued()).toEqual([['judge', 0]]);
  expect(looks()).toBe(1);
  clock.advance(LEFT_MS);
  await worker.look();
  await nothingQueued();
  expect(worker.messages).toEqual([]);
  await worker.stop();
});

test('a task that is requested while another worker runs it for its own judge is run once more', async () => {
  const { accountId, projectId } = await open();
  const judge = { id: 'claude/other/2' };
  const later = { ...WITHOUT_JUDGE, judge: judge as never, chosenAt: new Date(Date.now() + 60_000).toISOString() };
  const askedMs = clock.now().getTime();
  await queueOutdated(database, later, clock, signal);
  const due = { accountId, projectId, task: 'judge' as const, fence: 0, askedMs };
  await claimsOf().perform(due, { signal }, async () => {
    await queueOutdated(database, later, clock, signal);
    return 'done';
  });
  expect(await queued()).toEqual([['judge', 0]]);
});

test('projects are looked at page by page', async () => {
  const project = await open();
  await query(
    `insert into project
     select (jsonb_populate_record(p, jsonb_build_object('id', overlay(gen_random_uuid()::text placing '00' from 1)))).*
     from project p
     cross join generate_series(1, 501)`,
  );
  await query(`update analysis set version = 0`);
  const statements = await recordStatements(database.db);
  await queueOutdated(database, WITHOUT_JUDGE, clock, signal);
  expect(statements.filter((text) => text === LIST_OUTDATED.text)).toHaveLength(2);
  expect(await query('select task from project_task where project_id = $1', [project.projectId])).toEqual([
    { task: 'rules' },
  ]);
});

test('candidates are not looked through without new answers, and at most every ten minutes with them', async () => {
  const project = await openProject(database);
  await updateProject(project.ctx, project.projectId, { settings: { autoDiscoverCompetitors: true } });
  const worker = startWorker();
  clock.advance(1_000);
  await worker.look();
  await nothingQueued();
  const statements = await recordStatements(database.db);
  clock.advance(DISCOVER_EVERY_MS * 10);
  await worker.look();
  expect(statements).toEqual([FIND_DUE.text]);
  await query('update project_task set not_before = $1', [new Date(clock.now().getTime() + DISCOVER_EVERY_MS)]);
  const text = '1. **Acme** – good\n2. **Globex** – large';
  const answers = Array.from({ length: 10 }, () => incoming({ text, answeredAt: clock.now() }));
  await ingestAndRollUp(database, project, answers);
  expect(await queued()).toContainEqual(['discovery', DISCOVER_EVERY_MS]);
  await worker.look();
  expect(worker.messages).toEqual([]);
  clock.advance(DISCOVER_EVERY_MS);
  await lookUntil(worker, 1);
  expect(worker.messages).toMatchObject([{ details: { competitors: ['Globex'] }, message: 'discovered' }]);
  await worker.stop();
});

test('due tasks are found by the index among 100,000, and no account fills a look', async () => {
  const [project, other] = [await openProject(database), await openProject(database)];
  await query(
    `insert into project
     select made.*
     from project p
     cross join generate_series(1, 100000) place
     cross join lateral jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'place', place)) made
     where p.id = $1`,
    [project.projectId],
  );
  await query(
    `insert into project_task (account_id, project_id, task, due_at, asked_at)
     select account_id, id, 'names', now() + (row_number() over () - 500) * interval '1 second', now()
     from project
     where account_id = $1 and id <> $2`,
    [project.accountId, project.projectId],
  );
  await query(
    `insert into project_task (account_id, project_id, task, due_at, asked_at)
     values ($1, $2, 'names', now() - interval '1 second', now())`,
    [other.accountId, other.projectId],
  );
  await query('analyze project_task');
  const values = [new Date(), 1_000, 100];
  const due = await database.db.rows(FIND_DUE, values);
  expect(due).toHaveLength(100);
  expect(due.map(({ project_id }) => project_id)).toContain(other.projectId);
  const plan = await query<{ 'QUERY PLAN': string }>(`explain ${FIND_DUE.text}`, values);
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('project_task_due');
  expect(text).not.toMatch(/Seq Scan on project_task/);
});
