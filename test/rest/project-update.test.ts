import { type ApiCaller, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { createProject, type WireProject } from '../support/resources.js';

const api = useApi();

async function patched(caller: ApiCaller, id: string, body: object): Promise<WireProject> {
  return dataOf<WireProject>(await caller.patch(`/projects/${id}`, body));
}

test.each([
  ['brand_name', ' Fabrikam ', 'Fabrikam'],
  ['website_url', ' http://Fabrikam.example:8080/a?b=c#d ', 'http://Fabrikam.example:8080/a?b=c#d'],
  ['description', ' of tea ', 'of tea'],
  ['target_country', 'gb', 'GB'],
  ['main_topic', ' tea ', 'tea'],
])('a PATCH of %s alone changes it, and updated_at, and nothing else', async (field, sent, stored) => {
  const caller = await api.open();
  const before = await createProject(caller);
  const after = await patched(caller, before.id, { [field]: sent });
  expect(after).toEqual({ ...before, [field]: stored, updated_at: after.updated_at });
  expect(after.updated_at > before.updated_at).toBe(true);
  expect(dataOf<WireProject>(await caller.get(`/projects/${before.id}`))).toEqual(after);
});

test('a PATCH of brand_name leaves the name of the project alone', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  expect(await patched(caller, id, { brand_name: 'Fabrikam' })).toMatchObject({
    name: 'Northwind',
    brand_name: 'Fabrikam',
  });
});

test('settings merge key by key', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const steps = [
    { platforms: ['gemini', 'claude', 'gemini'] },
    { monitoring_frequency: 'daily' },
    { auto_discover_competitors: true },
  ];
  for (const settings of steps) await patched(caller, id, { settings });
  expect((await patched(caller, id, { settings: {} })).settings).toEqual({
    platforms: ['gemini', 'claude'],
    monitoring_frequency: 'daily',
    auto_discover_competitors: true,
  });
});

test.each([
  ['no object', null],
  ['no object', []],
  ['no object', 'weekly'],
  ['an unknown key', { color: 'red' }],
  ['an unknown key beside a good one', { monitoring_frequency: 'daily', color: 'red' }],
  ['a key in camel case', { monitoringFrequency: 'daily' }],
  ['an unknown platform', { platforms: ['chatgpt', 'bing'] }],
  ['a platform in other letters', { platforms: ['ChatGPT'] }],
  ['an empty list of platforms', { platforms: [] }],
  ['platforms that are no list', { platforms: 'chatgpt' }],
  ['platforms that are null', { platforms: null }],
  ['an unknown frequency', { monitoring_frequency: 'hourly' }],
  ['a flag that is no boolean', { auto_discover_competitors: 'true' }],
])('settings with %s are refused and change nothing', async (_fault, settings) => {
  const caller = await api.open();
  const before = await createProject(caller);
  expectError(
    await caller.patch(`/projects/${before.id}`, { main_topic: 'tea', settings }),
    'VALIDATION_ERROR',
    /^settings/,
  );
  expect(dataOf<WireProject>(await caller.get(`/projects/${before.id}`))).toEqual(before);
});

test('the message about an unknown settings key quotes it as it was sent', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const answer = await caller.patch(`/projects/${id}`, { settings: { monitoringFrequency: 'daily' } });
  expectError(answer, 'VALIDATION_ERROR', /"monitoringFrequency"/);
});

test('a settings key named __proto__ is an unknown key', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const body = '{"settings": {"__proto__": {"monitoring_frequency": "daily"}}}';
  const answer = await caller.send('PATCH', `/projects/${id}`, { 'Content-Type': 'application/json' }, body);
  expectError(answer, 'VALIDATION_ERROR');
});

test.each([
  ['no field', {}],
  ['unknown fields only', { name: 'Other', is_paused: true, is_active: false, aliases: ['NW'], brandName: 'x' }],
  [
    'what is stored already',
    { brand_name: 'Northwind', target_country: 'us', settings: { monitoring_frequency: 'weekly' } },
  ],
])('a PATCH with %s is answered with 200 and leaves updated_at alone', async (_what, body) => {
  const caller = await api.open();
  const before = await createProject(caller);
  expect(await patched(caller, before.id, body)).toEqual(before);
});

test.each([
  ['brand_name', ''],
  ['brand_name', null],
  ['website_url', 'northwind.example'],
  ['website_url', ''],
  ['description', 7],
  ['target_country', 'USA'],
  ['main_topic', ['tea']],
])('a PATCH of %s to %j is refused', async (field, value) => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  expectError(await caller.patch(`/projects/${id}`, { [field]: value }), 'VALIDATION_ERROR', new RegExp(`^${field}: `));
});

test('every change raises updated_at, also two within a millisecond', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const instants = [];
  for (const main_topic of ['a', 'b', 'c', 'd']) instants.push((await patched(caller, id, { main_topic })).updated_at);
  expect(instants).toEqual([...new Set(instants)].toSorted());
});

test('of concurrent changes to different fields none is lost', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const bodies = [
    { brand_name: 'A' },
    { description: 'B' },
    { main_topic: 'C' },
    { settings: { platforms: ['claude'] } },
  ];
  await Promise.all(bodies.map((body) => patched(caller, id, body)));
  expect(await patched(caller, id, {})).toMatchObject({ brand_name: 'A', description: 'B', main_topic: 'C' });
});
