import { SYSTEM_CLOCK } from '../../../src/clock.js';
import { listCompetitors } from '../../../src/core/competitors/competitor.reads.js';
import {
  createCompetitor,
  removeCompetitor,
  setCompetitorAliases,
} from '../../../src/core/competitors/competitor.writes.js';
import {
  dismissCandidate,
  restoreCandidate,
  suggestionsOfProjects,
} from '../../../src/core/competitors/suggestions.js';
import { archiveProject, updateProject } from '../../../src/core/projects/project.writes.js';
import { setKillSwitch } from '../../../src/core/writes.js';
import type { Platform } from '../../../src/entities/vocabulary.js';
import type { IncomingAnswer } from '../../../src/monitoring/facts/facts.js';
import { findAnalysisStatus } from '../../../src/monitoring/facts/selected-analysis.js';
import { discoverCompetitors, findDiscovering } from '../../../src/monitoring/upkeep/discover-competitors.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { incoming, ingestAndRollUp, type MonitoredProject, openProject } from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const DAY_MS = 86_400_000;
const NAMES = [
  'Globex',
  'Initech',
  'Hooli',
  'Umbrex',
  'Vandelay',
  'Wernham',
  'Zorgle',
  'Quibbix',
  'Oscorpio',
  'Lexcorpa',
];

async function open(): Promise<MonitoredProject> {
  const project = await openProject(database);
  await updateProject(project.ctx, project.projectId, { settings: { autoDiscoverCompetitors: true } });
  return project;
}

function ranking(...names: string[]): string {
  return names.map((name, at) => `${at + 1}. **${name}** – strong anvils`).join('\n');
}

/** Answers of the present instant, on the platforms one after the other. */
function answers(count: number, text: string, platforms: Platform[] = ['chatgpt', 'claude'], daysAgo = 0) {
  const answeredAt = new Date(Date.now() - daysAgo * DAY_MS);
  return Array.from({ length: count }, (_, n) =>
    incoming({ text, answeredAt, platform: platforms[n % platforms.length] ?? 'chatgpt' }),
  );
}

/** The names that are tracked once the answers were ingested. */
async function discoveredIn(project: MonitoredProject, taken: readonly IncomingAnswer[]): Promise<string[]> {
  await ingestAndRollUp(database, project, taken);
  return discover(project);
}

async function discover(project: MonitoredProject): Promise<string[]> {
  const added = await discoverCompetitors(database.db, { ...project, tier: 'agency' }, SYSTEM_CLOCK);
  return added.map(({ name }) => name);
}

test('a name among the options of 5 answers on 2 platforms is tracked, and a re-analysis is due', async () => {
  const project = await open();
  expect(await discoveredIn(project, answers(4, ranking('Acme', 'Globex')))).toEqual([]);
  expect(await discoveredIn(project, answers(1, ranking('Globex', 'Acme')))).toEqual(['Globex']);
  expect(await listCompetitors(project.ctx, project.projectId)).toMatchObject([
    { name: 'Globex', discoveryMethod: 'auto', isActive: true, websiteUrl: '', description: '' },
  ]);
  expect(await findAnalysisStatus(database.db, project)).toMatchObject({ isDue: true });
  expect(await discover(project)).toEqual([]);
});

test('a dismissed name is not tracked automatically, unless it is restored', async () => {
  const project = await open();
  const [from = ''] = new Date().toISOString().split('T');
  await ingestAndRollUp(database, project, answers(5, ranking('Acme', 'Globex')));
  const [to = ''] = new Date().toISOString().split('T');
  const filter = { platforms: undefined, dismissed: false, limit: 10, offset: 0 };
  const period = { from, to };
  const pages = await suggestionsOfProjects(project.ctx, [project.projectId], { period, filter });
  const [globex] = pages.get(project.projectId)?.entries ?? [];
  expect(globex).toMatchObject({ name: 'Globex', listedCount: 5 });
  await dismissCandidate(project.ctx, globex?.id);
  expect(await discover(project)).toEqual([]);
  await restoreCandidate(project.ctx, globex?.id);
  expect(await discover(project)).toEqual(['Globex']);
});

test('on one platform it takes 10 answers', async () => {
  const project = await open();
  const text = ranking('Acme', 'Globex');
  expect(await discoveredIn(project, answers(9, text, ['gemini']))).toEqual([]);
  expect(await discoveredIn(project, answers(1, text, ['gemini']))).toEqual(['Globex']);
});

test('a name that heads no option is not tracked, however often it is named', async () => {
  const project = await open();
  expect(await discoveredIn(project, answers(30, 'Acme, Globex and Initech.'))).toEqual([]);
});

test('a name in less than one answer of twenty is not tracked', async () => {
  const project = await open();
  const text = ranking('Acme', 'Globex');
  expect(await discoveredIn(project, [...answers(6, text), ...answers(115, 'Acme.')])).toEqual([]);
  expect(await discoveredIn(project, answers(1, text))).toEqual(['Globex']);
});

test('answers more than 30 days old do not count', async () => {
  const project = await open();
  const text = ranking('Acme', 'Globex');
  expect(await discoveredIn(project, answers(9, text, undefined, 31))).toEqual([]);
  expect(await discoveredIn(project, answers(5, text, undefined, 30))).toEqual(['Globex']);
});

test('a removed competitor is never tracked again automatically, under its name or an alias', async () => {
  const project = await open();
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Globex' });
  await setCompetitorAliases(project.ctx, id, ['Initech']);
  await removeCompetitor(project.ctx, id);
  expect(await discoveredIn(project, answers(9, ranking('Globex', 'Initech', 'Hooli')))).toEqual(['Hooli']);
  const [hooli] = await listCompetitors(project.ctx, project.projectId);
  await removeCompetitor(project.ctx, hooli?.id);
  const later = answers(9, ranking('Globex', 'Initech', 'Hooli'), undefined, -0.5);
  expect(await discoveredIn(project, later)).toEqual([]);
});

test('a name that became an alias of the brand or a competitor is not tracked', async () => {
  const project = await open();
  const { id } = await createCompetitor(project.ctx, project.projectId, { name: 'Hooli' });
  await ingestAndRollUp(database, project, answers(9, ranking('Globex', 'Initech', 'Umbrex')));
  await setCompetitorAliases(project.ctx, id, ['globex']);
  await updateProject(project.ctx, project.projectId, { brandName: 'Initech' });
  expect(await discover(project)).toEqual(['Umbrex']);
});

test('at most 10 competitors of a project are discovered ones, those in most answers first', async () => {
  const project = await open();
  const most = answers(2, ranking('Umbrellix', 'Gallivex'));
  const added = await discoveredIn(project, [...most, ...answers(9, ranking(...NAMES, 'Umbrellix', 'Gallivex'))]);
  expect(added).toHaveLength(10);
  expect(added.slice(0, 2).sort()).toEqual(['Gallivex', 'Umbrellix']);
  expect(await discover(project)).toEqual([]);
  await createCompetitor(project.ctx, project.projectId, { name: 'Handmade' });
  const [first] = await listCompetitors(project.ctx, project.projectId);
  await removeCompetitor(project.ctx, first?.id);
  expect(await discover(project)).toHaveLength(1);
});

async function namesOf(project: MonitoredProject): Promise<string[]> {
  return (await listCompetitors(project.ctx, project.projectId)).map(({ name }) => name);
}

test('discoveries at once track each name once', async () => {
  const project = await open();
  await ingestAndRollUp(database, project, answers(9, ranking(...NAMES.slice(0, 6))));
  const added = await Promise.all([1, 2, 3].map(() => discover(project)));
  expect(added.flat().sort()).toEqual(NAMES.slice(0, 6).sort());
});

test('nothing is tracked while writes are switched off, or once discovery is', async () => {
  const project = await open();
  await ingestAndRollUp(database, project, answers(9, ranking('Acme', 'Globex')));
  await setKillSwitch(database.db, true);
  await expect(discover(project)).rejects.toMatchObject({ code: 'SERVICE_KILL_SWITCH_ACTIVE' });
  await setKillSwitch(database.db, false);
  await updateProject(project.ctx, project.projectId, { settings: { autoDiscoverCompetitors: false } });
  expect(await discover(project)).toEqual([]);
  expect(await namesOf(project)).toEqual([]);
});

test('only unarchived projects with discovery on and room for more are looked through', async () => {
  const [on, off, archived, full] = [await open(), await openProject(database), await open(), await open()];
  await archiveProject(archived.ctx, archived.projectId);
  await ingestAndRollUp(database, full, answers(9, ranking(...NAMES)));
  expect(await discover(full)).toHaveLength(10);
  expect(await findDiscovering(database.db, on)).toMatchObject({ projectId: on.projectId, tier: 'agency' });
  for (const project of [off, archived, full]) expect(await findDiscovering(database.db, project)).toBeNull();
});
