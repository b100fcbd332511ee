import { createMarket } from '../../src/core/markets/market.writes.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { asGraphql, askGraphql } from '../support/graphql.js';
import { type HolderSession, liftHolderLimits, openHolder, setRole } from '../support/holder-session.js';
import { addRun } from '../support/listed-runs.js';
import { createCompetitor, createProject } from '../support/resources.js';

/** The numbers of some prompts: each field of `where` beside a recount of the responses by hand. */

const api = useApi();

interface Labels {
  text: string;
  category?: string;
  stage?: string;
  persona?: string;
  tags: string[];
  isArchived?: boolean;
  /** What its market is called; without one it is asked from the project's country. */
  market?: string;
}

const MARKETS = [
  { name: 'Munich', country: 'DE', language: 'de' },
  { name: 'Geneva', country: 'CH', language: 'fr' },
];

const PROMPTS: Labels[] = [
  { text: 'Is Northwind a good tea shop?', category: 'Shops', stage: 'DECISION', persona: 'Student', tags: ['a', 'b'] },
  { text: 'Which tea shop is best?', category: 'Shops', stage: 'CONSIDERATION', persona: 'Chef', tags: ['a'] },
  { text: 'What is green tea?', category: 'Teas', stage: 'AWARENESS', tags: ['b', 'c'] },
  {
    text: 'How is Northwind tea kept?',
    category: 'Teas',
    stage: 'USE',
    persona: 'Student',
    tags: [],
    market: 'Munich',
  },
  { text: 'Which teapot is best?', tags: ['c'], market: 'Geneva' },
  { text: 'Which old tea is best?', category: 'Shops', stage: 'CONSIDERATION', tags: ['a', 'c'], isArchived: true },
];
const IMPORTED = 'Northwind, asked by an import?';
const TEXTS = ['Northwind is excellent.', 'Contoso, then Northwind.', 'Contoso.', 'Northwind is terrible.', 'No shop.'];
const PAGES = [
  'https://teareviews.com/a',
  'https://teareviews.com/b',
  'https://northwind.example/x',
  'https://te.com/1',
];
const PLATFORMS = ['chatgpt', 'perplexity', 'claude', 'gemini'] as const;
const ANSWERS = 98;

interface Where {
  name: string;
  where: string | (() => string);
  isOf: (labels: Labels | undefined) => boolean;
}

const isBranded = ({ text }: Labels) => text.includes('Northwind');
const hasTag = (labels: Labels | undefined, ...tags: string[]) => tags.some((tag) => labels?.tags.includes(tag));

const FILTERS: Where[] = [
  { name: 'one tag', where: '{ tags: ["a"] }', isOf: (of) => hasTag(of, 'a') },
  { name: 'several tags, which widen', where: '{ tags: ["b", "c", "b"] }', isOf: (of) => hasTag(of, 'b', 'c') },
  { name: 'a category', where: '{ categories: ["Shops"] }', isOf: (of) => of?.category === 'Shops' },
  { name: 'a persona', where: '{ personas: ["Student"] }', isOf: (of) => of?.persona === 'Student' },
  {
    name: 'stages',
    where: '{ stages: [USE, DECISION] }',
    isOf: (of) => of?.stage === 'USE' || of?.stage === 'DECISION',
  },
  {
    name: 'markets',
    where: () => `{ marketIds: ["${marketIds.get('Munich')}", "${marketIds.get('Geneva')}"] }`,
    isOf: (of) => of?.market !== undefined,
  },
  {
    name: 'a country, of the market or else of the project',
    where: '{ countries: ["DE", "us"] }',
    isOf: (of) => of !== undefined && of.market !== 'Geneva',
  },
  { name: 'a language', where: '{ languages: ["fr"] }', isOf: (of) => of?.market === 'Geneva' },
  {
    name: 'prompts by id',
    where: () => `{ promptIds: [${[PROMPTS[1], PROMPTS[5]].map((of) => `"${idOf.get(of?.text ?? '')}"`).join(', ')}] }`,
    isOf: (of) => of !== undefined && (of === PROMPTS[1] || of === PROMPTS[5]),
  },
  { name: 'the brand', where: '{ branded: true }', isOf: (of) => of !== undefined && isBranded(of) },
  { name: 'no brand', where: '{ branded: false }', isOf: (of) => of === undefined || !isBranded(of) },
  {
    name: 'fields, which narrow one another',
    where: '{ categories: ["Shops", "Teas"], tags: ["a", "b"], branded: false, stages: null }',
    isOf: (of) => of?.category !== undefined && hasTag(of, 'a', 'b') && !isBranded(of),
  },
  { name: 'what no prompt has', where: '{ categories: ["shops"] }', isOf: () => false },
  { name: 'no field', where: '{ tags: null }', isOf: () => true },
];

let session: HolderSession;
let caller: ApiCaller;
let projectId: string;
let idOf: Map<string, string>;
let marketIds: Map<string, string>;
let rivalId: string;
let runs: SeededRun[];

beforeAll(async () => {
  session = await openHolder(api);
  caller = session.caller;
  ({ projectId, idOf, marketIds, rivalId, runs } = await seed(caller, 0));
  // The same prompts of another account, labelled and answered otherwise.
  await seed(await api.open(), 1);
  await setRole(session, 'viewer');
});

async function seed(owner: ApiCaller, shift: number) {
  await liftLimits(owner);
  const { id } = await createProject(owner, { target_country: 'US' });
  const { id: competitorId } = await createCompetitor(owner, id, { name: 'Contoso' });
  const markets = new Map<string, string>();
  for (const market of MARKETS) markets.set(market.name, (await createMarket(owner.account.ctx, id, market)).id);
  const labelled = PROMPTS.map(({ text, isArchived: _, market, ...labels }, at) => {
    const { category, stage, persona, tags } = shift === 0 ? labels : { ...PROMPTS[(at + shift) % PROMPTS.length] };
    const named = { category: category ?? null, stage: stage ?? null, persona: persona ?? null, tags };
    return { promptText: text, ...named, marketId: markets.get(market ?? '') ?? null };
  });
  const create = `mutation ($id: ID!, $inputs: [CreatePromptInput!]!) {
    createPrompts(projectId: $id, inputs: $inputs) { id promptText category stage persona tags } }`;
  const { body } = await askGraphql(owner, create, { id, inputs: labelled });
  expect(body.errors).toBeUndefined();
  const created = body.data?.['createPrompts'] as { id: string; promptText: string }[];
  expect(created).toEqual(labelled.map(({ marketId: _, ...labels }) => ({ id: expect.any(String), ...labels })));
  const ids = new Map(created.map((prompt) => [prompt.promptText, prompt.id]));
  const questions = [...PROMPTS.map(({ text, market }) => ({ question: text, market })), { question: IMPORTED }];
  const lines = Array.from({ length: ANSWERS }, (_, at) => {
    const day = `2026-06-${String(2 + ((at * 5) % 13)).padStart(2, '0')}T09:00:00.${String(at).padStart(3, '0')}Z`;
    return JSON.stringify({
      ...{
        external_id: `${at}`,
        platform: PLATFORMS[(at * 3 + (at >> 3)) % 4],
        ...questions[at % questions.length],
      },
      ...{ answer: TEXTS[(at * 7 + (at >> 2) + shift) % TEXTS.length], answered_at: day },
      citations: PAGES.filter((_url, page) => (at + page * 3) % (page + 2) === 0).map((url) => ({ url, title: 'T' })),
    });
  });
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  const planned = await Promise.all(
    PROMPTS.flatMap(({ text }, at) =>
      PLATFORMS.flatMap((platform, on) =>
        Array.from({ length: 1 + ((at + on) % 3) }, (_, back) => ({ text, at, platform, on, back })),
      ),
    ).map(async ({ text, at, platform, on, back }): Promise<SeededRun> => {
      const state = (['accepted', 'failed', 'queued'] as const)[(at + on * 2 + back) % 3] ?? 'accepted';
      const day = `2026-06-${10 - back * 2}`.replace(/-(\d)$/, '-0$1');
      const run = { promptId: ids.get(text) ?? '', platform, plannedAt: `${day}T0${on}:0${at}:00.000Z`, state };
      return {
        ...run,
        text,
        day,
        id: await addRun(api.db, { accountId: owner.account.accountId, projectId: id }, run),
      };
    }),
  );
  for (const { text, isArchived } of PROMPTS) if (isArchived) await owner.delete(`/prompts/${ids.get(text)}`);
  return { projectId: id, idOf: ids, marketIds: markets, rivalId: competitorId, runs: planned };
}

interface SeededRun {
  id: string;
  text: string;
  platform: string;
  state: string;
  plannedAt: string;
  day: string;
}

/** Asks as a viewer, and as a program with a key, which must be told the same. */
async function below<Data>(fields: string): Promise<Data> {
  await Promise.all([liftLimits(caller), liftHolderLimits(session)]);
  const query = `{ project(id: "${projectId}") { ${fields} } }`;
  const byKey = (await askGraphql(caller, query)).body;
  const request = { 'Content-Type': 'application/json', ...session.headers };
  const byViewer = asGraphql(await api.request('POST', '/graphql', request, JSON.stringify({ query }))).body;
  expect(byKey.errors).toBeUndefined();
  expect(byViewer.data).toEqual(byKey.data);
  // Shaped by the fields.
  return byKey.data?.['project'] as Data;
}

interface Response {
  id: string;
  question: string;
  platform: string;
  sentiment: string | null;
  answeredAt: string;
  mentions: { name: string; spans: object[] }[];
  citations: { domain: string; url: string }[];
}

async function allResponses(): Promise<Response[]> {
  const fields = 'id question platform sentiment answeredAt mentions { name spans { start } } citations { domain url }';
  return (await below<{ responses: { nodes: Response[] } }>(`responses(first: 100) { nodes { ${fields} } }`)).responses
    .nodes;
}

const labelsOf = ({ question }: Response) => PROMPTS.find(({ text }) => text === question);
const names = (response: Response, name: string) => response.mentions.some((mention) => mention.name === name);
const namingOf = (responses: readonly Response[], name: string) => responses.filter((one) => names(one, name)).length;
const score = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));

describe.each(FILTERS)('$name', ({ where: written, isOf }) => {
  let where: string;
  let all: Response[];
  let chosen: Response[];

  beforeAll(async () => {
    where = typeof written === 'string' ? written : written();
    all = await allResponses();
    chosen = all.filter((one) => isOf(labelsOf(one)));
  });

  test('leaves the responses to these prompts, and counts them', async () => {
    expect(all).toHaveLength(ANSWERS);
    const { responses, named } = await below<Record<string, { totalCount: number; nodes: { id: string }[] }>>(
      `responses(first: 100, where: ${where}) { totalCount nodes { id } }
       named: responses(first: 3, named: true, platforms: [CLAUDE, GEMINI], where: ${where}) {
         totalCount nodes { id } }`,
    );
    const idsOf = (list: readonly Response[]) => list.map(({ id }) => id);
    expect(responses).toEqual({ totalCount: chosen.length, nodes: idsOf(chosen).map((id) => ({ id })) });
    const both = chosen.filter((one) => names(one, 'Northwind') && ['CLAUDE', 'GEMINI'].includes(one.platform));
    expect(named?.totalCount).toBe(both.length);
    expect(named?.nodes.map(({ id }) => id)).toEqual(idsOf(both).slice(0, 3));
  });

  test('is the visibility of these responses, as a whole, by platform, by day and before', async () => {
    const { visibility } = await below<{ visibility: Record<string, unknown> }>(
      `visibility(from: "2026-06-09", to: "2026-06-14", where: ${where}) { score adjustedConfidence { low }
         byPlatform { platform responseCount brandMentionCount trend { date responses } }
         trend { date responses brandMentionCount } pooled: trend(over: 6) { date responses }
         previous { score verdict } }`,
    );
    const of = (from: string, to: string) =>
      chosen.filter(({ answeredAt }) => answeredAt.slice(0, 10) >= from && answeredAt.slice(0, 10) <= to);
    const now = of('2026-06-09', '2026-06-14');
    const before = of('2026-06-03', '2026-06-08');
    const days = [...new Set(now.map(({ answeredAt }) => answeredAt.slice(0, 10)))].toSorted();
    const platforms = PLATFORMS.map((platform) => platform.toUpperCase());
    const ofDay = (list: readonly Response[], day: string) => list.filter((one) => one.answeredAt.startsWith(day));
    expect(visibility).toMatchObject({
      score: score(namingOf(now, 'Northwind'), now.length),
      adjustedConfidence: now.length === 0 ? null : { low: expect.any(Number) },
      trend: days.map((date) => ({
        date,
        responses: ofDay(now, date).length,
        brandMentionCount: namingOf(ofDay(now, date), 'Northwind'),
      })),
      previous: { score: score(namingOf(before, 'Northwind'), before.length), verdict: expect.any(String) },
    });
    const byPlatform = visibility['byPlatform'] as { platform: string; responseCount: number; trend: object[] }[];
    for (const platform of platforms) {
      const own = now.filter((one) => one.platform === platform);
      const told = byPlatform.find((one) => one.platform === platform);
      expect(told?.responseCount ?? 0).toBe(own.length);
      expect(told?.trend.length ?? 0).toBe(new Set(own.map(({ answeredAt }) => answeredAt.slice(0, 10))).size);
    }
    const last = (visibility['pooled'] as { date: string; responses: number }[]).find(
      ({ date }) => date === '2026-06-14',
    );
    expect(last?.responses ?? 0).toBe(now.length);
  });

  test('is the cells, the tone and the names of these responses', async () => {
    const { cells, sentiment, brands, found } = await below<{
      cells: { promptId: string | null; platform: string; responseCount: number; brandMentionCount: number }[];
      sentiment: Record<string, number>;
      brands: { name: string; responseCount: number; mentionCount: number; wholeCount?: number }[];
      found: { name: string; responseCount: number }[];
    }>(
      `cells(where: ${where}) { promptId platform responseCount brandMentionCount }
       sentiment(where: ${where}) { positive neutral negative mixed total }
       brands(tracked: true, where: ${where}) { name responseCount mentionCount adjustedConfidence { low }
         againstBrand { difference } previous { verdict } }
       found: brands(where: ${where}, platforms: [CHATGPT]) { name responseCount }`,
    );
    const unarchived = (one: Response) => {
      const labels = labelsOf(one);
      return labels === undefined || labels.isArchived ? null : (idOf.get(labels.text) ?? null);
    };
    const grouped = Map.groupBy(chosen, (one) => `${unarchived(one)} ${one.platform}`);
    expect(new Map(cells.map((cell) => [`${cell.promptId} ${cell.platform}`, cell.responseCount]))).toEqual(
      new Map(Array.from(grouped, ([key, own]) => [key, own.length])),
    );
    for (const cell of cells) {
      expect(cell.brandMentionCount).toBe(
        namingOf(grouped.get(`${cell.promptId} ${cell.platform}`) ?? [], 'Northwind'),
      );
    }
    const toneOf = (tone: string) => chosen.filter((one) => one.sentiment === tone).length;
    expect(sentiment).toEqual({
      ...{ positive: toneOf('POSITIVE'), neutral: toneOf('NEUTRAL'), negative: toneOf('NEGATIVE') },
      ...{ mixed: toneOf('MIXED'), total: namingOf(chosen, 'Northwind') },
    });
    for (const name of ['Northwind', 'Contoso']) {
      const told = brands.find((brand) => brand.name === name);
      const spans = chosen
        .flatMap(({ mentions }) => mentions.filter((one) => one.name === name))
        .flatMap((one) => one.spans);
      expect([name, told?.responseCount, told?.mentionCount]).toEqual([name, namingOf(chosen, name), spans.length]);
      expect(found.find((brand) => brand.name === name)?.responseCount ?? 0).toBe(
        namingOf(
          chosen.filter(({ platform }) => platform === 'CHATGPT'),
          name,
        ),
      );
    }
  });

  test('is the brand and a competitor day by day in these responses, and pooled', async () => {
    const points = 'name points { date responseCount wholeCount visibilityScore }';
    const args = `competitorIds: ["${rivalId}"], from: "2026-06-05", to: "2026-06-14", where: ${where}`;
    const { days, pooled, some } = await below<Record<string, { name: string; points: object[] }[]>>(
      `days: brandTrends(${args}) { ${points} } pooled: brandTrends(${args}, over: 3) { ${points} }
       some: brandTrends(${args}, platforms: [CLAUDE, GEMINI]) { ${points} }`,
    );
    const dayOf = ({ answeredAt }: Response) => answeredAt.slice(0, 10);
    const dates = Array.from({ length: 10 }, (_, at) => `2026-06-${String(5 + at).padStart(2, '0')}`);
    const trendsOf = (responses: readonly Response[], over: number) =>
      ['Northwind', 'Contoso'].map((name) => ({
        name,
        points: dates.flatMap((date) => {
          const first = new Date(Date.parse(date) - (over - 1) * 86_400_000).toISOString().slice(0, 10);
          const own = responses.filter((one) => dayOf(one) >= first && dayOf(one) <= date);
          const naming = namingOf(own, name);
          const counts = { responseCount: naming, wholeCount: own.length, visibilityScore: score(naming, own.length) };
          return own.length === 0 ? [] : [{ date, ...counts }];
        }),
      }));
    expect(days).toEqual(trendsOf(chosen, 1));
    expect(pooled).toEqual(trendsOf(chosen, 3));
    const of = chosen.filter(({ platform }) => ['CLAUDE', 'GEMINI'].includes(platform));
    expect(some).toEqual(trendsOf(of, 1));
  });

  test('is the runs of these prompts, listed and counted', async () => {
    const COUNTS = 'platform planned underWay accepted failed';
    const data = await below<{
      runs: { totalCount: number; nodes: { id: string }[] };
      failed: { totalCount: number; nodes: { id: string }[] };
      quality: { byPlatform: object[]; byDay: object[] };
    }>(
      `runs(first: 100, where: ${where}) { totalCount nodes { id } }
       failed: runs(first: 2, state: FAILED, platforms: [CLAUDE, GEMINI], where: ${where}) { totalCount nodes { id } }
       quality(where: ${where}) { byPlatform { ${COUNTS} } byDay { date ${COUNTS} } }`,
    );
    const own = runs.filter(({ text }) => isOf(PROMPTS.find((labels) => labels.text === text)));
    const listed = own.toSorted((one, other) => (one.plannedAt < other.plannedAt ? 1 : -1));
    expect(data.runs).toEqual({ totalCount: own.length, nodes: listed.map(({ id }) => ({ id })) });
    const failed = listed.filter(
      ({ state, platform }) => state === 'failed' && ['claude', 'gemini'].includes(platform),
    );
    expect(data.failed).toEqual({ totalCount: failed.length, nodes: failed.slice(0, 2).map(({ id }) => ({ id })) });
    const countsOf = (list: readonly SeededRun[], platform: string) => ({
      platform: platform.toUpperCase(),
      planned: list.length,
      underWay: list.filter(({ state }) => state === 'queued').length,
      accepted: list.filter(({ state }) => state === 'accepted').length,
      failed: list.filter(({ state }) => state === 'failed').length,
    });
    const byPlatform = (list: readonly SeededRun[]) =>
      PLATFORMS.flatMap((platform) => {
        const of = list.filter((run) => run.platform === platform);
        return of.length === 0 ? [] : [countsOf(of, platform)];
      });
    const days = [...new Set(own.map(({ day }) => day))].toSorted();
    expect(data.quality).toEqual({
      byPlatform: byPlatform(own),
      byDay: days.flatMap((date) =>
        byPlatform(own.filter(({ day }) => day === date)).map((counts) => ({ date, ...counts })),
      ),
    });
  });

  test('is the domains and pages that these responses cite, with what they name', async () => {
    const { citations, top, pages, gaps } = await below<Record<string, { totalCount: number; nodes: object[] }>>(
      `citations(where: ${where}) { totalCount nodes { domain citationCount responseCount firstSeen share ownership
         responseCountNamingBrand competitorResponseCount topUrls { url count } } }
       top: citations(where: ${where}, ownership: OTHER, first: 1) { totalCount nodes { domain } }
       pages(where: ${where}) { totalCount nodes { url responseCount lastSeen responseCountNamingBrand
         competitorResponseCount } }
       gaps: pages(where: ${where}, gaps: true) { totalCount nodes { url } }`,
    );
    const citing = (isCited: (one: { domain: string; url: string }) => boolean) =>
      chosen.filter((one) => one.citations.some(isCited));
    const cited = chosen.flatMap((one) => one.citations);
    const urls = [...new Set(cited.map(({ url }) => url))];
    const countOf = (url: string) => citing((one) => one.url === url).length;
    const byCount = urls.toSorted((one, other) => countOf(other) - countOf(one) || (one < other ? -1 : 1));
    const domains = [...new Set(cited.map(({ domain }) => domain))].map((domain) => {
      const own = citing((one) => one.domain === domain);
      return {
        domain,
        citationCount: cited.filter((one) => one.domain === domain).length,
        responseCount: own.length,
        firstSeen: own.map(({ answeredAt }) => answeredAt).toSorted()[0],
        share: expect.any(Number),
        ownership: domain === 'northwind.example' ? 'OWN' : 'OTHER',
        responseCountNamingBrand: namingOf(own, 'Northwind'),
        competitorResponseCount: namingOf(own, 'Contoso'),
        topUrls: byCount.filter((url) => url.includes(domain)).map((url) => ({ url, count: countOf(url) })),
      };
    });
    const ordered = domains.toSorted(
      (one, other) => other.citationCount - one.citationCount || (one.domain < other.domain ? -1 : 1),
    );
    expect(citations).toEqual({ totalCount: ordered.length, nodes: ordered });
    const others = ordered.filter(({ ownership }) => ownership === 'OTHER');
    expect(top).toEqual({ totalCount: others.length, nodes: others.slice(0, 1).map(({ domain }) => ({ domain })) });
    expect(pages).toEqual({
      totalCount: byCount.length,
      nodes: byCount.map((url) => {
        const own = citing((one) => one.url === url);
        const lastSeen = own
          .map(({ answeredAt }) => answeredAt)
          .toSorted()
          .at(-1);
        const counts = { responseCountNamingBrand: namingOf(own, 'Northwind') };
        return {
          url,
          responseCount: own.length,
          lastSeen,
          ...counts,
          competitorResponseCount: namingOf(own, 'Contoso'),
        };
      }),
    });
    const isGap = (url: string) => {
      const own = citing((one) => one.url === url);
      const alone = own.filter((one) => names(one, 'Contoso') && !names(one, 'Northwind')).length;
      const naming = namingOf(own, 'Northwind');
      const isWider = naming === 0 || (alone > naming && (alone - naming - 1) ** 2 >= 2.706 * (alone + naming));
      return alone >= 3 && isWider && !url.includes('northwind.example');
    };
    expect(gaps?.nodes.map((node) => (node as { url: string }).url).toSorted()).toEqual(urls.filter(isGap).toSorted());
  });

  test('lists the unarchived prompts among them', async () => {
    const { prompts } = await below<{ prompts: { totalCount: number; nodes: { promptText: string }[] } }>(
      `prompts(where: ${where}) { totalCount nodes { promptText } }`,
    );
    const texts = PROMPTS.filter((labels) => !labels.isArchived && isOf(labels)).map(({ text }) => text);
    expect(prompts).toEqual({ totalCount: texts.length, nodes: texts.map((promptText) => ({ promptText })) });
  });
});

test('the answers to a question count by the labels of the prompt that asks it now', async () => {
  const owner = await api.open();
  const { projectId: id, idOf: ids } = await seed(owner, 0);
  const [old] = PROMPTS.filter(({ isArchived }) => isArchived);
  const ask = async (query: string, variables: object = {}) => {
    await liftLimits(owner);
    const { body } = await askGraphql(owner, query, variables);
    expect(body.errors).toBeUndefined();
    return body.data;
  };
  const countOf = async (where: string) => {
    const data = await ask(`{ project(id: "${id}") { responses(where: ${where}) { totalCount } } }`);
    const project = data?.['project'] as { responses: { totalCount: number } } | undefined;
    return project?.responses.totalCount;
  };
  const byId = `{ promptIds: ["${ids.get(old?.text ?? '')}"] }`;
  const before = await countOf(byId);
  expect(before).toBeGreaterThan(0);
  const create = `mutation ($id: ID!, $text: String!) {
    createPrompt(projectId: $id, input: { promptText: $text, category: "New" }) { id category stage } }`;
  expect(await ask(create, { id, text: old?.text })).toMatchObject({ createPrompt: { category: 'New', stage: null } });
  expect(await countOf('{ categories: ["New"] }')).toBe(before);
  expect(await countOf(byId)).toBe(before);
  expect(await countOf('{ categories: ["Shops"], stages: [CONSIDERATION] }')).toBe(ANSWERS / 7);
});

test.each([
  ['tags: []', 'tags', 'must have 1 to 100 values'],
  [`tags: [${'"a",'.repeat(101)}]`, 'tags', 'must have 1 to 100 values'],
  [`categories: ["${'c'.repeat(51)}"]`, 'categories.0', 'must be at most 50 characters'],
  ['personas: ["A", " "]', 'personas.1', 'must not be empty'],
  ['tags: ["a\\u0000"]', 'tags.0', 'must not contain a NUL character'],
  ['marketIds: ["Munich"]', 'marketIds.0', 'must be a UUID'],
  ['countries: ["Germany"]', 'countries.0', 'must be a country code of two letters'],
  ['languages: ["d"]', 'languages.0', 'must be a language code of two or three letters'],
  ['promptIds: ["7"]', 'promptIds.0', 'must be a UUID'],
])('where { %s } is refused, naming the field and its bound', async (fields, place, message) => {
  await liftLimits(caller);
  const path = ['where', ...place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))];
  const calls = [
    ...['visibility', 'cells', 'sentiment', 'brands', 'citations', 'pages', 'responses', 'prompts', 'runs'],
    ...['quality', 'searches'],
  ];
  const below = {
    ...{ sentiment: 'total', visibility: 'score', cells: 'platform', brands: 'name' },
    quality: 'lastAnsweredAt',
  };
  const list = calls.map((field) => {
    const selected = field in below ? below[field as keyof typeof below] : 'nodes { __typename }';
    return `${field}(where: { ${fields} }) { ${selected} }`;
  });
  list.push(`brandTrends(competitorIds: [], where: { ${fields} }) { name }`);
  const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { ${list.join(' ')} } }`);
  expect(body.errors?.map(({ path: at }) => at?.[1])).toEqual(expect.arrayContaining([...calls, 'brandTrends']));
  for (const { extensions } of body.errors ?? []) {
    expect(extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path, message }] });
  }
});

test('labels are set, changed and cleared, of one prompt and of many, within their bounds', async () => {
  const owner = await api.open();
  await liftLimits(owner);
  const { id } = await createProject(owner);
  const ask = async (query: string) => (await askGraphql(owner, query)).body;
  const LABELS = 'category stage persona';
  const { data } = await ask(`mutation { createPrompts(projectId: "${id}", inputs: [
    { promptText: "One?", category: " Tea ", stage: USE, persona: "Chef" }, { promptText: "Two?", category: null }
  ]) { id ${LABELS} } }`);
  const created = data?.['createPrompts'] as { id: string }[];
  expect(created).toMatchObject([
    { category: 'Tea', stage: 'USE', persona: 'Chef' },
    { category: null, stage: null, persona: null },
  ]);
  const [one, two] = created.map((prompt) => prompt.id);
  const update = (input: string) => ask(`mutation { updatePrompt(id: "${one}", input: ${input}) { ${LABELS} } }`);
  expect((await update('{ stage: null, persona: "Baker" }')).data).toEqual({
    updatePrompt: { category: 'Tea', stage: null, persona: 'Baker' },
  });
  const all = (input: string) =>
    ask(`mutation { updatePrompts(ids: ["${one}", "${two}"], input: ${input}) { ${LABELS} } }`);
  const labels = { category: null, stage: 'DECISION' };
  expect((await all('{ category: null, stage: DECISION }')).data).toEqual({
    updatePrompts: [
      { ...labels, persona: 'Baker' },
      { ...labels, persona: null },
    ],
  });
  for (const [field, value] of [
    ['category', '"x x"'.replace(' ', 'y'.repeat(60))],
    ['persona', '""'],
  ]) {
    for (const body of [await update(`{ ${field}: ${value} }`), await all(`{ ${field}: ${value} }`)]) {
      expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [field] }] });
    }
  }
  const wire = await owner.patch(`/prompts/${one}`, { category: 'By REST', stage: 'use', persona: 'x' });
  expect(wire.body).toMatchObject({ data: { category: null, tags: [] } });
  expect(Object.keys((wire.body as { data: object }).data)).not.toContain('stage');
  expect((await ask(`{ prompt(id: "${one}") { ${LABELS} } }`)).data).toEqual({
    prompt: { ...labels, persona: 'Baker' },
  });
});
