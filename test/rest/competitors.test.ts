import { useApi } from '../support/api.js';
import { dataOf, expectError, first, TIMESTAMP, UUID_V4 } from '../support/expectations.js';
import { createCompetitor, createProject, type WireCompetitor } from '../support/resources.js';

const api = useApi();

async function openProject() {
  const caller = await api.open();
  const project = await createProject(caller);
  return { caller, project, path: `/projects/${project.id}/competitors` };
}

test('a created competitor is answered with 201 and the base fields alone', async () => {
  const { caller, project, path } = await openProject();
  const sent = { name: ' Contoso ', website_url: ' https://contoso.example ', description: ' sells tea ' };
  expect(dataOf<WireCompetitor>(await caller.post(path, sent), 201)).toEqual({
    id: expect.stringMatching(UUID_V4),
    project_id: project.id,
    name: 'Contoso',
    website_url: 'https://contoso.example',
    description: 'sells tea',
    discovery_method: 'manual',
    is_active: true,
    created_at: expect.stringMatching(TIMESTAMP),
    updated_at: expect.stringMatching(TIMESTAMP),
  });
});

test('a competitor that leaves them out has an empty website and description', async () => {
  const { caller, project } = await openProject();
  expect(await createCompetitor(caller, project.id)).toMatchObject({ website_url: '', description: '' });
});

test('fields that the server decides are ignored, aliases are neither taken nor shown', async () => {
  const { caller, project } = await openProject();
  const sent = { id: 'x', discovery_method: 'auto', is_active: false, aliases: 7, websiteUrl: 'nope', market_share: 1 };
  const competitor = await createCompetitor(caller, project.id, sent);
  expect(competitor).toMatchObject({ discovery_method: 'manual', is_active: true, website_url: '' });
  expect(Object.keys(competitor)).toEqual([
    'id',
    'project_id',
    'name',
    'website_url',
    'description',
    'discovery_method',
    'is_active',
    'created_at',
    'updated_at',
  ]);
});

test.each([
  ['no name', {}, /^name: is required/],
  ['a name that is null', { name: null }, /^name: must be a string/],
  ['a blank name', { name: ' \t' }, /^name: must not be empty/],
  ['a website that is null', { name: 'A', website_url: null }, /^website_url: /],
  ['a description that is no string', { name: 'A', description: {} }, /^description: /],
])('a competitor with %s is refused, and the message names the field', async (_fault, body, message) => {
  const { caller, path } = await openProject();
  expectError(await caller.post(path, body), 'VALIDATION_ERROR', message);
  expect((await caller.get(path)).body).toEqual({ data: [] });
});

test('a list holds the competitors of its project alone, names may repeat, oldest first, then by id', async () => {
  const { caller, project, path } = await openProject();
  await createCompetitor(caller, (await createProject(caller)).id);
  const created = await Promise.all(Array.from({ length: 12 }, () => createCompetitor(caller, project.id)));
  const inOrder = created.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1));
  expect(dataOf<WireCompetitor[]>(await caller.get(path))).toEqual(inOrder);
});

test('before any analysis a listed competitor has no aggregate fields', async () => {
  const { caller, project, path } = await openProject();
  const created = await createCompetitor(caller, project.id);
  expect(first(dataOf<WireCompetitor[]>(await caller.get(path)))).toEqual(created);
});

test('a removed competitor is gone from the list and cannot be removed again', async () => {
  const { caller, project, path } = await openProject();
  const [kept, gone] = [await createCompetitor(caller, project.id), await createCompetitor(caller, project.id)];
  expect((await caller.delete(`/competitors/${gone.id}`)).body).toEqual({ data: { deleted: true } });
  expect(dataOf<WireCompetitor[]>(await caller.get(path))).toEqual([kept]);
  expectError(await caller.delete(`/competitors/${gone.id}`), 'NOT_FOUND', 'Competitor not found');
});

test('of two removals at once one removes and the other finds nothing', async () => {
  const { caller, project } = await openProject();
  const { id } = await createCompetitor(caller, project.id);
  const answers = await Promise.all([caller.delete(`/competitors/${id}`), caller.delete(`/competitors/${id}`)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});
