import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** The retained answers behind the numbers. */

const api = useApi();
const QUESTION = 'Which tea shop is best?';

interface Answered {
  id: string;
  text: string;
  answeredAt: string;
  platform: string;
  model: string | null;
  prompt: { id: string } | null;
  brandMentions: { start: number; end: number }[];
  citations: { url: string; domain: string }[];
  sentiment: string | null;
  sentimentSource: string | null;
  brandDecidedBy: string | null;
  mentions: { isBrand: boolean; decidedBy: string }[];
  evidence: string | null;
  excerpt: string;
  question: string;
}

let caller: ApiCaller;
let projectId: string;
let promptId: string;
let competitorId: string;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
  ({ id: promptId } = await createPrompt(caller, projectId, { prompt_text: QUESTION }));
  ({ id: competitorId } = await createCompetitor(caller, projectId));
  const line = (fields: object) => JSON.stringify({ platform: 'chatgpt', question: 'Other?', ...fields });
  await importAnswers(
    api.db,
    { projectId },
    fileOf([
      line({ external_id: 'a', answer: 'Neither of them.', answered_at: '2026-06-10T09:00:00Z' }),
      line({
        external_id: 'b',
        platform: 'claude',
        model: 'claude-sonnet-5',
        question: QUESTION,
        answer: '🍵 Northwind is excellent, and Northwind is cheap. Contoso is fine.',
        citations: [{ url: 'https://www.teapress.com/x?utm_source=y', title: 'A' }],
        answered_at: '2026-06-11T10:00:00.5Z',
      }),
      line({ external_id: 'c', answer: 'Contoso, of course.', answered_at: '2026-06-11T10:00:00.5Z' }),
      line({ external_id: 'd', answer: 'Northwind.', answered_at: '2026-01-05T10:00:00Z' }),
    ]),
  );
});

const FIELDS = `id text answeredAt platform model prompt { id } brandMentions { start end } citations { url domain }
  sentiment sentimentSource evidence excerpt question brandDecidedBy mentions { isBrand decidedBy }`;

async function responses(args = ''): Promise<Answered[]> {
  const query = `{ project(id: "${projectId}") { responses${args} { totalCount nodes { ${FIELDS} } } } }`;
  const { body } = await askGraphql(caller, query);
  expect(body.errors).toBeUndefined();
  // Shaped by the query above.
  const { totalCount, nodes } = (body.data as { project: { responses: { totalCount: number; nodes: Answered[] } } })
    .project.responses;
  expect(totalCount).toBe(nodes.length);
  return nodes;
}

const texts = async (args: string) => (await responses(args)).map(({ text }) => text.slice(0, 7)).toSorted();

test('an answer comes with its facts: spans of the brand, cited pages, tone and the sentence behind it', async () => {
  const answer = first(await responses('(platform: CLAUDE)'));
  expect(answer).toMatchObject({
    answeredAt: '2026-06-11T10:00:00.500Z',
    platform: 'CLAUDE',
    model: 'claude-sonnet-5',
    prompt: { id: promptId },
    citations: [{ url: 'https://www.teapress.com/x', domain: 'teapress.com' }],
    sentiment: 'POSITIVE',
    sentimentSource: 'RULES',
    evidence: expect.stringContaining('excellent'),
    brandDecidedBy: 'RULES',
    excerpt: '🍵 Northwind is excellent, and Northwind is cheap.',
    question: QUESTION,
  });
  expect(answer.brandMentions.map(({ start, end }) => answer.text.slice(start, end))).toEqual([
    'Northwind',
    'Northwind',
  ]);
});

test('an answer that names nobody has no facts, and one to no prompt has none', async () => {
  const [answer] = (await responses()).filter(({ text }) => text.startsWith('Neither'));
  expect(answer).toMatchObject({
    model: null,
    prompt: null,
    brandMentions: [],
    citations: [],
    sentiment: null,
    sentimentSource: null,
    evidence: null,
    excerpt: 'Neither of them.',
  });
});

test('an answer says whether a model classified its tone, or the rules in its place, or nobody', async () => {
  const sourceOf = async () => first(await responses('(platform: CLAUDE)')).sentimentSource;
  const setTo = (source: string) =>
    api.db.em.execute(`update answer_reading set sentiment_source = ? where project_id = ?`, [source, projectId]);
  await setTo('model');
  expect(await sourceOf()).toBe('MODEL');
  await setTo('rules_fallback');
  expect(await sourceOf()).toBe('RULES_FALLBACK');
  await setTo('no_rule');
  expect(await sourceOf()).toBe('NO_RULE');
  await setTo('rules');
});

test('an answer says who decided of each name whether it is named, and of the brand where it is not', async () => {
  const decidersOf = async (args: string) => {
    const { brandDecidedBy, mentions } = first(await responses(args));
    return { brandDecidedBy, brand: mentions.filter(({ isBrand }) => isBrand).map(({ decidedBy }) => decidedBy) };
  };
  expect(await decidersOf('(platform: CLAUDE)')).toEqual({ brandDecidedBy: 'RULES', brand: ['RULES'] });
  const setTo = async (by: string) => {
    await api.db.em.execute('update answer_reading set brand_decided_by = ? where project_id = ?', [by, projectId]);
    await api.db.em.execute('update answer_mention set decided_by = ? where project_id = ?', [by, projectId]);
  };
  await setTo('model');
  expect(await decidersOf('(platform: CLAUDE)')).toEqual({ brandDecidedBy: 'MODEL', brand: ['MODEL'] });
  expect(await decidersOf('(named: false)')).toEqual({ brandDecidedBy: 'MODEL', brand: [] });
  await setTo('rules_fallback');
  expect(await decidersOf('(platform: CLAUDE)')).toEqual({
    brandDecidedBy: 'RULES_FALLBACK',
    brand: ['RULES_FALLBACK'],
  });
  await setTo('rules');
});

test('answers come newest first, of the period alone', async () => {
  const times = (await responses()).map(({ answeredAt }) => answeredAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(times).toHaveLength(3);
  expect(await texts('(from: "2026-01-01", to: "2026-01-31")')).toEqual(['Northwi']);
  expect(await texts('(from: "2026-06-11", to: "2026-06-11")')).toEqual(['Contoso', '🍵 Nort']);
});

test('filters: platform, prompt, the brand by the project’s id, a competitor by its own', async () => {
  expect(await texts('(platform: CHATGPT)')).toEqual(['Contoso', 'Neither']);
  expect(await texts(`(promptId: "${promptId}")`)).toEqual(['🍵 Nort']);
  expect(await texts(`(mentioning: "${projectId}")`)).toEqual(['🍵 Nort']);
  expect(await texts(`(mentioning: "${competitorId}")`)).toEqual(['Contoso', '🍵 Nort']);
  expect(await texts(`(mentioning: "${competitorId}", platform: CHATGPT)`)).toEqual(['Contoso']);
  expect(await texts(`(mentioning: "${promptId}")`)).toEqual([]);
});

test('filters narrow each other, and pages of a subject go on after a cursor', async () => {
  const [brand, rival] = [`mentioning: "${projectId}"`, `mentioning: "${competitorId}"`];
  expect(await texts(`(${rival}, platform: CHATGPT)`)).toEqual(['Contoso']);
  expect(await texts(`(${rival}, promptId: "${promptId}")`)).toEqual(['🍵 Nort']);
  expect(await texts(`(${brand}, promptId: "${promptId}", platform: CHATGPT)`)).toEqual([]);
  const page = async (after: string) => {
    const fields = 'nodes { id } pageInfo { hasNextPage endCursor }';
    const query = `{ project(id: "${projectId}") { responses(${rival}, first: 1${after}) { ${fields} } } }`;
    const { data } = (await askGraphql(caller, query)).body;
    // Shaped by the query above.
    return (data as { project: { responses: { nodes: { id: string }[]; pageInfo: Record<string, unknown> } } }).project
      .responses;
  };
  const newest = await page('');
  const next = await page(`, after: "${newest.pageInfo['endCursor']}"`);
  expect([newest.pageInfo['hasNextPage'], next.pageInfo['hasNextPage']]).toEqual([true, false]);
  const whole = (await responses(`(${rival})`)).map(({ id }) => id);
  expect([...newest.nodes, ...next.nodes].map(({ id }) => id)).toEqual(whole);
});

test('a part of an answer is the same whether others are asked for or not', async () => {
  const [whole] = await responses('(platform: CLAUDE)');
  for (const part of [
    'text',
    'excerpt question',
    'brandMentions { start end }',
    'citations { url domain }',
    'sentiment evidence',
    'model',
  ]) {
    const responses = 'responses(platform: CLAUDE) { nodes { ...P } }';
    const query = `{ project(id: "${projectId}") { ${responses} } } fragment P on Response { ${part} }`;
    const { data } = (await askGraphql(caller, query)).body;
    // Shaped by the query above.
    const { nodes } = (data as { project: { responses: { nodes: object[] } } }).project.responses;
    expect(whole).toMatchObject(first(nodes));
  }
});

test('the candidate of a mention bucket filters as its competitor does', async () => {
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${projectId}") { mentions { nodes { name isBrand competitorCandidateId competitor { id } } } } }`,
  );
  const { nodes } = (
    body.data as {
      project: { mentions: { nodes: { competitorCandidateId: string; competitor: { id: string } | null }[] } };
    }
  ).project.mentions;
  expect(nodes).toContainEqual(expect.objectContaining({ name: 'Northwind', isBrand: true, competitor: null }));
  const other = nodes.find(({ competitor }) => competitor?.id === competitorId);
  expect(other).toMatchObject({ name: 'Contoso', isBrand: false });
  expect(await texts(`(mentioning: "${other?.competitorCandidateId}")`)).toEqual(['Contoso', '🍵 Nort']);
});

test.each([1, 2])('pages of %d come whole where two answers share their instant', async (size) => {
  const seen: string[] = [];
  let after = '';
  for (;;) {
    const query = `{ project(id: "${projectId}") { responses(first: ${size}${after}) {
      nodes { id } pageInfo { hasNextPage endCursor } } } }`;
    const { body } = await askGraphql(caller, query);
    const page = (
      body.data as {
        project: { responses: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
      }
    ).project.responses;
    seen.push(...page.nodes.map(({ id }) => id));
    if (!page.pageInfo.hasNextPage) break;
    after = `, after: "${page.pageInfo.endCursor}"`;
  }
  expect(seen).toEqual((await responses()).map(({ id }) => id));
});

test('an answer outlives the prompt that it is to', async () => {
  const { id } = await createProject(caller);
  const prompt = await createPrompt(caller, id, { prompt_text: QUESTION });
  const answer = { external_id: 'a', platform: 'claude', question: QUESTION, answer: 'Northwind.' };
  await importAnswers(
    api.db,
    { projectId: id },
    fileOf([JSON.stringify({ ...answer, answered_at: '2026-06-11T10:00:00Z' })]),
  );
  await caller.delete(`/prompts/${prompt.id}`);
  const query = `{ project(id: "${id}") { responses(promptId: "${prompt.id}") { nodes { text prompt { id } } } } }`;
  const { body } = await askGraphql(caller, query);
  expect(body.errors).toBeUndefined();
  expect(body.data).toEqual({ project: { responses: { nodes: [{ text: 'Northwind.', prompt: null }] } } });
});
