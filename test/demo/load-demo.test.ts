import type { Clock } from '../../src/clock.js';
import { parseToken } from '../../src/core/access/token.js';
import { admit } from '../../src/core/admission/admission.js';
import { readCredential } from '../../src/core/admission/credential.js';
import { alertsOfProjects } from '../../src/core/alerts/alerts.js';
import { listCompetitors } from '../../src/core/competitors/competitor.reads.js';
import type { Context } from '../../src/core/context.js';
import { pageOfDeliveries } from '../../src/core/destinations/deliveries.js';
import { listDestinations } from '../../src/core/destinations/destination.reads.js';
import { standingsOfProjects } from '../../src/core/metrics/brand-standings.js';
import { getCitations } from '../../src/core/metrics/citations.js';
import { comparePlatforms, compareVisibility } from '../../src/core/metrics/comparison.js';
import { getMentions } from '../../src/core/metrics/mentions.js';
import { ownershipOfProjects } from '../../src/core/metrics/ownership.js';
import { getSentiment } from '../../src/core/metrics/sentiment.js';
import { getVisibility } from '../../src/core/metrics/visibility.js';
import { listAccounts } from '../../src/core/people/accounts.js';
import { listKeys } from '../../src/core/people/api-keys.js';
import { signIn } from '../../src/core/people/sign-in.js';
import { listProjects } from '../../src/core/projects/project.reads.js';
import type { ProjectView } from '../../src/core/projects/project.schema.js';
import { listPrompts } from '../../src/core/prompts/prompt.reads.js';
import { runsOfProjects } from '../../src/core/runs/run-list.js';
import { verifyCredits } from '../../src/core/schedule/credits.js';
import { admitVisit, openVisit } from '../../src/core/shares/visits.js';
import { statement } from '../../src/database/rows.js';
import { DEMO_PROJECTS, type LoadedDemo, loadDemo } from '../../src/demo/load-demo.js';
import { PLATFORMS, SHARED_PARTS } from '../../src/entities/vocabulary.js';
import { planDue } from '../../src/monitoring/engine/plan.js';
import { verifyRollups } from '../../src/monitoring/facts/verify-rollups.js';
import { lookForDeliveries } from '../../src/sending/delivery-queue.js';
import { openAccount, ownerOf } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { serve } from '../support/runs.js';

/** On a machine that may be busy. */
const LOAD_TIMEOUT_MS = 120_000;
const CLOCK: Clock = { now: () => new Date('2026-06-18T14:00:00Z') };

/** Of any but its own webhook, which is disabled. */
const DELIVERIES = statement<object>(
  'deliveries-of-demo',
  `select d.id
   from delivery d
   left join destination t on t.account_id = d.account_id and t.id = d.destination_id
   where d.account_id = $1 and t.state is distinct from 'disabled'`,
);

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
  const { db } = database;
  ctx = { db, clock: CLOCK, caller: (await admit(database, readCredential('key', demo.apiKey))).caller };
  projects = await listProjects(ctx);
}, LOAD_TIMEOUT_MS);

afterAll(async () => {
  await database.close();
});

test('alerts are what the daily check finds in the samples, with their evidence; nobody is mailed', async () => {
  const ids = projects.map(({ id }) => id);
  const found = await alertsOfProjects(ctx, ids, { first: 50, after: null });
  const alerts = ids.flatMap((id) => found.get(id)?.entries ?? []);
  const moved = alerts.find(({ kind }) => kind === 'visibility_changed');
  const subject = { type: 'competitor', name: 'Ridgelume' };
  expect(moved).toMatchObject({ state: 'open', direction: 'up', evidence: { subject } });
  expect(moved?.evidence.ratio).toBeGreaterThan(10);
  expect(moved?.evidence.answers.length).toBeGreaterThan(0);
  expect(moved?.summary).toContain('more than chance');
  expect(alerts.some(({ kind }) => kind === 'source_found')).toBe(true);
  for (const { openedAt } of alerts) expect(Date.parse(openedAt)).toBeLessThanOrEqual(CLOCK.now().getTime());
  expect(await ctx.db.rows(DELIVERIES, [demo.accountId])).toEqual([]);
});

test('an empty database gets one professional account whose key is let in', async () => {
  expect(await listAccounts(ctx.db)).toMatchObject([
    { accountId: demo.accountId, name: 'Demo', email: 'demo@example.com', tier: 'professional' },
  ]);
  expect(ctx.caller).toMatchObject({ accountId: demo.accountId, tier: 'professional' });
  expect(log).toEqual(['loading the demo account…']);
});

test('no project is asked for: each begins paused, so that no key pays for invented brands', async () => {
  expect(projects.map(({ isPaused }) => isPaused)).toEqual([true, true, true]);
  const now = new Date('2026-06-26T00:00:00Z');
  await serve(database, PLATFORMS);
  const { accounts } = await planDue(database, now);
  expect(accounts).toMatchObject([{ accountId: demo.accountId, runs: [] }]);
});

test('each project watches all four platforms with its prompts, by topic, and tracked competitors', async () => {
  expect(projects.map(({ brandName }) => brandName).sort()).toEqual(['Fernstride', 'Keyhollow', 'Taskwren']);
  for (const { brand, prompts, rivals, frequency } of DEMO_PROJECTS) {
    const project = projectOf(brand.name);
    expect(project.settings).toMatchObject({ platforms: [...PLATFORMS], monitoringFrequency: frequency });
    const kept = await listPrompts(ctx, project.id);
    expect(kept.map(({ promptText }) => promptText).sort()).toEqual(prompts.map(({ text }) => text).sort());
    for (const { category, tags, platforms } of kept) {
      expect(category).not.toBeNull();
      expect(tags).not.toEqual([]);
      expect(platforms).toEqual([...PLATFORMS]);
    }
    const tracked = rivals.filter(({ tracked }) => tracked === 'tracked').map(({ name }) => name);
    expect((await listCompetitors(ctx, project.id)).map(({ name }) => name).sort()).toEqual(tracked.sort());
  }
});

test('every answer is tied to its prompt and was analysed', async () => {
  expect(await countsOf(database)).toMatchObject({ unread: 0, untied: 0 });
});

test('the rollups of all projects are what their answers say, and the credits what their runs hold', async () => {
  const { consistent, projects: verified } = await verifyRollups(ctx.db);
  expect({ consistent, verified }).toEqual({ consistent: true, verified: 3 });
  expect(await verifyCredits(ctx.db, CLOCK)).toEqual([]);
});

test('visibility of the two older projects is neither low nor full, on every platform', async () => {
  for (const { id } of older()) {
    const { score, byPlatform, trend } = await getVisibility(ctx, id, { window: '90d' });
    expect(score).toBeGreaterThan(25);
    expect(score).toBeLessThan(80);
    expect(trend.length).toBeGreaterThan(20);
    expect(Object.keys(byPlatform).sort()).toEqual([...PLATFORMS].sort());
    for (const { visibilityScore } of Object.values(byPlatform)) {
      expect(visibilityScore).toBeGreaterThan(5);
      expect(visibilityScore).toBeLessThan(95);
    }
  }
});

test('one project rose on one platform and overall, one moved within chance, and one has too few answers', async () => {
  const period = { from: '2026-05-20', to: '2026-06-18' };
  const verdictsOf = async (brandName: string) => {
    const { id } = projectOf(brandName);
    const whole = (await compareVisibility(ctx, [id], { period })).get(id);
    const parts = (await comparePlatforms(ctx, [id], { period })).get(id);
    return { whole: whole?.comparison.verdict, perplexity: parts?.get('perplexity')?.comparison.verdict };
  };
  expect(await verdictsOf('Fernstride')).toEqual({ whole: 'moved_up', perplexity: 'moved_up' });
  expect((await verdictsOf('Keyhollow')).whole).toBe('within_noise');
  expect((await verdictsOf('Taskwren')).whole).toBe('too_few_answers');
});

test('competitors are told apart from the brand, and moves from chance: each verdict is there', async () => {
  const period = { from: '2026-05-19', to: '2026-06-18' };
  const standings = await standingsOfProjects(
    ctx,
    projects.map(({ id }) => id),
    { period },
  );
  const found = [...standings].flatMap(([id, ofProject]) => [...ofProject].filter(([subject]) => subject !== id));
  const against = found.map(([, { againstBrand }]) => againstBrand?.verdict);
  expect(new Set(against)).toEqual(new Set(['more_often', 'less_often', 'within_noise', 'too_few_answers']));
  expect(found.map(([, { change }]) => change)).toEqual(expect.arrayContaining(['moved_up', 'within_noise']));
});

test('runs tell why there are no answers: an outage, a missing key, a refusal, a pause', async () => {
  const period = { from: '2026-03-20', to: '2026-06-18' };
  const all = { first: 5_000, after: null, state: undefined, platform: undefined, promptId: undefined };
  const page = (await runsOfProjects(ctx, [projectOf('Fernstride').id], period, all)).get(projectOf('Fernstride').id);
  const runs = page?.entries ?? [];
  const reasons = new Set(runs.map(({ state, reason }) => `${state} ${reason}`));
  expect([...reasons].sort()).toEqual([
    'accepted null',
    'failed empty',
    'failed platform_error',
    'failed refused',
    'failed timed_out',
    'skipped paused',
    'skipped platform_not_configured',
  ]);
  for (const { state, answer } of runs) expect(answer !== null).toBe(state === 'accepted');
  const outage = runs.filter(({ platform, plannedAt }) => platform === 'gemini' && plannedAt.startsWith('2026-06-04'));
  expect(outage.every(({ state }) => state === 'failed')).toBe(true);
});

test('a competitor and a prompt of each older project were added in the midst of the period', async () => {
  for (const { id } of older()) {
    for (const list of [await listCompetitors(ctx, id), await listPrompts(ctx, id)]) {
      const days = new Set(list.map(({ createdAt }) => createdAt.slice(0, 10)));
      expect(days.size).toBe(2);
      expect(days.has('2026-03-20')).toBe(true);
    }
  }
});

test('the running shoes have a weak platform, and an early week of few and mostly negative answers', async () => {
  const { id } = projectOf('Fernstride');
  const { byPlatform } = await getVisibility(ctx, id, { window: '90d' });
  const scores = PLATFORMS.map((platform) => byPlatform[platform]?.visibilityScore ?? 0);
  expect(Math.min(...scores)).toBe(byPlatform.gemini?.visibilityScore);
  const badWeek = { from: '2026-04-03', to: '2026-04-09' };
  const weekAfter = { from: '2026-04-10', to: '2026-04-16' };
  const [bad, after] = [await getVisibility(ctx, id, badWeek), await getVisibility(ctx, id, weekAfter)];
  expect(bad.score).toBeLessThan(after.score - 10);
  const [worst, usual] = [await getSentiment(ctx, id, badWeek), await getSentiment(ctx, id, weekAfter)];
  expect(worst.negative).toBeGreaterThan(worst.positive);
  expect(usual.positive).toBeGreaterThan(usual.negative);
});

test('both older projects have answers of every sentiment', async () => {
  for (const { id } of older()) {
    const { total, ...classes } = await getSentiment(ctx, id, { window: '90d' });
    for (const count of Object.values(classes)) expect(count).toBeGreaterThan(total / 50);
  }
});

test('a competitor leads each brand, and the brand’s own site is among the sources', async () => {
  for (const { id, websiteUrl } of older()) {
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

test('a rival’s site is a competitor’s, not the brand’s own', async () => {
  const { id } = projectOf('Fernstride');
  const ownershipOf = (await ownershipOfProjects(ctx, [id])).get(id);
  const sites = ['fernstride.example', 'shop.fernstride.example', 'kestrova.example', 'shoelab.example'];
  expect(sites.map((site) => ownershipOf?.(site))).toEqual(['own', 'own', 'competitor', 'other']);
});

test('the names discovered are those that nobody tracks, one of them dismissed', async () => {
  for (const { brand, rivals } of DEMO_PROJECTS) {
    const found = await ctx.db.rows(DISCOVERED, [projectOf(brand.name).id]);
    const untracked = rivals.filter(({ tracked }) => tracked !== 'tracked').map(({ name }) => name);
    expect(found.map(({ name }) => name)).toEqual(untracked.sort());
    const dismissed = rivals.filter(({ tracked }) => tracked === 'dismissed').map(({ name }) => name);
    expect(found.filter(({ is_dismissed }) => is_dismissed).map(({ name }) => name)).toEqual(dismissed);
    const { mentions } = await getMentions(ctx, projectOf(brand.name).id, { window: '90d', limit: 100 });
    const bucket = mentions.find(({ name }) => name === found[0]?.name);
    expect(bucket).toMatchObject({ competitorCandidateId: found[0]?.id, competitorId: null, isBrand: false });
  }
});

test('its owner signs in with the password that is told once', async () => {
  const browser = { deviceToken: null, sessionToken: null };
  const sent = { email: demo.email, password: demo.password };
  expect(demo.password).toMatch(/^[\w-]{20}$/);
  const session = await signIn(ctx.db, sent, { network: 'test', userAgent: '' }, browser);
  expect(session).toMatchObject({ accountId: demo.accountId });
});

test('its destination is disabled, at a reserved address, and shows what it was sent', async () => {
  const owner = { ...ctx, caller: ownerOf(ctx.caller) };
  const listed = await listDestinations(owner);
  expect(listed).toMatchObject([{ name: 'Data warehouse', host: 'warehouse.example', state: 'disabled' }]);
  const of = { destinationId: listed[0]?.id, state: null, first: 10, after: null };
  const { entries } = await pageOfDeliveries(owner, of);
  expect(entries.map(({ type, state, attempts }) => [type, state, attempts.length])).toEqual([
    ['project.day_closed', 'failed', 10],
    ['project.day_closed', 'delivered', 1],
    ['destination.test', 'delivered', 1],
  ]);
  const due = await lookForDeliveries(database.db, CLOCK.now());
  expect(due.accounts.filter(({ accountId }) => accountId === demo.accountId)).toEqual([]);
});

test('its share link shows all parts of its first project', async () => {
  const visit = await openVisit(
    ctx.db,
    { token: demo.sharePath.replace('/shared#', '') },
    { network: 'test', userAgent: '' },
  );
  const parsed = parseToken('visit', visit.token);
  const { caller } = parsed ? await admitVisit(ctx.db, parsed) : { caller: null };
  expect(caller).toMatchObject({ kind: 'visitor', accountId: demo.accountId, shows: SHARED_PARTS });
  expect(projects.map(({ id }) => id)).toContain(caller?.kind === 'visitor' && caller.projectId);
});

test('loading it again changes nothing', async () => {
  const before = await countsOf(database);
  expect(await loadDemo(database, (message) => log.push(message), CLOCK)).toBeNull();
  expect(await countsOf(database)).toEqual(before);
  expect(await listKeys(ctx.db, demo.accountId)).toHaveLength(1);
});

test('a database with another account gets no demo', async () => {
  const other = await createTestDatabase();
  await openAccount(other.db);
  expect(await loadDemo(other, undefined, CLOCK)).toBeNull();
  expect(await listAccounts(other.db)).toHaveLength(1);
  await other.close();
});

/** Those with 90 days of answers. */
function older(): ProjectView[] {
  return projects.filter(({ brandName }) => brandName !== 'Taskwren');
}

function projectOf(brandName: string): ProjectView {
  const project = projects.find((one) => one.brandName === brandName);
  if (!project) throw new Error(`no project of ${brandName}`);
  return project;
}

const DISCOVERED = statement<{ id: string; name: string; is_dismissed: boolean }>(
  'discovered-names-of-demo',
  `select id, name, dismissed_at is not null as is_dismissed
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
  const [counts] = await database.db.rows(COUNTS, []);
  return counts;
}
