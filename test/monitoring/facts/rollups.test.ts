import fc from 'fast-check';
import { createAnalyser, type SubjectFacts } from '../../../src/analysis/analyser.js';
import { rollUp } from '../../../src/core/facts/rollups.js';
import { promptTextHash } from '../../../src/core/prompts/prompt-duplicates.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import type { IncomingAnswer } from '../../../src/monitoring/facts/facts.js';
import { verifyRollups } from '../../../src/monitoring/facts/verify-rollups.js';
import { ingest } from '../../../src/monitoring/ingest/ingest.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import {
  contentOf,
  incoming,
  ingestAndRollUp,
  type MonitoredProject,
  openProject,
  ROLLUPS,
  untilBlocked,
} from '../monitored-project.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const COMPETITORS = ['Globex', 'Initech'];

const passage = fc.constantFrom(
  'Acme makes good anvils.',
  'Acme is terrible and slow.',
  'Globex sells ropes.',
  'Initech and Globex and Acme.',
  '1. **Globex** – ropes 🪢\n2. **Acme** – anvils\n3. **Initech** – tape',
  '- **Acme**: anvils\n- **Globex**: ropes',
  'Acme jest od lat na rynku i nie tylko tu się o niej mówi.',
  'Nobody in particular.',
  'See [this](https://www.example.com/anvils?utm_source=x).',
);
const page = fc.constantFrom('https://example.com/anvils', 'https://example.com/ropes', 'https://b.example.org/');
const answers = fc.array(
  fc
    .record({
      platform: fc.constantFrom(...PLATFORMS),
      question: fc.constantFrom('Which anvils are best?', ' which ANVILS are best?', 'Who sells ropes?'),
      text: fc.array(passage, { minLength: 1, maxLength: 4 }).map((passages) => passages.join('\n\n')),
      citations: fc.array(
        page.map((url) => ({ url, title: null })),
        { maxLength: 3 },
      ),
      answeredAt: fc.integer({ min: 0, max: 4 * 86_400_000 }).map((ms) => new Date(Date.UTC(2026, 2, 30) + ms)),
    })
    .map((fields) => incoming(fields)),
  { maxLength: 25 },
);

interface Tally {
  [column: string]: unknown;
}

const NO_SENTIMENTS = { positive: 0, neutral: 0, negative: 0, mixed: 0, no_rule: 0 };
const NO_ANSWERS = { response_count: 0, brand_mention_count: 0, ...NO_SENTIMENTS };

/** The counts of a day with one more answer. */
function withAnswer(counts: Record<string, number> | undefined, brand: SubjectFacts): Record<string, number> {
  const counted = ['response_count'];
  if (brand.mentionCount > 0) counted.push('brand_mention_count');
  if (brand.mentionCount > 0 && brand.sentiment) counted.push(brand.sentiment);
  if (!brand.isToneCovered) counted.push('no_rule');
  const before: Record<string, number> = counts ?? NO_ANSWERS;
  return { ...before, ...Object.fromEntries(counted.map((column) => [column, (before[column] ?? 0) + 1])) };
}

/** The daily rollups as they should be, counted one answer after another. */
function recount(given: readonly IncomingAnswer[], ids: ReadonlyMap<string, string>) {
  const analyse = createAnalyser({
    brand: { name: 'Acme', aliases: [], website: 'https://acme.example' },
    competitors: COMPETITORS.map((name) => ({ name, aliases: [], website: '' })),
  });
  const responses = new Map<string, Record<string, number>>();
  const questions: Counts = new Map();
  const competitors: Counts = new Map();
  const mentions: Counts = new Map();
  const citations: Counts = new Map();
  for (const answer of given) {
    const day = `${answer.answeredAt.toISOString().slice(0, 10)} ${answer.platform}`;
    const { brand, competitors: rivals, citations: pages } = analyse(answer);
    responses.set(day, withAnswer(responses.get(day), brand));
    const asked = `${day} \\x${promptTextHash(answer.question).toString('hex')}`;
    const placeOf = placesIn(answer.text, [brand, ...rivals]);
    const ofBrand = Object.entries(placeOf(brand)).map(([column, count]) => [`brand_${column}`, count]);
    add(questions, asked, {
      ...{ response_count: 1, brand_mention_count: Number(brand.mentionCount > 0) },
      ...Object.fromEntries(ofBrand),
    });
    for (const { name, facts } of namedAmong([brand, ...rivals])) {
      add(mentions, `${day} ${ids.get(name)}`, { mention_count: facts.mentionCount, response_count: 1 });
      if (name !== 'Acme') add(competitors, `${asked} ${ids.get(name)}`, { response_count: 1, ...placeOf(facts) });
    }
    for (const domain of new Set(pages.map((cited) => cited.domain))) {
      const ofDomain = pages.filter((cited) => cited.domain === domain).length;
      const [isBrand, isRival] = [brand.mentionCount > 0, rivals.some(({ mentionCount }) => mentionCount > 0)];
      add(citations, `${day} ${domain}`, {
        ...{ citation_count: ofDomain, response_count: 1, brand_response_count: Number(isBrand) },
        ...{ competitor_response_count: Number(isRival), competitor_alone_count: Number(isRival && !isBrand) },
      });
    }
  }
  return { responses, questions, competitors, mentions, citations };
}

/** Those of the brand and the competitors that an answer names. */
function namedAmong(facts: readonly SubjectFacts[]) {
  const named = facts.map((each, at) => ({ name: ['Acme', ...COMPETITORS][at] ?? '', facts: each }));
  return named.filter(({ facts: { mentionCount } }) => mentionCount > 0);
}

/** What one answer adds to the counts of where a name is. */
function placesIn(text: string, all: readonly SubjectFacts[]) {
  const beginOf = ({ spans }: SubjectFacts) => spans[0]?.[0] ?? Number.POSITIVE_INFINITY;
  const firstAt = Math.min(...all.map(beginOf));
  return (facts: SubjectFacts): Record<string, number> => ({
    first_count: Number(facts.mentionCount > 0 && beginOf(facts) === firstAt),
    early_count: Number(beginOf(facts) < text.length / 3),
    ranked_count: Number(facts.position !== null),
    rank_sum: facts.position ?? 0,
  });
}

const PLACES = ['first_count', 'early_count', 'ranked_count', 'rank_sum'];

type Counts = Map<string, Record<string, number>>;

function add(counts: Counts, key: string, more: Record<string, number>): void {
  const before = counts.get(key) ?? {};
  const sums = Object.entries(more).map(([column, count]) => [column, (before[column] ?? 0) + count]);
  counts.set(key, Object.fromEntries(sums));
}

/** Rows of a rollup by key, `first_seen_at` and the like left out. */
async function stored(project: MonitoredProject, table: string, keys: readonly string[], values: readonly string[]) {
  const content = (await contentOf(database, table, project)) as Tally[];
  return new Map(
    content.map((row) => [
      keys.map((key) => row[key]).join(' '),
      Object.fromEntries(values.map((name) => [name, row[name]])),
    ]),
  );
}

async function subjectIds({ projectId }: MonitoredProject): Promise<Map<string, string>> {
  const found = await database.db.em.execute<{ id: string; name: string }[]>(
    'select id, name from competitor_candidate where project_id = ?',
    [projectId],
  );
  return new Map([['Acme', projectId], ...found.map(({ id, name }) => [name, id] as const)]);
}

test('daily rollups equal a recount of the answers, however they are split into transactions', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.nat(25), async (given, split) => {
      const project = await openProject(database, COMPETITORS);
      await ingestAndRollUp(database, project, given.slice(0, split));
      await ingestAndRollUp(database, project, given.slice(split));
      const expected = recount(given, await subjectIds(project));
      const day = ['bucket_date', 'platform'];
      const classes = ['response_count', 'brand_mention_count', ...Object.keys(NO_SENTIMENTS)];
      expect(await stored(project, 'daily_response', day, classes)).toEqual(expected.responses);
      const asked = ['response_count', 'brand_mention_count', ...PLACES.map((column) => `brand_${column}`)];
      expect(await stored(project, 'daily_question_response', [...day, 'question_hash'], asked)).toEqual(
        expected.questions,
      );
      const ofNames = [...day, 'question_hash', 'subject_id'];
      expect(await stored(project, 'daily_question_mention', ofNames, ['response_count', ...PLACES])).toEqual(
        expected.competitors,
      );
      const counts = ['mention_count', 'response_count'];
      expect(await stored(project, 'daily_mention', [...day, 'subject_id'], counts)).toEqual(expected.mentions);
      const namings = ['brand_response_count', 'competitor_response_count', 'competitor_alone_count'];
      const cited = ['citation_count', 'response_count', ...namings];
      expect(await stored(project, 'daily_citation', [...day, 'domain'], cited)).toEqual(expected.citations);
      expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true, differences: [] });
    }),
    { numRuns: 25 },
  );
});

test('first and last seen are instants of the answers, and a page cited twice in an answer counts once', async () => {
  const project = await openProject(database);
  const at = (time: string) => new Date(`2026-03-04T${time}Z`);
  const twice = [1, 2].map(() => ({ url: 'https://example.com/a', title: null }));
  await ingestAndRollUp(database, project, [
    incoming({ answeredAt: at('05:00:00.001'), citations: twice }),
    incoming({ answeredAt: at('23:59:59.999'), citations: [{ url: 'https://example.com/b', title: null }] }),
    incoming({ answeredAt: at('07:00:00'), text: 'Nothing.' }),
  ]);
  const seen = { first_seen_at: '2026-03-04T05:00:00.001+00:00', last_seen_at: '2026-03-04T23:59:59.999+00:00' };
  const day = { bucket_date: '2026-03-04', platform: 'chatgpt' };
  expect(await contentOf(database, 'daily_citation', project)).toEqual([
    {
      ...{ ...day, domain: 'example.com', citation_count: 2, response_count: 2, ...seen },
      ...{ brand_response_count: 2, competitor_response_count: 0, competitor_alone_count: 0 },
    },
  ]);
  expect(await contentOf(database, 'mention_total', project)).toEqual([
    { subject_id: project.projectId, mention_count: 2, ...seen },
  ]);
});

test('a rollup done twice changes nothing and writes nothing', async () => {
  const project = await openProject(database, COMPETITORS);
  const analysisId = await ingestAndRollUp(database, project, [incoming({ text: 'Acme, Globex.' })]);
  const versions = () =>
    database.db.em.execute('select xmin::text from daily_mention where project_id = ? order by 1', [project.projectId]);
  const before = await versions();
  await database.db.transaction((tx) => rollUp(tx, project, analysisId, ['2026-03-04', '2026-03-05']));
  expect(await versions()).toEqual(before);
});

test('a rollup deletes rows whose facts are gone', async () => {
  const project = await openProject(database);
  const citations = [{ url: 'https://example.com/a', title: null }];
  const analysisId = await ingestAndRollUp(database, project, [incoming({ citations })]);
  await database.db.transaction(async (tx) => {
    for (const table of ['answer_reading', 'answer_mention', 'answer_citation']) {
      await tx.em.execute(`delete from ${table} where project_id = ?`, [project.projectId]);
    }
    await rollUp(tx, project, analysisId, ['2026-03-04']);
  });
  for (const table of ROLLUPS) expect(await contentOf(database, table, project)).toEqual([]);
});

test('totals stay right whatever mentions vanish, also where a subject keeps some or loses all', async () => {
  const days = ['2026-03-30', '2026-03-31', '2026-04-01', '2026-04-02', '2026-04-03'];
  const vanishing = fc.array(
    fc.record({ day: fc.constantFrom(...days), subject: fc.constantFrom('Acme', ...COMPETITORS) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(answers, vanishing, async (given, gone) => {
      const project = await openProject(database, COMPETITORS);
      const analysisId = await ingestAndRollUp(database, project, given);
      const subjects = await subjectIds(project);
      await database.db.transaction(async (tx) => {
        for (const { day, subject } of gone) {
          await tx.em.execute(
            'delete from answer_mention where project_id = ? and bucket_date = ? and subject_id = ?',
            [project.projectId, day, subjects.get(subject)],
          );
        }
        const touched = gone.map(({ day }) => day);
        await rollUp(tx, project, analysisId, touched);
      });
      const { differences } = await verifyRollups(database.db, project);
      expect(differences).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test('many transactions at once on one day are all counted', async () => {
  const project = await openProject(database, COMPETITORS);
  const batches = Array.from({ length: 12 }, () => [
    incoming({ text: 'Acme, Globex.' }),
    incoming({ text: 'Acme, Globex.', platform: 'claude' }),
  ]);
  await Promise.all(batches.map((batch) => ingestAndRollUp(database, project, batch)));
  expect(await contentOf(database, 'daily_response', project)).toMatchObject([
    { platform: 'chatgpt', response_count: 12, brand_mention_count: 12 },
    { platform: 'claude', response_count: 12, brand_mention_count: 12 },
  ]);
  expect(await verifyRollups(database.db, project)).toMatchObject({ consistent: true });
});

test('a transaction that waited for another of the same day counts its answers too', async () => {
  const project = await openProject(database);
  await ingestAndRollUp(database, project, [incoming()]);
  let second: Promise<string> | undefined;
  await database.db.transaction(async (tx) => {
    const { analysisId, days } = await ingest(tx, project, [incoming()]);
    await rollUp(tx, project, analysisId, days);
    second = ingestAndRollUp(database, project, [incoming()]);
    await untilBlocked(database);
  });
  await second;
  expect(await contentOf(database, 'daily_response', project)).toMatchObject([{ response_count: 3 }]);
});
