import { ROUTES } from '../../src/rest/routes.js';
import { type ApiCaller, useApi } from '../support/api.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

const api = useApi();

async function openResources() {
  const caller = await api.open();
  const { id: projectId } = await createProject(caller);
  const prompt = await createPrompt(caller, projectId);
  const competitor = await createCompetitor(caller, projectId);
  const ids: Record<string, string> = { projectId, promptId: prompt.id, competitorId: competitor.id };
  return { caller, projectId, pathOf: (path: string) => path.replace(/:(\w+)/g, (_all, name) => ids[name] ?? '') };
}

async function etagOf(caller: ApiCaller, path: string): Promise<string> {
  return (await caller.get(path)).headers.get('etag') ?? '';
}

const READS = ROUTES.filter(({ method }) => method === 'get').map(({ path }) => path);

test.each(READS)('GET %s is answered with 304 and no body to the tag it gave', async (path) => {
  const { caller, pathOf } = await openResources();
  const etag = await etagOf(caller, pathOf(path));
  expect(etag).toMatch(/^W\/"[\w-]{20,}"$/);
  for (const sent of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const answer = await caller.get(pathOf(path), { 'If-None-Match': sent });
    expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    expect(answer.headers.get('content-type')).toBeNull();
  }
});

test.each(READS)('GET %s is answered in full to another tag', async (path) => {
  const { caller, pathOf } = await openResources();
  for (const sent of ['"other"', 'W/"other"', '', 'other', '"*"']) {
    expect((await caller.get(pathOf(path), { 'If-None-Match': sent })).status).toBe(200);
  }
});

test('a tag holds while the budget goes down, also where the body tells it', async () => {
  const { caller, projectId } = await openResources();
  for (const metric of ['mentions', 'sentiment']) {
    const path = `/projects/${projectId}/${metric}`;
    const [first, second] = [await caller.get(path), await caller.get(path)];
    expect(first.text).not.toBe(second.text);
    expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
  }
});

test('a tag changes with what it stands for', async () => {
  const { caller, projectId } = await openResources();
  const paths = ['/projects', `/projects/${projectId}`];
  const before = await Promise.all(paths.map((path) => etagOf(caller, path)));
  await caller.patch(`/projects/${projectId}`, { main_topic: 'tea' });
  for (const [at, path] of paths.entries()) {
    const answer = await caller.get(path, { 'If-None-Match': before[at] ?? '' });
    expect([answer.status, answer.body]).toEqual([200, { data: expect.anything() }]);
  }
});

test('a 304 counts as a request', async () => {
  const { caller } = await openResources();
  const full = await caller.get('/projects');
  const answer = await caller.get('/projects', { 'If-None-Match': full.headers.get('etag') ?? '' });
  expect(answer.status).toBe(304);
  const remaining = (at: typeof full) => Number(at.headers.get('x-ratelimit-remaining'));
  expect(remaining(answer)).toBe(remaining(full) - 1);
});

test('a condition is honoured beside Cache-Control: no-cache, and on HEAD', async () => {
  const { caller } = await openResources();
  const condition = { 'If-None-Match': await etagOf(caller, '/projects'), 'Cache-Control': 'no-cache' };
  expect((await caller.send('GET', '/projects', condition)).status).toBe(304);
  expect((await caller.send('HEAD', '/projects', condition)).status).toBe(304);
});

test('a condition does not turn an error or a write into a 304', async () => {
  const { caller } = await openResources();
  expect((await caller.get('/projects/1', { 'If-None-Match': '*' })).status).toBe(422);
  expect((await caller.get('/nowhere', { 'If-None-Match': '*' })).status).toBe(404);
  const created = await caller.post(
    '/projects',
    { brand_name: 'A', website_url: 'https://a.example' },
    { 'If-None-Match': '*' },
  );
  expect([created.status, created.headers.get('etag')]).toEqual([201, null]);
});
