import { randomUUID } from 'node:crypto';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { reanalyse } from '../../src/monitoring/reanalysis/reanalyse.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, TODAY, useApi } from '../support/api.js';
import { dataOf } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt, type WireProject, type WirePrompt } from '../support/resources.js';
import { queryDatabase } from '../support/sql.js';

/** Places that prompts are asked in: their own rules, and how questions are told apart by them. */

const api = useApi();

const CREATE = `mutation ($id: ID!, $input: CreateMarketInput!) { createMarket(projectId: $id, input: $input) {
  id projectId name country language region city promptCount archivedAt } }`;
const RENAME = 'mutation ($id: ID!, $name: String!) { updateMarket(id: $id, input: { name: $name }) { id name } }';
const ARCHIVE = 'mutation ($id: ID!) { archiveMarket(id: $id) { id name archivedAt } }';
const LIST = `query ($id: ID!) { project(id: $id) {
  markets { name promptCount archivedAt } archived: markets(archived: true) { name promptCount } } }`;
const ADD = `mutation ($id: ID!, $input: CreatePromptInput!) {
  createPrompt(projectId: $id, input: $input) { id promptText market { id name } } }`;
const COPY = `mutation ($ids: [ID!]!, $marketId: ID!) { copyPrompts(ids: $ids, marketId: $marketId) {
  id promptText tags category stage persona platforms monitoringFrequency isActive market { name } } }`;

const TEXT = 'Which tea shop is best?';

let caller: ApiCaller;
let project: WireProject;

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  project = await createProject(caller);
});

async function ask(query: string, variables: object, as = caller) {
  const { data, errors } = (await askGraphql(as, query, variables)).body;
  const [error] = errors ?? [];
  return { data: data ?? {}, error, code: error?.extensions['code'], issues: error?.extensions['issues'] };
}

async function addMarket(name: string, fields: object = {}, id = project.id): Promise<string> {
  const { data, error } = await ask(CREATE, { id, input: { name, country: 'DE', ...fields } });
  expect(error).toBeUndefined();
  // Shaped by the mutation above.
  return (data['createMarket'] as { id: string }).id;
}

async function addPrompt(marketId: string | null, promptText = TEXT, fields: object = {}): Promise<string> {
  const { data, error } = await ask(ADD, { id: project.id, input: { promptText, marketId, ...fields } });
  expect(error).toBeUndefined();
  // Shaped by the mutation above.
  return (data['createPrompt'] as { id: string }).id;
}

const stored = async () => dataOf<WirePrompt[]>(await caller.get(`/projects/${project.id}/prompts`));

describe('a market', () => {
  test('is created as sent, trimmed, its codes in one letter case; what is not sent is null', async () => {
    const input = { name: ' Bavaria ', country: 'de', language: 'DE', region: ' Bavaria', city: 'Munich ' };
    expect((await ask(CREATE, { id: project.id, input })).data['createMarket']).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      projectId: project.id,
      name: 'Bavaria',
      country: 'DE',
      language: 'de',
      region: 'Bavaria',
      city: 'Munich',
      promptCount: 0,
      archivedAt: null,
    });
    const least = await ask(CREATE, { id: project.id, input: { name: 'Austria', country: 'AT' } });
    expect(least.data['createMarket']).toMatchObject({ country: 'AT', language: null, region: null, city: null });
  });

  test.each([
    ['name', ' ', 'must not be empty'],
    ['name', 'x'.repeat(101), 'must be at most 100 characters'],
    ['name', 'a\0b', 'must not contain a NUL character'],
    ['country', 'DEU', 'must be a country code of two letters'],
    ['country', 'D1', 'must be a country code of two letters'],
    ['language', 'd', 'must be a language code of two or three letters'],
    ['language', 'de-AT', 'must be a language code of two or three letters'],
    ['region', 'x'.repeat(101), 'must be at most 100 characters'],
    ['region', '', 'must not be empty'],
    ['city', '😀'.repeat(101), 'must be at most 100 characters'],
  ])('whose %s is %j is refused, and names the bound', async (field, value, message) => {
    const input = { name: 'Germany', country: 'DE', [field]: value };
    const { code, issues } = await ask(CREATE, { id: project.id, input });
    expect([code, issues]).toEqual(['VALIDATION_ERROR', [{ path: [field], message }]]);
  });

  test('has a name that no other unarchived one of the project has, in whatever letter case', async () => {
    const id = await addMarket('Österreich', { country: 'AT' });
    const germany = await addMarket('Germany');
    const again = await ask(CREATE, { id: project.id, input: { name: 'ÖSTERREICH', country: 'AT' } });
    expect([again.code, again.issues]).toEqual([
      'CONFLICT',
      [{ path: ['name'], message: 'a market of the project has this name' }],
    ]);
    expect((await ask(RENAME, { id: germany, name: 'österreich' })).code).toBe('CONFLICT');
    expect((await ask(RENAME, { id, name: 'ÖSTERREICH' })).data).toEqual({ updateMarket: { id, name: 'ÖSTERREICH' } });
    const other = await createProject(caller);
    await addMarket('Germany', {}, other.id);
    await ask(ARCHIVE, { id: germany });
    await addMarket('GERMANY');
  });

  test('is archived once it has no unarchived prompt; then it is listed apart and takes no prompt', async () => {
    const id = await addMarket('Germany');
    const promptId = await addPrompt(id);
    const busy = await ask(ARCHIVE, { id });
    expect([busy.code, busy.error?.message]).toEqual([
      'VALIDATION_ERROR',
      'The market has 1 unarchived prompts: archive them first',
    ]);
    await caller.delete(`/prompts/${promptId}`);
    expect((await ask(ARCHIVE, { id })).data).toEqual({
      archiveMarket: { id, name: 'Germany', archivedAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    await addMarket('Austria');
    expect((await ask(LIST, { id: project.id })).data['project']).toEqual({
      markets: [{ name: 'Austria', promptCount: 0, archivedAt: null }],
      archived: [{ name: 'Germany', promptCount: 0 }],
    });
    for (const query of [ARCHIVE, RENAME]) expect((await ask(query, { id, name: 'x' })).code).toBe('NOT_FOUND');
    const late = await ask(ADD, { id: project.id, input: { promptText: TEXT, marketId: id } });
    expect([late.code, late.error?.message]).toEqual(['NOT_FOUND', 'Market not found']);
  });

  test.each([
    ['professional', 10],
    ['agency', 30],
  ] as const)('of a %s project is one of %d at most', async (tier, capacity) => {
    caller = await api.open(tier);
    await liftLimits(caller);
    project = await createProject(caller);
    for (let count = 0; count < capacity; count += 1) await addMarket(`Market ${count}`);
    const { code, error } = await ask(CREATE, { id: project.id, input: { name: 'One more', country: 'DE' } });
    expect([code, error?.message]).toEqual([
      'VALIDATION_ERROR',
      `Capacity of ${capacity} markets of a project is reached for the ${tier} subscription tier`,
    ]);
  });

  test('is one of 300 that a project ever has', async () => {
    await queryDatabase(
      api.database,
      `insert into market (account_id, project_id, id, name, country, archived_at)
       select $1, $2, gen_random_uuid(), 'Former ' || n, 'DE', now()
       from generate_series(1, 300) n`,
      [caller.account.accountId, project.id],
    );
    const { error } = await ask(CREATE, { id: project.id, input: { name: 'One more', country: 'DE' } });
    expect(error?.message).toBe('A project has at most 300 markets, archived ones included');
  });
});

describe('a prompt of a market', () => {
  test('is asked there for good, and lists show it beside the others', async () => {
    const id = await addMarket('Germany');
    const there = await addPrompt(id);
    const here = await addPrompt(null);
    const query =
      '{ p: prompt(id: "THERE") { market { name promptCount } } q: prompt(id: "HERE") { market { name } } }';
    const { data } = await ask(query.replace('THERE', there).replace('HERE', here), {});
    expect(data).toEqual({ p: { market: { name: 'Germany', promptCount: 1 } }, q: { market: null } });
    const listed = await stored();
    expect(listed.map((prompt) => prompt.id).toSorted()).toEqual([there, here].toSorted());
    expect(listed.map((prompt) => prompt.prompt_text)).toEqual([TEXT, TEXT]);
    const [keys, others] = listed.map((prompt) => Object.keys(prompt));
    expect(keys).toEqual(others);
    expect(keys).not.toContain('market_id');
  });

  test('has a text that no other of its market has, and REST cannot name a market', async () => {
    const germany = await addMarket('Germany');
    const austria = await addMarket('Austria');
    await addPrompt(germany);
    await addPrompt(austria);
    await addPrompt(null);
    const again = await ask(ADD, { id: project.id, input: { promptText: TEXT.toUpperCase(), marketId: germany } });
    expect([again.code, again.error?.message]).toEqual([
      'CONFLICT',
      'A prompt with this text already exists in the market',
    ]);
    const other = await addPrompt(germany, 'Another?');
    const reworded = await caller.patch(`/prompts/${other}`, { prompt_text: TEXT });
    expect(reworded.status).toBe(409);
    expect((await caller.patch(`/prompts/${other}`, { prompt_text: 'Where to buy tea?' })).status).toBe(200);
    await addPrompt(null, 'Where to buy tea?');
    const sent = await caller.post(`/projects/${project.id}/prompts`, { prompt_text: 'New?', market_id: germany });
    expect(sent.status).toBe(201);
    const created = dataOf<WirePrompt>(sent, 201);
    const found = await ask(`{ prompt(id: "${created.id}") { market { id } } }`, {});
    expect(found.data).toEqual({ prompt: { market: null } });
  });

  test('is told apart among texts that are taken', async () => {
    const germany = await addMarket('Germany');
    const promptId = await addPrompt(germany);
    const query = `query ($id: ID!, $marketId: ID) { project(id: $id) {
      promptDuplicates(texts: ["${TEXT}"], marketId: $marketId) { at promptId } } }`;
    const inMarket = await ask(query, { id: project.id, marketId: germany });
    expect(inMarket.data['project']).toEqual({ promptDuplicates: [{ at: 0, promptId }] });
    expect((await ask(query, { id: project.id })).data['project']).toEqual({ promptDuplicates: [] });
  });

  test('has a market of its own project', async () => {
    const other = await createProject(caller);
    const foreign = await addMarket('Germany', {}, other.id);
    const { code, issues } = await ask(ADD, { id: project.id, input: { promptText: TEXT, marketId: foreign } });
    expect([code, issues]).toEqual([
      'VALIDATION_ERROR',
      [{ path: ['marketId'], message: 'is a market of another project' }],
    ]);
    const many = `mutation ($id: ID!, $inputs: [CreatePromptInput!]!) {
      createPrompts(projectId: $id, inputs: $inputs) { id } }`;
    const inputs = [{ promptText: 'One?' }, { promptText: 'Two?', marketId: foreign }];
    expect((await ask(many, { id: project.id, inputs })).issues).toEqual([
      { path: ['inputs', 1, 'marketId'], message: 'is a market of another project' },
    ]);
    expect(await stored()).toEqual([]);
  });
});

describe('copies of prompts', () => {
  test('have the text, labels, frequency and platforms, and are active', async () => {
    const germany = await addMarket('Germany');
    const labels = { tags: ['b', 'a'], category: 'Tea', stage: 'DECISION', persona: 'A bakery' };
    const fields = { ...labels, monitoringFrequency: 'DAILY', platforms: ['CLAUDE', 'GEMINI'] };
    const one = await addPrompt(null, TEXT, fields);
    const two = await addPrompt(null, 'Second?');
    await caller.patch(`/prompts/${one}`, { is_active: false });
    const { data, error } = await ask(COPY, { ids: [two, one], marketId: germany });
    expect(error).toBeUndefined();
    expect(data['copyPrompts']).toMatchObject([
      { promptText: 'Second?', tags: [], monitoringFrequency: 'WEEKLY', market: { name: 'Germany' } },
      { promptText: TEXT, ...fields, isActive: true, market: { name: 'Germany' } },
    ]);
    const due = await queryDatabase(api.database, 'select from prompt_schedule where account_id = $1', [
      caller.account.accountId,
    ]);
    expect(due).toHaveLength(4);
  });

  test('are tied to one another as the prompts are', async () => {
    const germany = await addMarket('Germany');
    const lead = await addPrompt(null);
    const wording = await addPrompt(null, 'And which tea shop?');
    const alone = await addPrompt(null, 'Where to buy tea?');
    const tie = 'update prompt set wording_of = $2 where id = any ($1::uuid[])';
    await queryDatabase(api.database, tie, [[wording, alone], lead]);
    const both = await ask(COPY, { ids: [wording, lead], marketId: germany });
    // Shaped by the mutation above.
    const copied = both.data['copyPrompts'] as { id: string }[];
    const [copy, copyOfLead] = copied.map((prompt) => prompt.id);
    await ask(COPY, { ids: [alone], marketId: germany });
    const tied = await queryDatabase<{ id: string; wording_of: string | null }>(
      api.database,
      `select id, wording_of from prompt where market_id = $1 and wording_of is not null`,
      [germany],
    );
    expect(tied).toEqual([{ id: copy, wording_of: copyOfLead }]);
  });

  test('are made all or none', async () => {
    const germany = await addMarket('Germany');
    const one = await addPrompt(null);
    const two = await addPrompt(null, 'Second?');
    await addPrompt(germany, 'Second?');
    const taken = await ask(COPY, { ids: [one, two], marketId: germany });
    expect([taken.code, taken.issues]).toEqual([
      'CONFLICT',
      [{ path: ['ids', 1, 'promptText'], message: 'a prompt of the market has this text' }],
    ]);
    const other = await createProject(caller);
    const elsewhere = await createPrompt(caller, other.id);
    const mixed = await ask(COPY, { ids: [one, elsewhere.id], marketId: germany });
    expect([mixed.code, mixed.issues]).toEqual([
      'VALIDATION_ERROR',
      [{ path: ['ids', 1], message: 'is of another project than the market' }],
    ]);
    const absent = await ask(COPY, { ids: [one, randomUUID()], marketId: germany });
    expect([absent.code, absent.issues]).toEqual(['NOT_FOUND', [{ path: ['ids', 1], message: 'Prompt not found' }]]);
    const many = Array.from({ length: 101 }, () => randomUUID());
    expect((await ask(COPY, { ids: many, marketId: germany })).issues).toEqual([
      { path: ['ids'], message: 'must have 1 to 100 entries' },
    ]);
    expect(await stored()).toHaveLength(3);
  });
});

describe('answers', () => {
  const NUMBERS = `query ($id: ID!) { project(id: $id) { cells { promptId responseCount brandMentionCount }
    responses { nodes { answer: text isLocalised market { name } prompt { id } } } } }`;

  const lines = (market: string | null, platform: string, ...texts: string[]) =>
    texts.map((answer) => plainLine({ question: TEXT, platform, market, answer, answered_at: `${TODAY}T09:00:00Z` }));

  test('to one text in two markets are two questions, also once they are analysed again', async () => {
    const germany = await addMarket('Germany');
    const there = await addPrompt(germany);
    const here = await addPrompt(null);
    const file = [
      ...lines('germany', 'chatgpt', 'Northwind.', 'Northwind it is.', 'Contoso.'),
      ...lines(null, 'chatgpt', 'Contoso again.'),
      ...lines('Germany', 'gemini', 'Northwind, of course.'),
      ...lines('Austria', 'chatgpt', 'Never read.'),
    ];
    const report = await importAnswers(api.db, { projectId: project.id }, fileOf(file));
    expect(report).toMatchObject({ accepted: 5, rejected: 1 });
    expect(report.errors).toEqual([{ line: 6, message: 'market: is no unarchived market of the project' }]);

    const expectNumbers = async () => {
      const { data } = await ask(NUMBERS, { id: project.id });
      // Shaped by the query above.
      const { cells, responses } = data['project'] as { cells: object[]; responses: { nodes: object[] } };
      expect(cells).toHaveLength(3);
      expect(cells).toEqual(
        expect.arrayContaining([
          { promptId: there, responseCount: 3, brandMentionCount: 2 },
          { promptId: here, responseCount: 1, brandMentionCount: 0 },
          { promptId: there, responseCount: 1, brandMentionCount: 1 },
        ]),
      );
      expect(responses.nodes).toHaveLength(5);
      expect(responses.nodes).toEqual(
        expect.arrayContaining([
          { answer: 'Northwind.', isLocalised: true, market: { name: 'Germany' }, prompt: { id: there } },
          { answer: 'Contoso again.', isLocalised: true, market: null, prompt: { id: here } },
          { answer: 'Northwind, of course.', isLocalised: false, market: { name: 'Germany' }, prompt: { id: there } },
        ]),
      );
    };
    await expectNumbers();
    await reanalyse(api.db, { projectId: project.id });
    await expectNumbers();
  });
});

describe('filters and segments', () => {
  test('choose the answers of markets, countries and languages', async () => {
    const munich = await addMarket('Munich', { language: 'de', city: 'Munich' });
    const vienna = await addMarket('Vienna', { country: 'AT', language: 'de' });
    for (const marketId of [munich, vienna, null]) await addPrompt(marketId);
    const line = (market: string | null, answer: string) =>
      plainLine({ question: TEXT, market, answer, answered_at: `${TODAY}T09:00:00Z` });
    const file = [line('Munich', 'Northwind.'), line('Vienna', 'Contoso.'), line('Vienna', 'Northwind.')];
    await importAnswers(api.db, { projectId: project.id }, fileOf([...file, line(null, 'Contoso.')]));
    const query = `query ($id: ID!, $where: PromptFilter) { project(id: $id) {
      responses(where: $where) { totalCount } prompts(where: $where) { totalCount } } }`;
    const countOf = async (where: object) => {
      const { data } = await ask(query, { id: project.id, where });
      // Shaped by the query above.
      const found = data['project'] as Record<'responses' | 'prompts', { totalCount: number }>;
      return [found.responses.totalCount, found.prompts.totalCount];
    };
    expect(await countOf({ marketIds: [vienna] })).toEqual([2, 1]);
    expect(await countOf({ marketIds: [vienna, munich] })).toEqual([3, 2]);
    expect(await countOf({ countries: ['at', 'US'] })).toEqual([3, 2]);
    expect(await countOf({ languages: ['DE'] })).toEqual([3, 2]);
    expect(await countOf({ languages: ['de'], countries: ['DE'] })).toEqual([1, 1]);
    expect(await countOf({ marketIds: [randomUUID()] })).toEqual([0, 0]);

    const segments = async (by: string) => {
      const text = `query ($id: ID!) { project(id: $id) {
        segments(by: ${by}) { key label promptCount responseCount brandMentionCount } } }`;
      // Shaped by the query above.
      return ((await ask(text, { id: project.id })).data['project'] as { segments: object[] }).segments;
    };
    const counts = (promptCount: number, responseCount: number, brandMentionCount: number) => {
      return { promptCount, responseCount, brandMentionCount };
    };
    expect(await segments('MARKET')).toEqual([
      { key: vienna, label: 'Vienna', ...counts(1, 2, 1) },
      { key: munich, label: 'Munich', ...counts(1, 1, 1) },
      { key: '', label: "The project's country", ...counts(1, 1, 0) },
    ]);
    expect(await segments('COUNTRY')).toEqual([
      { key: 'AT', label: 'AT', ...counts(1, 2, 1) },
      { key: 'DE', label: 'DE', ...counts(1, 1, 1) },
      { key: 'US', label: 'US', ...counts(1, 1, 0) },
    ]);
    const whole = `query ($id: ID!) { project(id: $id) { segments(by: BRANDED) { intentCount }
      visibility { evenScore } } }`;
    // One text in three places is three questions to a verdict, and three cells of an even score.
    expect((await ask(whole, { id: project.id })).data['project']).toEqual({
      segments: [{ intentCount: 3 }],
      visibility: { evenScore: 50 },
    });
    expect(await segments('LANGUAGE')).toEqual([
      { key: 'de', label: 'de', ...counts(2, 3, 2) },
      { key: '', label: 'None', ...counts(1, 1, 0) },
    ]);
  });

  test.each([
    ['countries', 'DEU', 'must be a country code of two letters'],
    ['languages', 'd', 'must be a language code of two or three letters'],
    ['marketIds', 'x', 'must be a UUID'],
  ])('whose %s are %j are refused', async (field, value, message) => {
    const query = 'query ($id: ID!, $where: PromptFilter) { project(id: $id) { visibility(where: $where) { score } } }';
    const { code, issues } = await ask(query, { id: project.id, where: { [field]: [value] } });
    expect([code, issues]).toEqual(['VALIDATION_ERROR', [{ path: ['where', field, 0], message }]]);
  });
});

describe("a project's country", () => {
  const CHANGES = `query ($id: ID!) { project(id: $id) { changes { kind text } } }`;

  test('is a change beside the numbers once it is another', async () => {
    await caller.patch(`/projects/${project.id}`, { target_country: 'US' });
    await caller.patch(`/projects/${project.id}`, { target_country: 'at' });
    expect((await ask(CHANGES, { id: project.id })).data['project']).toEqual({
      changes: [{ kind: 'MARKET_CHANGED', text: 'Country of the project changed from US to AT' }],
    });
  });

  test('that changes leaves questions what they were', async () => {
    await addPrompt(null);
    const hashes = () =>
      queryDatabase(api.database, `select encode(text_hash, 'hex') as hash from prompt where project_id = $1`, [
        project.id,
      ]);
    const before = await hashes();
    await caller.patch(`/projects/${project.id}`, { target_country: 'AT' });
    expect(await hashes()).toEqual(before);
  });
});

test('the same texts copied to another market are compared in pairs, wordings among them', async () => {
  const austria = await addMarket('Austria', { country: 'AT' });
  const ids: string[] = [];
  for (let at = 0; at < 8; at++) {
    const wordingOfId = at === 7 ? ids[6] : undefined;
    ids.push(await addPrompt(null, `Which shop is best for ${at}?`, { wordingOfId }));
  }
  await ask(COPY, { ids, marketId: austria });
  const lines = ids.flatMap((_id, at) =>
    [null, 'Austria'].flatMap((market) =>
      ['2026-06-02', '2026-06-05', '2026-06-09'].map((day, of) => {
        const isNamed = (at + of) % 4 < (market === null ? 1 : 3);
        const answer = isNamed ? 'Northwind is good.' : 'None is.';
        const question = `Which shop is best for ${at}?`;
        return plainLine({ answer, question, answered_at: `${day}T09:00:00Z`, ...(market !== null && { market }) });
      }),
    ),
  );
  const { errors } = await importAnswers(api.db, { projectId: project.id }, fileOf(lines));
  expect(errors).toEqual([]);
  const query = `query ($id: ID!) { project(id: $id) { segments(by: MARKET, from: "2026-06-01", to: "2026-06-10") {
    key intentCount differsFrom(key: "") { verdict isPaired change } } } }`;
  const { data } = await ask(query, { id: project.id });
  // Shaped by the query above.
  const { segments } = (data as { project: { segments: { key: string; intentCount: number; differsFrom: unknown }[] } })
    .project;
  expect(segments.find(({ key }) => key === austria)).toEqual({
    ...{ key: austria, intentCount: 7 },
    differsFrom: { verdict: 'MORE_OFTEN', isPaired: true, change: 50 },
  });
});
