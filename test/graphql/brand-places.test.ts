import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, sql, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** Where the brand and its competitors are in answers: named first, ranked, and how early. */

const api = useApi();

let caller: ApiCaller;
let id: string;
beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
});

const NOW = `firstNamedCount firstNamedPercent firstNamedConfidence { low high } meanRank rankedCount
  meanRankInterval { low high } prominence prominenceConfidence { low high }`;
const PLACES = `name ${NOW} previous { firstNamedCount firstNamedPercent firstNamedVerdict meanRank meanRankVerdict
  prominence prominenceVerdict }`;

type Places = Record<string, unknown>;

async function placesOf(args: string, fields = PLACES): Promise<Record<string, Places>> {
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { brands(${args}) { ${fields} } } }`);
  expect(body.errors).toBeUndefined();
  const { brands } = (body.data as { project: { brands: (Places & { name: string })[] } }).project;
  return Object.fromEntries(brands.map(({ name, ...places }) => [name, places]));
}

interface Line {
  question: number;
  date: string;
  answer: string;
  platform?: string;
}

let lines = 0;
async function importLines(given: readonly Line[]) {
  const written = given.map(({ question, date, answer, platform = 'chatgpt' }) =>
    JSON.stringify({
      ...{ external_id: `${lines++}`, platform, question: `Which shop is best for ${question}?`, answer },
      answered_at: `${date}T09:00:00Z`,
    }),
  );
  await importAnswers(api.db, { projectId: id }, fileOf(written));
}

const FILLER = 'Shops differ in what they sell, and in what they ask for it. '.repeat(6);
const BEFORE = ['2026-06-01', '2026-06-02', '2026-06-03'];
const AFTER = ['2026-06-04', '2026-06-05', '2026-06-06'];
const PERIOD = 'from: "2026-06-04", to: "2026-06-06", tracked: true';

test('each count is what the responses themselves show, in both periods, of all, a platform and a prompt', async () => {
  for (const name of ['Contoso', 'Fabrikam']) await createCompetitor(caller, id, { name });
  const answers = [
    '1. **Contoso** – cheap\n2. **Northwind** – good\n3. **Fabrikam** – new',
    `Northwind is fine. ${FILLER}`,
    `${FILLER} In the end there is Fabrikam, and Northwind.`,
    `- **Fabrikam**: old\n- **Contoso**: cheap\n- **Hooli**: odd`,
    '🫖🫖🫖 Northwind 🫖🫖🫖🫖🫖🫖🫖🫖🫖🫖',
    'No shop at all.',
    `Hooli comes first, then Contoso, then Northwind. ${FILLER}`,
  ];
  await importLines(
    [...BEFORE, ...AFTER].flatMap((date, day) =>
      Array.from({ length: 8 }, (_, question) => ({
        ...{ question, date, platform: question % 2 ? 'claude' : 'chatgpt' },
        answer: answers[(question * 3 + day * (question % 3)) % answers.length] ?? '',
      })),
    ),
  );
  const chosen = await createPrompt(caller, id, { prompt_text: 'Which shop is best for 2?' });
  for (const platforms of ['', ', platforms: [CLAUDE]', `, where: {promptIds: ["${chosen.id}"]}`]) {
    const found = await placesOf(`${PERIOD}${platforms}`);
    const [now, before] = [
      await recount(`from: "2026-06-04", to: "2026-06-06"${platforms}`),
      await recount(`from: "2026-06-01", to: "2026-06-03"${platforms}`),
    ];
    for (const name of ['Northwind', 'Contoso', 'Fabrikam']) {
      expect([name, found[name]]).toEqual([
        name,
        expect.objectContaining({ ...now(name), previous: expect.objectContaining(withoutRanked(before(name))) }),
      ]);
    }
  }
});

function withoutRanked({ rankedCount: _, ...counts }: Places): Places {
  return counts;
}

interface Answered {
  text: string;
  mentions: { name: string; rank: number | null; spans: { start: number }[] }[];
}

/** From the texts of the responses and the places of names in them. */
async function recount(args: string): Promise<(name: string) => Places> {
  const fields = 'text mentions { name rank spans { start } }';
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${id}") { responses(${args}, first: 100) { nodes { ${fields} } } } }`,
  );
  expect(body.errors).toBeUndefined();
  const { nodes } = (body.data as { project: { responses: { nodes: Answered[] } } }).project.responses;
  const tracked = ['Northwind', 'Contoso', 'Fabrikam'];
  const begins = ({ mentions }: Answered, name: string) =>
    mentions.find((mention) => mention.name === name)?.spans[0]?.start ?? Number.POSITIVE_INFINITY;
  const inPercent = (part: number, whole: number) => (whole === 0 ? null : Math.floor((100 * part) / whole + 0.5));
  return (name) => {
    const naming = nodes.filter((node) => Number.isFinite(begins(node, name)));
    const firstNamed = naming.filter((node) => begins(node, name) === Math.min(...tracked.map((o) => begins(node, o))));
    const early = naming.filter((node) => begins(node, name) < node.text.length / 3);
    const ranks = naming.flatMap(({ mentions }) => mentions.find((one) => one.name === name)?.rank ?? []);
    return {
      firstNamedCount: firstNamed.length,
      firstNamedPercent: inPercent(firstNamed.length, nodes.length),
      prominence: inPercent(early.length, naming.length),
      rankedCount: ranks.length,
      meanRank: ranks.length === 0 ? null : Number((ranks.reduce((a, b) => a + b, 0) / ranks.length).toFixed(2)),
    };
  };
}

test('what moves is told apart from what does not: first, rank and prominence each by itself', async () => {
  for (const name of ['Contoso', 'Fabrikam', 'Hooli']) await createCompetitor(caller, id, { name });
  const listOf = (...names: string[]) => names.map((name, at) => `${at + 1}. **${name}** – fine`).join('\n');
  const then = `Contoso, Fabrikam. ${FILLER} Northwind.\n\n${listOf('Fabrikam', 'Contoso', 'Northwind')}`;
  const since = `Northwind, Contoso, Fabrikam. ${FILLER}\n\n${listOf('Northwind', 'Contoso', 'Fabrikam')}`;
  await importLines(
    [...BEFORE, ...AFTER].flatMap((date) =>
      Array.from({ length: 8 }, (_, question) => ({ question, date, answer: AFTER.includes(date) ? since : then })),
    ),
  );
  const found = await placesOf(PERIOD);
  expect(found['Northwind']).toMatchObject({
    ...{ firstNamedCount: 24, firstNamedPercent: 100, meanRank: 1, rankedCount: 24, prominence: 100 },
    previous: {
      ...{ firstNamedCount: 0, firstNamedPercent: 0, firstNamedVerdict: 'MOVED_UP' },
      ...{ meanRank: 3, meanRankVerdict: 'MOVED_UP', prominence: 0, prominenceVerdict: 'MOVED_UP' },
    },
  });
  expect(found['Contoso']).toMatchObject({
    ...{ firstNamedCount: 0, meanRank: 2, prominence: 100 },
    previous: {
      ...{ firstNamedCount: 24, firstNamedVerdict: 'MOVED_DOWN', meanRank: 2, meanRankVerdict: 'WITHIN_NOISE' },
      ...{ prominence: 100, prominenceVerdict: 'WITHIN_NOISE' },
    },
  });
  expect(found['Fabrikam']).toMatchObject({ previous: { meanRank: 1, meanRankVerdict: 'MOVED_DOWN' } });
  expect(found['Hooli']).toEqual({
    ...{ firstNamedCount: 0, firstNamedPercent: 0, firstNamedConfidence: { low: 0, high: expect.any(Number) } },
    ...{ meanRank: null, rankedCount: 0, meanRankInterval: null, prominence: null, prominenceConfidence: null },
    previous: {
      ...{ firstNamedCount: 0, firstNamedPercent: 0, firstNamedVerdict: 'WITHIN_NOISE', meanRank: null },
      ...{ meanRankVerdict: 'TOO_FEW_ANSWERS', prominence: null, prominenceVerdict: 'TOO_FEW_ANSWERS' },
    },
  });
});

test('two names that begin at the same place are both first, and one found but not tracked is none', async () => {
  for (const name of ['Contoso', 'Fabrikam']) {
    const rival = await createCompetitor(caller, id, { name });
    await askGraphql(
      caller,
      `mutation { updateCompetitor(id: "${rival.id}", input: {aliases: ["Twin Shop"]}) { id } }`,
    );
  }
  await importLines([
    { question: 1, date: '2026-06-05', answer: 'Twin Shop leads, then Northwind.' },
    { question: 2, date: '2026-06-05', answer: '1. **Hooli** – cheap\n2. **Umbrex** – odd\n3. **Northwind** – new' },
  ]);
  const found = await placesOf(PERIOD, 'name firstNamedCount meanRank');
  expect(found).toEqual({
    Northwind: { firstNamedCount: 1, meanRank: 3 },
    Contoso: { firstNamedCount: 1, meanRank: null },
    Fabrikam: { firstNamedCount: 1, meanRank: null },
  });
});

test('answers of which it is not known where names are count in no share of it', async () => {
  await createCompetitor(caller, id);
  const line = { date: '2026-06-05', answer: 'Northwind and Contoso. And no other shop in town is of use.' };
  await importLines(Array.from({ length: 6 }, (_, question) => ({ question, ...line })));
  const of = (table: string, columns: readonly string[]) =>
    sql(
      api.db,
      `update ${table} set ${columns.map((column) => `${column} = null`).join(', ')}
       where project_id = $1 and question_hash = (select min(question_hash) from ${table} where project_id = $1)`,
      [id],
    );
  await of('daily_question_response', ['brand_early_count']);
  expect(await placesOf(PERIOD, 'name firstNamedCount firstNamedPercent prominence')).toMatchObject({
    Northwind: { firstNamedCount: 6, firstNamedPercent: 100, prominence: 100 },
  });
  const unknown = ['first_count', 'early_count', 'ranked_count', 'rank_sum'];
  await of(
    'daily_question_response',
    unknown.map((column) => `brand_${column}`),
  );
  await of('daily_question_mention', unknown);
  expect(await placesOf(PERIOD, 'name firstNamedCount firstNamedPercent prominence')).toEqual({
    Northwind: { firstNamedCount: 5, firstNamedPercent: 100, prominence: 100 },
    Contoso: { firstNamedCount: 0, firstNamedPercent: 0, prominence: 100 },
  });
});

test('of one prompt, and of a name that no analysis looked for, no place is told', async () => {
  const prompt = await createPrompt(caller, id, { prompt_text: 'Which shop is best for 1?' });
  const answer = '1. **Hooli** – cheap\n2. **Umbrex** – fine\n3. **Northwind** – new';
  await importLines([...BEFORE, ...AFTER].map((date) => ({ question: 1, date, answer })));
  const fields = 'name firstNamedCount meanRank prominence previous { meanRankVerdict }';
  const unknown = { firstNamedCount: null, meanRank: null, prominence: null, previous: { meanRankVerdict: null } };
  const others = await placesOf('from: "2026-06-04", to: "2026-06-06", tracked: false', fields);
  expect(others).toMatchObject({ Hooli: unknown });
  expect(await placesOf(`${PERIOD}, promptId: "${prompt.id}"`, fields)).toEqual({ Northwind: unknown });
});

test("another account's answers are in no count, and its project is refused", async () => {
  await createCompetitor(caller, id);
  await importLines([{ question: 1, date: '2026-06-05', answer: 'Northwind.' }]);
  const own = await placesOf(PERIOD, 'name firstNamedCount');
  const [stranger, strangersProject] = [caller, id];
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
  await createCompetitor(caller, id);
  await importLines([{ question: 1, date: '2026-06-05', answer: 'Contoso before Northwind.' }]);
  expect(await placesOf(PERIOD, 'name firstNamedCount')).toEqual({
    Northwind: { firstNamedCount: 0 },
    Contoso: { firstNamedCount: 1 },
  });
  expect(own).toEqual({ Northwind: { firstNamedCount: 1 }, Contoso: { firstNamedCount: 0 } });
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${strangersProject}") { brands(${PERIOD}) { firstNamedCount } } }`,
  );
  expect(first(body.errors ?? []).extensions).toMatchObject({ code: 'FORBIDDEN' });
  expect(stranger.account.accountId).not.toBe(caller.account.accountId);
});

test("a segment has the brand's places in its answers, those of the whole where all prompts are in one", async () => {
  await createCompetitor(caller, id);
  const prompts = [];
  for (let question = 0; question < 6; question++) {
    prompts.push(
      await createPrompt(caller, id, {
        ...{ prompt_text: `Which shop is best for ${question}?`, tags: [question < 5 ? 'tea' : 'cups'] },
      }),
    );
  }
  const texts = ['1. **Contoso** – a\n2. **Northwind** – b', `${FILLER} Northwind.`, 'Northwind, then Contoso.'];
  await importLines(
    AFTER.flatMap((date, day) =>
      Array.from({ length: 6 }, (_, question) => ({ question, date, answer: texts[(question + day) % 3] ?? '' })),
    ),
  );
  const days = 'from: "2026-06-04", to: "2026-06-06"';
  const fields = `firstNamedCount firstNamedPercent firstNamedConfidence { low high } meanRank
    meanRankInterval { low high } prominence prominenceConfidence { low high }`;
  const ask = async (args: string) => {
    const { body } = await askGraphql(
      caller,
      `{ project(id: "${id}") { segments(by: ${args}, ${days}) { key ${fields} } brands(${days}, tracked: true) {
        name ${fields} } } }`,
    );
    expect(body.errors).toBeUndefined();
    return (body.data as { project: { segments: Places[]; brands: Places[] } }).project;
  };
  const { segments, brands } = await ask('PERSONA');
  const { name, ...ofBrand } = first(brands);
  expect(name).toBe('Northwind');
  expect(segments).toEqual([{ key: '', ...ofBrand }]);
  const byTag = (await ask('TAG')).segments;
  expect(byTag.map(({ key }) => key)).toEqual(['tea', 'cups']);
  const ids = prompts.slice(0, 5).map((prompt) => `"${prompt.id}"`);
  const chosen = await placesOf(`${PERIOD}, where: {promptIds: [${ids}]}`, `name ${fields}`);
  expect(byTag[0]).toEqual({ key: 'tea', ...chosen['Northwind'] });
});

test('each segment has intervals and verdicts of its own places, as a recount by hand and `brands` have', async () => {
  for (const name of ['Contoso', 'Fabrikam']) await createCompetitor(caller, id, { name });
  const listOf = (...names: string[]) => names.map((name, at) => `${at + 1}. **${name}** – fine`).join('\n');
  const then = `Contoso, Fabrikam. ${FILLER} Northwind.\n\n${listOf('Fabrikam', 'Contoso', 'Northwind')}`;
  const since = `Northwind, Contoso. ${FILLER}\n\n${listOf('Northwind', 'Contoso', 'Fabrikam')}`;
  const inputs = Array.from({ length: 16 }, (_, question) => ({
    promptText: `Which shop is best for ${question}?`,
    category: question < 8 ? 'Moves' : 'Stays',
  }));
  const create =
    'mutation ($id: ID!, $of: [CreatePromptInput!]!) { createPrompts(projectId: $id, inputs: $of) { id } }';
  expect((await askGraphql(caller, create, { id, of: inputs })).body.errors).toBeUndefined();
  await importLines(
    [...BEFORE, ...AFTER].flatMap((date) =>
      inputs.map(({ category }, question) => ({
        ...{ question, date, platform: question % 2 ? 'claude' : 'chatgpt' },
        answer: category === 'Moves' && AFTER.includes(date) ? since : then,
      })),
    ),
  );
  const days = 'from: "2026-06-04", to: "2026-06-06"';
  const previous = `previous: previousPlaces { firstNamedCount firstNamedPercent firstNamedVerdict meanRank
    meanRankVerdict prominence prominenceVerdict }`;
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${id}") { segments(by: CATEGORY, ${days}) { key ${NOW} ${previous} } } }`,
  );
  expect(body.errors).toBeUndefined();
  const { segments } = (body.data as { project: { segments: (Places & { key: string })[] } }).project;
  const byKey = Object.fromEntries(segments.map(({ key, ...places }) => [key, places]));
  expect(byKey).toMatchObject({
    Moves: {
      ...{ firstNamedCount: 24, firstNamedPercent: 100, meanRank: 1, rankedCount: 24, prominence: 100 },
      previous: {
        ...{ firstNamedCount: 0, firstNamedPercent: 0, firstNamedVerdict: 'MOVED_UP' },
        ...{ meanRank: 3, meanRankVerdict: 'MOVED_UP', prominence: 0, prominenceVerdict: 'MOVED_UP' },
      },
    },
    Stays: {
      ...{ firstNamedCount: 0, firstNamedPercent: 0, meanRank: 3, rankedCount: 24, prominence: 0 },
      previous: {
        ...{ firstNamedCount: 0, firstNamedPercent: 0, firstNamedVerdict: 'WITHIN_NOISE' },
        ...{ meanRank: 3, meanRankVerdict: 'WITHIN_NOISE', prominence: 0, prominenceVerdict: 'WITHIN_NOISE' },
      },
    },
  });
  for (const key of ['Moves', 'Stays']) {
    const where = `where: { categories: ["${key}"] }`;
    const brands = await placesOf(`${PERIOD}, ${where}`);
    expect([key, byKey[key]]).toEqual([key, brands['Northwind']]);
    const [now, before] = [
      await recount(`${days}, ${where}`),
      await recount(`from: "2026-06-01", to: "2026-06-03", ${where}`),
    ];
    expect(byKey[key]).toMatchObject({ ...now('Northwind'), previous: withoutRanked(before('Northwind')) });
  }
});
