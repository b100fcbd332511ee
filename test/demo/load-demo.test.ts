import type { Clock } from '../../src/clock.js';
import { listAccounts } from '../../src/core/accounts/account.service.js';
import { listCompetitors } from '../../src/core/competitors/competitor.service.js';
import type { Context } from '../../src/core/context.js';
import { signIn } from '../../src/core/holders/sign-in.js';
import { listKeys } from '../../src/core/keys/key.service.js';
import { admit } from '../../src/core/limits/admission.js';
import { getCitations } from '../../src/core/metrics/citations.js';
import { getMentions } from '../../src/core/metrics/mentions.js';
import { getSentiment } from '../../src/core/metrics/sentiment.js';
import { getVisibility } from '../../src/core/metrics/visibility.js';
import { listProjects } from '../../src/core/projects/project.service.js';
import type { ProjectView } from '../../src/core/projects/project.view.js';
import { listPrompts } from '../../src/core/prompts/prompt.service.js';
import { rows, statement } from '../../src/database/rows.js';
import { DEMO_PROJECTS, type LoadedDemo, loadDemo } from '../../src/demo/load-demo.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { verifyRollups } from '../../src/monitoring/rollup/verify-rollups.js';
import { planDue } from '../../src/monitoring/schedule/planner.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { serve } from '../support/runs.js';

/** On a machine that may be busy. */
const LOAD_TIMEOUT_MS = 120_000;
const CLOCK: Clock = { now: () => new Date('2026-06-18T14:00:00Z') };

let database: TestDatabase;
let demo: LoadedDemo;
let ctx: Context;
let projects: ProjectView[];
const log: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const loaded = await loadDemo(database, (message) => log.push(message), CLOCK);
  if (!loaded) throw new Error('an empty database took no demo');
  demo = loaded;
  const { em } = database;
  ctx = { em, clock: CLOCK, caller: (await admit(database, { kind: 'key', text: demo.apiKey })).caller };
  projects = await listProjects(ctx);
}, LOAD_TIMEOUT_MS);

afterAll(async () => {
  await database.close();
});

test('an empty database gets one professional account whose key is let in', async () => {
  expect(await listAccounts(ctx.em)).toMatchObject([
    { accountId: demo.accountId, name: 'Demo', email: 'demo@example.com', tier: 'professional' },
  ]);
  expect(ctx.caller).toMatchObject({ accountId: demo.accountId, tier: 'professional' });
  expect(log).toEqual(['loading the demo account…']);
});

test('no project is asked for: each begins paused, so that no key pays for invented brands', async () => {
  expect(projects.map(({ isPaused }) => isPaused)).toEqual([true, true]);
  const now = new Date('2026-06-26T00:00:00Z');
  await serve(database, PLATFORMS);
  const { accounts } = await planDue(database, now);
  expect(accounts).toMatchObject([{ accountId: demo.accountId, runs: [] }]);
});

test('each project watches all four platforms with its prompts and tracked competitors', async () => {
  expect(projects.map(({ brandName }) => brandName).sort()).toEqual(['Fernstride', 'Keyhollow']);
  for (const { brand, prompts, rivals, frequency } of DEMO_PROJECTS) {
    const project = projectOf(brand.name);
    expect(project.settings).toMatchObject({ platforms: [...PLATFORMS], monitoringFrequency: frequency });
    const kept = await listPrompts(ctx, project.id);
    expect(kept.map(({ promptText }) => promptText).sort()).toEqual(prompts.map(({ text }) => text).sort());
    for (const { tags, platforms } of kept) {
      expect(tags).not.toEqual([]);
      expect(platforms).toEqual([...PLATFORMS]);
    }
    const tracked = rivals.filter(({ isTracked }) => isTracked).map(({ name }) => name);
    expect((await listCompetitors(ctx, project.id)).map(({ name }) => name).sort()).toEqual(tracked.sort());
  }
});

test('every answer is tied to its prompt and was analysed', async () => {
  expect(await countsOf(database)).toMatchObject({ unread: 0, untied: 0 });
});

test('the rollups of both projects are what their answers say', async () => {
  const { consistent, projects: verified } = await verifyRollups(ctx.em);
  expect({ consistent, verified }).toEqual({ consistent: true, verified: 2 });
});

test('visibility of both projects is neither low nor full, on every platform, and rises', async () => {
  for (const { id } of projects) {
    const { score, byPlatform, trend } = await getVisibility(ctx, id, { window: '90d' });
    expect(score).toBeGreaterThan(25);
    expect(score).toBeLessThan(80);
    expect(trend.length).toBeGreaterThan(20);
    expect(Object.keys(byPlatform).sort()).toEqual([...PLATFORMS].sort());
    for (const { visibilityScore } of Object.values(byPlatform)) {
      expect(visibilityScore).toBeGreaterThan(5);
      expect(visibilityScore).toBeLessThan(95);
    }
    const before = await getVisibility(ctx, id, { from: '2026-03-20', to: '2026-04-18' });
    const now = await getVisibility(ctx, id, { from: '2026-05-20', to: '2026-06-18' });
    expect(now.score).toBeGreaterThan(before.score + 5);
  }
});

test('the running shoes have a weak platform, and a week of few and mostly negative answers', async () => {
  const { id } = projectOf('Fernstride');
  const { byPlatform } = await getVisibility(ctx, id, { window: '90d' });
  const scores = PLATFORMS.map((platform) => byPlatform[platform]?.visibilityScore ?? 0);
  expect(Math.min(...scores)).toBe(byPlatform.gemini?.visibilityScore);
  const badWeek = { from: '2026-05-22', to: '2026-05-28' };
  const weekAfter = { from: '2026-05-29', to: '2026-06-04' };
  const [bad, after] = [await getVisibility(ctx, id, badWeek), await getVisibility(ctx, id, weekAfter)];
  expect(bad.score).toBeLessThan(after.score - 10);
  const [worst, usual] = [await getSentiment(ctx, id, badWeek), await getSentiment(ctx, id, weekAfter)];
  expect(worst.negative).toBeGreaterThan(worst.positive);
  expect(usual.positive).toBeGreaterThan(usual.negative);
});

test('both projects have answers of every sentiment', async () => {
  for (const { id } of projects) {
    const { total, ...classes } = await getSentiment(ctx, id, { window: '90d' });
    for (const count of Object.values(classes)) expect(count).toBeGreaterThan(total / 50);
  }
});

test('a competitor leads each brand, and the brand’s own site is among the sources', async () => {
  for (const { id, websiteUrl } of projects) {
    const { score } = await getVisibility(ctx, id, {});
    const scores = (await listCompetitors(ctx, id)).map(({ visibilityScore }) => visibilityScore ?? 0);
    expect(Math.max(...scores)).toBeGreaterThan(score);
    expect(Math.min(...scores)).toBeGreaterThan(0);
    const { citations } = await getCitations(ctx, id, { window: '90d' });
    const domains = citations.map(({ domain }) => domain);
    expect(domains).toContain(new URL(websiteUrl).hostname);
    expect(domains.length).toBeGreaterThan(8);
  }
});

test('the newcomer of each project, whom nobody tracks, is the one name discovered', async () => {
  for (const { brand, rivals } of DEMO_PROJECTS) {
    const found = await rows(ctx.em, DISCOVERED, [projectOf(brand.name).id]);
    const untracked = rivals.filter(({ isTracked }) => !isTracked).map(({ name }) => name);
    expect(found.map(({ name }) => name)).toEqual(untracked);
    const { mentions } = await getMentions(ctx, projectOf(brand.name).id, { window: '90d', limit: 100 });
    const bucket = mentions.find(({ name }) => untracked.includes(name));
    expect(bucket).toMatchObject({ competitorCandidateId: found[0]?.id, competitorId: null, isBrand: false });
  }
});

test('its owner signs in with the password that is told once', async () => {
  const browser = { deviceToken: null, sessionToken: null };
  const sent = { email: demo.email, password: demo.password };
  expect(demo.password).toMatch(/^[\w-]{20}$/);
  const session = await signIn(ctx.em, sent, { network: 'test', userAgent: '' }, browser);
  expect(session).toMatchObject({ accountId: demo.accountId });
});

test('loading it again changes nothing', async () => {
  const before = await countsOf(database);
  expect(await loadDemo(database, (message) => log.push(message), CLOCK)).toBeNull();
  expect(await countsOf(database)).toEqual(before);
  expect(await listKeys(ctx.em, demo.accountId)).toHaveLength(1);
});

test('a database with another account gets no demo', async () => {
  const other = await createTestDatabase();
  await openAccount(other.em);
  expect(await loadDemo(other, undefined, CLOCK)).toBeNull();
  expect(await listAccounts(other.em)).toHaveLength(1);
  await other.close();
});

function projectOf(brandName: string): ProjectView {
  const project = projects.find((one) => one.brandName === brandName);
  if (!project) throw new Error(`no project of ${brandName}`);
  return project;
}

const DISCOVERED = statement<{ id: string; name: string }>(
  'discovered-names-of-demo',
  `select id, name
   from competitor_candidate
   where project_id = $1 and competitor_id is null
   order by name`,
);

const COUNTS = statement<{ answers: number; unread: number; untied: number }>(
  'count-answers-of-demo',
  `select count(*)::int as answers, (count(*) filter (where r.answer_id is null))::int as unread,
     (count(*) filter (where a.prompt_id is null))::int as untied
   from answer a
   left join answer_reading r on r.account_id = a.account_id and r.project_id = a.project_id
     and r.bucket_date = a.bucket_date and r.answer_id = a.id`,
);

async function countsOf(database: TestDatabase) {
  const [counts] = await rows(database.em, COUNTS, []);
  return counts;
}
