import { listCompetitors } from '../../../src/core/competitors/competitor.reads.js';
import { createCompetitor, removeCompetitor } from '../../../src/core/competitors/competitor.writes.js';
import { getMentions } from '../../../src/core/metrics/mentions.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { reanalyse } from '../../../src/monitoring/reanalysis/reanalyse.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  candidatesOf,
  incoming,
  ingestAndRollUp,
  type MonitoredProject,
  mentionsOf,
  openProject,
} from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const ROW = 'Acme, Globex and Initech.';
const track = ({ ctx, projectId }: MonitoredProject, name: string) => createCompetitor(ctx, projectId, { name });
const take = (project: MonitoredProject, fields: Parameters<typeof incoming>[0] = {}) =>
  ingestAndRollUp(database, project, [incoming({ text: ROW, ...fields })]);
const later = () => new Date(Date.now() + 60_000);

/** Candidate, competitor and count of all buckets of a name, by day. */
async function bucketsOf({ ctx, projectId }: MonitoredProject, name: string) {
  const periods = [
    { from: '2026-03-01', to: '2026-03-31' },
    { from: later().toISOString().slice(0, 10), to: later().toISOString().slice(0, 10) },
  ];
  const pages = await Promise.all(periods.map((period) => getMentions(ctx, projectId, period)));
  return pages
    .flatMap(({ mentions }) => mentions)
    .filter((bucket) => bucket.name === name)
    .map(({ competitorCandidateId, competitorId, mentionCount }) => [
      competitorCandidateId,
      competitorId,
      mentionCount,
    ]);
}

test('a competitor of a discovered name takes over its candidate and buckets, also after the re-analysis', async () => {
  const project = await openProject(database);
  await take(project);
  const [discovered] = await candidatesOf(database, project);
  const { id } = await track(project, 'GLOBEX');
  const [tracked] = await candidatesOf(database, project);
  expect(tracked).toEqual({ id: discovered?.id, name: 'GLOBEX', competitor_id: id });
  expect(await bucketsOf(project, 'GLOBEX')).toEqual([[discovered?.id, id, 1]]);
  await reanalyse(database.db, project);
  expect(await bucketsOf(project, 'GLOBEX')).toEqual([[discovered?.id, id, 1]]);
  expect(await candidatesOf(database, project)).toHaveLength(2);
});

test('until an analysis looked for it a competitor has no aggregates, and counts in no market share', async () => {
  const project = await openProject(database, ['Hooli']);
  const text = 'Acme, Globex, Initech and Hooli.';
  await take(project, { text, answeredAt: new Date() });
  await track(project, 'Globex');
  const before = await listCompetitors(project.ctx, project.projectId);
  expect(before).toMatchObject([{ name: 'Hooli', marketShare: 50 }, { name: 'Globex' }]);
  expect(before[1]).not.toHaveProperty('totalMentionsCount');
  await reanalyse(database.db, project);
  expect(await listCompetitors(project.ctx, project.projectId)).toMatchObject([
    { name: 'Hooli', marketShare: 33.33 },
    { name: 'Globex', marketShare: 33.33, totalMentionsCount: 1 },
  ]);
});

test('a name found between the creation of its competitor and the first analysis is the competitor’s', async () => {
  const project = await openProject(database);
  await take(project, { text: 'Acme.' });
  const { id } = await track(project, 'Globex');
  await take(project);
  expect(await mentionsOf(project)).toEqual({ brand: 2, [id]: 1, Initech: 1 });
  const [candidate] = await candidatesOf(database, project);
  await reanalyse(database.db, project);
  expect(await bucketsOf(project, 'Globex')).toEqual([[candidate?.id, id, 1]]);
});

test('of two competitors with one discovered name the first takes it, also when created at once', async () => {
  const project = await openProject(database);
  await take(project);
  const created = await Promise.all([1, 2].map(() => track(project, 'Globex')));
  const candidates = (await candidatesOf(database, project)).filter(({ name }) => name === 'Globex');
  expect(candidates.map(({ competitor_id }) => competitor_id).sort()).toEqual(created.map(({ id }) => id).sort());
});

test('a removed competitor’s name is discovered again: its history keeps its ids, later answers do not', async () => {
  const project = await openProject(database);
  await take(project);
  const { id } = await track(project, 'Globex');
  await reanalyse(database.db, project);
  await removeCompetitor(project.ctx, id);
  await take(project, { answeredAt: later() });
  const candidates = (await candidatesOf(database, project)).filter(({ name }) => name === 'Globex');
  const [former, present] = candidates;
  expect(candidates).toMatchObject([{ competitor_id: id }, { competitor_id: null }]);
  const buckets = [
    [former?.id, id, 1],
    [present?.id, null, 1],
  ];
  expect(await bucketsOf(project, 'Globex')).toEqual(buckets);
  await reanalyse(database.db, project);
  expect(await bucketsOf(project, 'Globex')).toEqual(buckets);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('a competitor tracked again takes over the current candidate, not the former one', async () => {
  const project = await openProject(database);
  await take(project);
  const former = await track(project, 'Globex');
  await reanalyse(database.db, project);
  await removeCompetitor(project.ctx, former.id);
  await take(project, { answeredAt: later() });
  const again = await track(project, 'Globex');
  const candidates = (await candidatesOf(database, project)).filter(({ name }) => name === 'Globex');
  expect(candidates.map(({ competitor_id }) => competitor_id)).toEqual([former.id, again.id]);
  await take(project, { answeredAt: later() });
  expect((await candidatesOf(database, project)).filter(({ name }) => name === 'Globex')).toHaveLength(2);
});

test('a discovered competitor removed before any analysis leaves its name to be discovered again', async () => {
  const project = await openProject(database);
  await take(project);
  const { id } = await track(project, 'Globex');
  await removeCompetitor(project.ctx, id);
  expect(await mentionsOf(project)).toEqual({ brand: 1, [id]: 1, Initech: 1 });
  await take(project);
  expect(await mentionsOf(project)).toEqual({ brand: 2, [id]: 1, Globex: 1, Initech: 2 });
  await reanalyse(database.db, project);
  expect(await mentionsOf(project)).toEqual({ brand: 2, Globex: 2, Initech: 2 });
});
