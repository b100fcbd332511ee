import { useApi } from '../support/api.js';
import { dataOf, expectError, first, TIMESTAMP, UUID_V4 } from '../support/expectations.js';
import { BRAND, createProject, createPrompt, type WireProject } from '../support/resources.js';

const api = useApi();

const PROJECT_FIELDS = [
  'id',
  'account_id',
  'name',
  'brand_name',
  'website_url',
  'favicon_url',
  'description',
  'target_country',
  'main_topic',
  'settings',
  'is_active',
  'is_paused',
  'created_at',
  'updated_at',
];

test('a created project is answered with 201 and every field of the specification', async () => {
  const caller = await api.open();
  const sent = { ...BRAND, description: ' Loose tea ', target_country: 'de', main_topic: ' tea ' };
  expect(dataOf<WireProject>(await caller.post('/projects', sent), 201)).toEqual({
    id: expect.stringMatching(UUID_V4),
    account_id: caller.account.accountId,
    name: 'Northwind',
    brand_name: 'Northwind',
    website_url: 'https://northwind.example',
    favicon_url: null,
    description: 'Loose tea',
    target_country: 'DE',
    main_topic: 'tea',
    settings: {
      platforms: ['chatgpt', 'perplexity'],
      monitoring_frequency: 'weekly',
      auto_discover_competitors: false,
    },
    is_active: true,
    is_paused: false,
    created_at: expect.stringMatching(TIMESTAMP),
    updated_at: expect.stringMatching(TIMESTAMP),
  });
});

test('fields that a creation leaves out have the defaults of the decisions', async () => {
  const created = await createProject(await api.open());
  expect(created).toMatchObject({ description: '', main_topic: '', target_country: 'US', favicon_url: null });
  expect(created.created_at).toBe(created.updated_at);
});

test('create, get, list and update show the same fields in the same order', async () => {
  const caller = await api.open();
  const created = await createProject(caller);
  const read = dataOf<WireProject>(await caller.get(`/projects/${created.id}`));
  const listed = first(dataOf<WireProject[]>(await caller.get('/projects')));
  const updated = dataOf<WireProject>(await caller.patch(`/projects/${created.id}`, {}));
  for (const project of [created, read, listed, updated]) {
    expect(Object.keys(project)).toEqual(PROJECT_FIELDS);
    expect(project).toEqual(created);
  }
});

test('a list holds all projects of the account and no others, oldest first, then by id', async () => {
  const [caller, other] = [await api.open(), await api.open()];
  await createProject(other);
  const created = [];
  for (let count = 0; count < 12; count += 1) created.push(await createProject(caller));
  const inOrder = created.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1));
  expect(dataOf<WireProject[]>(await caller.get('/projects'))).toEqual(inOrder);
});

test('an account without projects has an empty list', async () => {
  const answer = await (await api.open()).get('/projects');
  expect(answer.body).toEqual({ data: [] });
});

test.each(['brand_name', 'website_url'])(
  'a creation without %s is refused, and the message names it',
  async (field) => {
    const caller = await api.open();
    const answer = await caller.post('/projects', { ...BRAND, [field]: undefined });
    expectError(answer, 'VALIDATION_ERROR', new RegExp(`^${field}: is required$`));
  },
);

test('a creation with several faults names each of them', async () => {
  const answer = await (await api.open()).post('/projects', { brand_name: '', website_url: 'nope', target_country: 7 });
  expectError(answer, 'VALIDATION_ERROR', /brand_name: .*website_url: .*target_country: /);
});

test('two projects may have the same brand', async () => {
  const caller = await api.open();
  expect((await createProject(caller)).id).not.toBe((await createProject(caller)).id);
});

test('fields that the server decides are ignored in a creation', async () => {
  const caller = await api.open();
  const id = '00000000-0000-4000-8000-000000000000';
  const sent = { id, account_id: id, name: 'Other', is_active: false, is_paused: true, favicon_url: 'x', settings: 7 };
  const created = await createProject(caller, { ...sent, created_at: '2000-01-01T00:00:00.000Z' });
  expect(created).toMatchObject({ name: 'Northwind', is_active: true, is_paused: false, favicon_url: null });
  expect(created.id).not.toBe(id);
  expect(created.account_id).toBe(caller.account.accountId);
  expect(created.settings.platforms).toEqual(['chatgpt', 'perplexity']);
});

test('names in camel case are unknown on the wire', async () => {
  const caller = await api.open();
  expectError(await caller.post('/projects', { brandName: 'A', websiteUrl: BRAND.website_url }), 'VALIDATION_ERROR');
  const created = await createProject(caller, { mainTopic: 'tea', targetCountry: 'DE' });
  expect(created).toMatchObject({ main_topic: '', target_country: 'US' });
});

test('aliases are neither taken nor shown', async () => {
  const caller = await api.open();
  const created = await createProject(caller, { aliases: ['NW'] });
  expect(dataOf<WireProject>(await caller.patch(`/projects/${created.id}`, { aliases: 'not even a list' }))).toEqual(
    created,
  );
  expect(created).not.toHaveProperty('aliases');
});

test('an archived project is gone from get, list, update, delete and from creation below it', async () => {
  const caller = await api.open();
  const [kept, gone] = [await createProject(caller), await createProject(caller)];
  const prompt = await createPrompt(caller, gone.id);
  expect((await caller.delete(`/projects/${gone.id}`)).body).toEqual({ data: { deleted: true } });
  expect(dataOf<WireProject[]>(await caller.get('/projects'))).toEqual([kept]);
  expectError(await caller.get(`/projects/${gone.id}`), 'NOT_FOUND', 'Project not found');
  expectError(await caller.patch(`/projects/${gone.id}`, { main_topic: 'x' }), 'NOT_FOUND');
  expectError(await caller.delete(`/projects/${gone.id}`), 'NOT_FOUND');
  expectError(await caller.post(`/projects/${gone.id}/prompts`, { prompt_text: 'x' }), 'NOT_FOUND');
  expectError(await caller.post(`/projects/${gone.id}/competitors`, { name: 'x' }), 'NOT_FOUND');
  expectError(await caller.get(`/prompts/${prompt.id}`), 'NOT_FOUND', 'Prompt not found');
});

test('of two deletions at once one archives and the other finds nothing', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const answers = await Promise.all([caller.delete(`/projects/${id}`), caller.delete(`/projects/${id}`)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});
