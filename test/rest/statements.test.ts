import { ROUTES } from '../../src/rest/routes.js';
import { type ApiCaller, useApi } from '../support/api.js';
import { addCandidate, addMentions, addResponses, candidateOf, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';
import { recordStatements } from '../support/statements.js';

/**
 * What a request costs the database: admission is one statement, a read is one more, whatever lies below. A write asks
 * the kill switch behind admission, then again within its transaction.
 */

const api = useApi();

const NEVER = '00000000-0000-4000-8000-000000000000';

let texts: string[];
let caller: ApiCaller;
let ids: Record<string, string>;

beforeAll(async () => {
  texts = await recordStatements(api.db);
  caller = await api.open();
  const { id: projectId } = await createProject(caller);
  const prompts = await Promise.all([1, 2, 3, 4, 5].map(() => createPrompt(caller, projectId)));
  const competitors = await Promise.all([1, 2, 3, 4, 5].map(() => createCompetitor(caller, projectId)));
  const candidates = await Promise.all(competitors.map(({ id }) => candidateOf(caller, id)));
  const history = await selectAnalysis(caller, projectId, candidates);
  const day = { date: '2026-06-10', platform: 'claude' as const, responses: 3 };
  await addResponses(history, [{ ...day, naming: 1 }]);
  const subjects = [projectId, ...candidates, await addCandidate(caller, projectId)];
  await addMentions(
    history,
    subjects.map((subject) => ({ ...day, subject, mentions: 4 })),
  );
  ids = { projectId, promptId: prompts[0]?.id ?? '', competitorId: competitors[0]?.id ?? '' };
});

/** The statements of one request, each by its first word, begin and commit included. */
async function statementsOf(method: string, path: string, body?: object, headers = {}): Promise<string[]> {
  texts.length = 0;
  if (body) await caller.sendJson(method, path, body, headers);
  else await caller.send(method, path);
  return texts.map((text) => text.trim().split(/\s+/, 1)[0]?.toLowerCase() ?? '');
}

const pathOf = (path: string, id?: string) => path.replace(/:(\w+)/g, (_all, name) => id ?? ids[name] ?? '');
const READS = ROUTES.filter(({ method }) => method === 'get').map(({ path }) => path);

test.each(READS)('GET %s costs admission and one statement', async (path) => {
  expect(await statementsOf('GET', pathOf(path))).toHaveLength(2);
});

test.each(READS.filter((path) => path.includes(':')))('a miss on GET %s costs one statement more', async (path) => {
  expect(await statementsOf('GET', pathOf(path, NEVER))).toHaveLength(3);
});

test.each(READS.filter((path) => path.includes(':')))('GET %s with a bad id costs admission alone', async (path) => {
  expect(await statementsOf('GET', pathOf(path, '1'))).toHaveLength(1);
});

const WRITES = ROUTES.filter(({ method }) => method !== 'get').map(({ method, path }) => [method.toUpperCase(), path]);

test.each(WRITES.filter(([, path]) => path?.includes(':')))(
  '%s %s with a bad id costs admission and the kill switch',
  async (method, path) => {
    expect(await statementsOf(method ?? '', pathOf(path ?? '', '1'), {})).toEqual(['with', 'select']);
  },
);

test('a refusal for want of a well-formed key costs no statement', async () => {
  texts.length = 0;
  await api.request('GET', '/api/v1/projects', { Authorization: 'Bearer wrong' });
  expect(texts).toEqual([]);
});

test('an unknown path costs admission alone', async () => {
  expect(await statementsOf('GET', '/nowhere')).toHaveLength(1);
});

test('a write costs admission, the kill switch and a transaction of as many statements as its rules need', async () => {
  const created = await statementsOf('POST', '/projects', { brand_name: 'A', website_url: 'https://a.example' });
  expect(created).toEqual(['with', 'select', 'begin', 'select', 'select', 'select', 'insert', 'select', 'commit']);
  const prompt = { prompt_text: 'Another ask' };
  expect(await statementsOf('POST', pathOf('/projects/:projectId/prompts'), prompt)).toHaveLength(13);
  const competitor = await statementsOf('POST', pathOf('/projects/:projectId/competitors'), { name: 'A' });
  expect(competitor).toHaveLength(13);
});

test('a replay costs admission, the kill switch and one transaction of two statements', async () => {
  const [body, key] = [{ brand_name: 'A', website_url: 'https://a.example' }, { 'Idempotency-Key': 'k' }];
  await statementsOf('POST', '/projects', body, key);
  expect(await statementsOf('POST', '/projects', body, key)).toHaveLength(6);
});

test('a write whose parameters are refused costs admission and the kill switch', async () => {
  expect(await statementsOf('POST', '/projects', { brand_name: '' })).toEqual(['with', 'select']);
});

test('the cost of a list does not grow with what is in it', async () => {
  const before = await statementsOf('GET', pathOf('/projects/:projectId/competitors'));
  for (let count = 0; count < 5; count += 1) await createCompetitor(caller, ids['projectId'] ?? '');
  expect(await statementsOf('GET', pathOf('/projects/:projectId/competitors'))).toEqual(before);
});
