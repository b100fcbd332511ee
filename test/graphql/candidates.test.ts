import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, sql, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { addCandidate, addMentions, addResponses, candidateOf, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject } from '../support/resources.js';

/** Suggested competitors, dismissing them, and changes to those that are tracked. */

const api = useApi();

let caller: ApiCaller;
let id: string;
beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
});

async function ask(query: string, variables: object = {}) {
  return (await askGraphql(caller, query, variables)).body;
}

interface Suggested {
  id: string;
  name: string;
  dismissedAt: string | null;
}

async function candidates(args = '', fields = 'id name dismissedAt') {
  const page = `totalCount nodes { ${fields} } pageInfo { endCursor }`;
  const query = `{ project(id: "${id}") { candidates${args} { ${page} } } }`;
  const { data, errors } = await ask(query);
  expect(errors).toBeUndefined();
  // Shaped by the query above.
  return (
    data as { project: { candidates: { totalCount: number; nodes: Suggested[]; pageInfo: { endCursor: string } } } }
  ).project.candidates;
}

const DISMISS = 'mutation ($id: ID!) { dismissCandidate(id: $id) { id name projectId dismissedAt } }';
const RESTORE = 'mutation ($id: ID!) { restoreCandidate(id: $id) { id dismissedAt } }';

test('names that nobody tracks are suggested by the answers that have them, options among them', async () => {
  const list = '1. **Hooli** – strong\n2. **Umbrex** – cheap\n3. **Northwind** – fine';
  const line = (at: number, platform: string, answer: string) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform, question: 'Which is best?', answer },
      answered_at: `2026-06-1${at}T09:00:00Z`,
    });
  const lines = [line(0, 'chatgpt', list), line(1, 'claude', list), line(2, 'claude', '1. **Hooli** – again')];
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  const fields = 'name responseCount mentionCount listedCount platforms firstSeen lastSeen dismissedAt';
  expect(await candidates('', fields)).toMatchObject({
    totalCount: 2,
    nodes: [
      {
        ...{ name: 'Hooli', responseCount: 3, mentionCount: 3, listedCount: 2, platforms: ['CHATGPT', 'CLAUDE'] },
        ...{ firstSeen: '2026-06-10T09:00:00.000Z', lastSeen: '2026-06-12T09:00:00.000Z', dismissedAt: null },
      },
      { name: 'Umbrex', responseCount: 2, mentionCount: 2, listedCount: 2 },
    ],
  });
  expect(await candidates('(platforms: [CHATGPT])', 'name responseCount')).toMatchObject({
    nodes: [
      { name: 'Hooli', responseCount: 1 },
      { name: 'Umbrex', responseCount: 1 },
    ],
  });
  expect((await candidates('(to: "2026-01-01")')).totalCount).toBe(0);
});

test('a suggestion is shown by a sentence of the newest answer asked for that names it', async () => {
  const line = (at: number, platform: string, answer: string) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform, question: 'Which is best?', answer },
      answered_at: `2026-06-1${at}T09:00:00Z`,
    });
  const lines = [
    line(0, 'chatgpt', '1. **Hooli** – strong\n2. **Umbrex** – cheap'),
    line(2, 'claude', 'It depends. 1. Umbrex\n2. **Hooli** is good. Others are not.\n3. **Umbrex**'),
  ];
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  const fields = 'name sample { text start end platform answeredAt responseId }';
  const sampleOf = async (args: string) => {
    const { nodes } = await candidates(args, fields);
    return (nodes as unknown as { name: string; sample: object }[]).find(({ name }) => name === 'Hooli')?.sample;
  };
  expect(await sampleOf('')).toEqual({
    ...{ text: 'Hooli is good.', start: 0, end: 5, platform: 'CLAUDE', answeredAt: '2026-06-12T09:00:00.000Z' },
    responseId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(await sampleOf('(platforms: [CHATGPT])')).toMatchObject({ text: 'Hooli – strong', platform: 'CHATGPT' });
  expect(await sampleOf('(to: "2026-06-11")')).toMatchObject({ text: 'Hooli – strong' });
});

test('a suggestion whose answers are no longer retained has no sample', async () => {
  const candidate = await addCandidate(caller, id);
  const history = await selectAnalysis(caller, id);
  const day = { date: '2026-06-10', platform: 'chatgpt' as const, responses: 3 };
  await addMentions(history, [{ ...day, subject: candidate, mentions: 3 }]);
  expect((await candidates('', 'name sample { text }')).nodes).toEqual([{ name: 'Discovered', sample: null }]);
});

test('pages of suggestions follow one another, and a tracked name is none', async () => {
  const named = [await addCandidate(caller, id), await addCandidate(caller, id)];
  const tracked = await candidateOf(caller, (await createCompetitor(caller, id)).id);
  const history = await selectAnalysis(caller, id, [tracked]);
  const day = { date: '2026-06-10', platform: 'chatgpt' as const };
  await addResponses(history, [{ ...day, responses: 9, naming: 0 }]);
  const mentions = [tracked, ...named].map((subject, at) => ({ ...day, subject, mentions: 9, responses: 9 - at }));
  await addMentions(history, mentions);
  const page = await candidates('(first: 1)');
  expect([page.totalCount, page.nodes.map((node) => node.id)]).toEqual([2, named.slice(0, 1)]);
  const next = await candidates(`(first: 1, after: "${page.pageInfo.endCursor}")`);
  expect(next.nodes.map((node) => node.id)).toEqual(named.slice(1));
});

test('a dismissed name leaves the suggestions until it is restored; tracking it by name ends that, too', async () => {
  const candidate = await addCandidate(caller, id);
  const history = await selectAnalysis(caller, id);
  const day = { date: '2026-06-10', platform: 'chatgpt' as const, responses: 3 };
  await addResponses(history, [{ ...day, naming: 0 }]);
  await addMentions(history, [{ ...day, subject: candidate, mentions: 3 }]);
  const dismissed = await ask(DISMISS, { id: candidate });
  const dismissedAt = '2026-06-15T12:00:00.000Z';
  expect(dismissed.data).toEqual({
    dismissCandidate: { id: candidate, name: 'Discovered', projectId: id, dismissedAt },
  });
  expect(await ask(DISMISS, { id: candidate })).toMatchObject({ data: dismissed.data });
  expect((await candidates()).nodes).toEqual([]);
  expect((await candidates('(dismissed: true)')).nodes).toEqual([{ id: candidate, name: 'Discovered', dismissedAt }]);
  expect((await ask(RESTORE, { id: candidate })).data).toEqual({
    restoreCandidate: { id: candidate, dismissedAt: null },
  });
  expect((await candidates()).nodes.map(({ name }) => name)).toEqual(['Discovered']);
  await ask(DISMISS, { id: candidate });
  await sql(api.db, `update competitor_candidate set name_key = 'discovered' where account_id = $1 and id = $2`, [
    caller.account.accountId,
    candidate,
  ]);
  const competitor = await createCompetitor(caller, id, { name: 'Discovered' });
  expect(await candidateOf(caller, competitor.id)).toBe(candidate);
  const [stored] = await sql<{ dismissed_at: string | null }>(
    api.db,
    'select dismissed_at from competitor_candidate where account_id = $1 and id = $2',
    [caller.account.accountId, candidate],
  );
  expect(stored?.dismissed_at).toBeNull();
});

test('what is tracked, foreign, unknown or no id is not dismissed', async () => {
  const tracked = await candidateOf(caller, (await createCompetitor(caller, id)).id);
  const other = await api.open();
  const foreign = await addCandidate(other, (await createProject(other)).id);
  const codeOf = async (candidate: string) => (await ask(DISMISS, { id: candidate })).errors?.[0]?.extensions['code'];
  expect([
    await codeOf(tracked),
    await codeOf(foreign),
    await codeOf('00000000-0000-4000-8000-000000000000'),
    await codeOf('no id'),
  ]).toEqual(['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR']);
});

const UPDATE = `mutation ($id: ID!, $input: UpdateCompetitorInput!) {
  updateCompetitor(id: $id, input: $input) { id name aliases websiteUrl description updatedAt } }`;

const isQueued = async () => {
  const tasks = await sql<{ fence: number }>(
    api.db,
    `select fence from project_task where account_id = $1 and project_id = $2 and task = 'names'`,
    [caller.account.accountId, id],
  );
  return first(tasks).fence;
};

test('a competitor changes by the fields sent, and only a change of names has the answers analysed again', async () => {
  const { id: competitorId } = await createCompetitor(caller, id);
  const before = await isQueued();
  const change = async (input: object) => (await ask(UPDATE, { id: competitorId, input })).data?.['updateCompetitor'];
  expect(await change({ description: 'A rival' })).toMatchObject({ name: 'Contoso', description: 'A rival' });
  expect(await isQueued()).toBe(before);
  const renamed = await change({ name: ' Contoso Ltd ', aliases: ['Conto'], websiteUrl: 'https://contoso.example' });
  expect(renamed).toMatchObject({
    ...{ name: 'Contoso Ltd', aliases: ['Conto'], websiteUrl: 'https://contoso.example', description: 'A rival' },
  });
  expect(await isQueued()).toBe(before + 1);
  expect(await change({ name: 'Contoso Ltd', aliases: ['Conto'] })).toEqual(renamed);
  expect(await isQueued()).toBe(before + 1);
  expect(await change({ aliases: [] })).toMatchObject({ name: 'Contoso Ltd', aliases: [] });
  const [candidate] = await sql<{ name: string; name_key: string }>(
    api.db,
    'select name, name_key from competitor_candidate where account_id = $1 and competitor_id = $2',
    [caller.account.accountId, competitorId],
  );
  expect(candidate).toEqual({ name: 'Contoso Ltd', name_key: 'contosoltd' });
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ websiteUrl: 'ftp://contoso.example' }, 'websiteUrl'],
  [{ description: 'x'.repeat(2_001) }, 'description'],
  [{ aliases: [' '] }, 'aliases'],
  [{ aliases: Array.from({ length: 51 }, (_, at) => `Name ${at}`) }, 'aliases'],
])('%j is refused alike when a competitor is created and changed', async (fields, path) => {
  const { id: competitorId } = await createCompetitor(caller, id);
  const create = `mutation ($id: ID!, $input: CreateCompetitorInput!) {
    createCompetitor(projectId: $id, input: $input) { id } }`;
  const created = await ask(create, { id, input: { name: 'Contoso', ...fields } });
  const changed = await ask(UPDATE, { id: competitorId, input: fields });
  const refusalOf = ({ errors }: typeof created) => errors?.[0] && { ...errors[0], path: undefined };
  expect(refusalOf(changed)?.extensions).toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(JSON.stringify(refusalOf(changed)?.extensions)).toContain(path);
  expect({ ...refusalOf(changed), locations: null }).toEqual({ ...refusalOf(created), locations: null });
});

test('longer names than a project may have are refused when a competitor is changed', async () => {
  const aliases = Array.from({ length: 50 }, () => 'x'.repeat(200));
  const { id: competitorId } = await createCompetitor(caller, id, { name: 'A' });
  const { id: secondId } = await createCompetitor(caller, id, { name: 'B' });
  expect((await ask(UPDATE, { id: competitorId, input: { aliases } })).errors).toBeUndefined();
  const { errors } = await ask(UPDATE, { id: secondId, input: { aliases } });
  expect(errors?.[0]?.message).toMatch(/^aliases: .* must be at most 20000 characters together$/);
});

test('a removed, foreign or unknown competitor is not changed', async () => {
  const { id: competitorId } = await createCompetitor(caller, id);
  await caller.delete(`/competitors/${competitorId}`);
  const other = await api.open();
  const foreign = await createCompetitor(other, (await createProject(other)).id);
  const codeOf = async (one: string) =>
    (await ask(UPDATE, { id: one, input: { name: 'X' } })).errors?.[0]?.extensions['code'];
  expect([await codeOf(competitorId), await codeOf(foreign.id)]).toEqual(['NOT_FOUND', 'FORBIDDEN']);
});
