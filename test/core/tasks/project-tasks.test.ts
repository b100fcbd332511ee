import {
  createCompetitor,
  removeCompetitor,
  setCompetitorAliases,
} from '../../../src/core/competitors/competitor.writes.js';
import type { Context } from '../../../src/core/context.js';
import { getProject } from '../../../src/core/projects/project.reads.js';
import { archiveProject, updateProject } from '../../../src/core/projects/project.writes.js';
import { queueDiscovery } from '../../../src/core/tasks/project-tasks.js';
import { incoming, ingestAndRollUp, type MonitoredProject, openProject } from '../../monitoring/monitored-project.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

let database: TestDatabase;
let clock: TestClock;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => {
  clock = new TestClock('2026-11-22T10:00:00Z');
});
afterAll(() => database.close());

/** A project whose changes are made at the test's time. */
async function open(): Promise<MonitoredProject> {
  const project = await openProject(database);
  return { ...project, ctx: { ...project.ctx, clock } };
}

/** Of a project's task: in how many ms it is due, and since when it waits; undefined where nothing is to be done. */
async function taskOf({ projectId }: MonitoredProject, task: string) {
  const [found] = await queryDatabase<{ due_at: Date; asked_at: Date; fence: number }>(
    database,
    'select due_at, asked_at, fence from project_task where project_id = $1 and task = $2 and due_at is not null',
    [projectId, task],
  );
  const at = clock.now().getTime();
  return found && { dueInMs: found.due_at.getTime() - at, waitedMs: at - found.asked_at.getTime() };
}

const clear = ({ projectId }: MonitoredProject) =>
  queryDatabase(database, 'update project_task set due_at = null, asked_at = null where project_id = $1', [projectId]);

test('each change of a name queues a re-analysis, and a change of anything else none', async () => {
  const project = await open();
  const { ctx, projectId } = project;
  const queuedBy = async (change: () => Promise<unknown>) => {
    await clear(project);
    await change();
    return (await taskOf(project, 'names')) !== undefined;
  };
  const { id } = await createCompetitor(ctx, projectId, { name: 'Globex' });
  expect(await taskOf(project, 'names')).toEqual({ dueInMs: 3_000, waitedMs: 0 });
  expect(await queuedBy(() => setCompetitorAliases(ctx, id, ['Glob']))).toBe(true);
  expect(await queuedBy(() => setCompetitorAliases(ctx, id, ['Glob']))).toBe(false);
  expect(await queuedBy(() => removeCompetitor(ctx, id))).toBe(true);
  expect(await queuedBy(() => updateProject(ctx, projectId, { brandName: 'Acme Ltd' }))).toBe(true);
  expect(await queuedBy(() => updateProject(ctx, projectId, { aliases: ['ACM'] }))).toBe(true);
  expect(await queuedBy(() => updateProject(ctx, projectId, { websiteUrl: 'https://acme.test' }))).toBe(true);
  expect(await queuedBy(() => updateProject(ctx, projectId, { brandName: 'Acme Ltd' }))).toBe(false);
  expect(await queuedBy(() => updateProject(ctx, projectId, { description: 'Anvils' }))).toBe(false);
});

test('a change of names that is rolled back queues nothing, and one that cannot be queued is not made', async () => {
  const project = await open();
  const { ctx, projectId } = project;
  const rename = (tx: Context) => updateProject(tx, projectId, { brandName: 'Globex' });
  const undone = database.db.transaction(async (db) => {
    await rename({ ...ctx, db });
    throw new Error('undone by a test');
  });
  await expect(undone).rejects.toThrow('undone by a test');
  expect(await taskOf(project, 'names')).toBeUndefined();

  await queryDatabase(database, 'alter table project_task rename to project_task_away');
  try {
    await expect(rename(ctx)).rejects.toThrow();
    await expect(createCompetitor(ctx, projectId, { name: 'Initech' })).rejects.toThrow();
  } finally {
    await queryDatabase(database, 'alter table project_task_away rename to project_task');
  }
  expect(await getProject(ctx, projectId)).toMatchObject({ brandName: 'Acme' });
});

test('further changes move a re-analysis on, but never beyond a minute after the first', async () => {
  const project = await open();
  const { ctx, projectId } = project;
  const startedMs = clock.now().getTime();
  for (let n = 0; n < 50; n += 1) {
    await updateProject(ctx, projectId, { brandName: `Acme ${n}` });
    const waitedMs = clock.now().getTime() - startedMs;
    const task = await taskOf(project, 'names');
    expect(task?.waitedMs).toBe(waitedMs);
    expect(task?.dueInMs).toBeLessThanOrEqual(Math.min(3_000, 60_000 - waitedMs));
    expect((task?.dueInMs ?? 0) + waitedMs).toBeGreaterThan(Math.min(waitedMs, 57_000));
    clock.advance(2_000);
  }
});

test('names that change while a re-analysis rests after a failure are not due before its rest is over', async () => {
  const project = await open();
  const { ctx, projectId } = project;
  await updateProject(ctx, projectId, { brandName: 'Globex' });
  const rest = new Date(clock.now().getTime() + 60_000);
  await queryDatabase(database, 'update project_task set due_at = $2, not_before = $2 where project_id = $1', [
    projectId,
    rest,
  ]);
  await updateProject(ctx, projectId, { brandName: 'Initech' });
  expect(await taskOf(project, 'names')).toMatchObject({ dueInMs: 60_000 });
});

test('discovery is queued as it is switched on, and by new answers of projects that have it on', async () => {
  const [project, other] = [await openProject(database), await openProject(database)];
  const switchTo = (isOn: boolean) =>
    updateProject(project.ctx, project.projectId, { settings: { autoDiscoverCompetitors: isOn } });
  await switchTo(true);
  expect(await taskOf(project, 'discovery')).toBeDefined();
  await clear(project);
  await ingestAndRollUp(database, project, []);
  expect(await taskOf(project, 'discovery')).toBeUndefined();
  const answer = incoming();
  for (const each of [project, other]) await ingestAndRollUp(database, each, [answer]);
  expect(await taskOf(project, 'discovery')).toBeDefined();
  expect(await taskOf(other, 'discovery')).toBeUndefined();
  await clear(project);
  await ingestAndRollUp(database, project, [answer]);
  expect(await taskOf(project, 'discovery')).toBeUndefined();
  await switchTo(false);
  await ingestAndRollUp(database, project, [incoming()]);
  expect(await taskOf(project, 'discovery')).toBeUndefined();
});

test('discovery is due no sooner than its last look allows, and more answers do not postpone it', async () => {
  const project = await openProject(database);
  const { projectId } = project;
  await updateProject(project.ctx, projectId, { settings: { autoDiscoverCompetitors: true } });
  const set = (dueAt: string, notBefore: string) =>
    queryDatabase(
      database,
      `update project_task set due_at = now() + $2::interval, asked_at = now(), not_before = now() + $3::interval
       where project_id = $1`,
      [projectId, dueAt, notBefore],
    );
  const dueInSeconds = async () => {
    await queueDiscovery(database.db, project);
    const [row] = await queryDatabase<{ seconds: number }>(
      database,
      `select round(extract(epoch from due_at - now()))::int as seconds from project_task where project_id = $1`,
      [projectId],
    );
    return row?.seconds;
  };
  await clear(project);
  await set('10 seconds', '600 seconds');
  expect(await dueInSeconds()).toBe(600);
  await set('-100 seconds', '-50 seconds');
  expect(await dueInSeconds()).toBe(-100);
});

test('an archived project has nothing queued', async () => {
  const project = await openProject(database, ['Globex']);
  await updateProject(project.ctx, project.projectId, { settings: { autoDiscoverCompetitors: true } });
  await archiveProject(project.ctx, project.projectId);
  await ingestAndRollUp(database, project, [incoming()]);
  const left = await queryDatabase(database, 'select task from project_task where project_id = $1', [
    project.projectId,
  ]);
  expect(left).toEqual([]);
});
