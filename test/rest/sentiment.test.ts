import { useApi } from '../support/api.js';
import { addResponses, selectAnalysis } from '../support/history.js';
import { createProject } from '../support/resources.js';

const api = useApi();

const NONE = { positive: 0, neutral: 0, negative: 0, mixed: 0, total: 0 };

async function openProject() {
  const caller = await api.open();
  const { id } = await createProject(caller);
  return { caller, id, path: `/projects/${id}/sentiment` };
}

test('sentiment has exactly the fields of the specification, zeros before any analysis', async () => {
  const { caller, path } = await openProject();
  const answer = await caller.get(path);
  expect([answer.status, answer.body]).toEqual([
    200,
    { data: { sentiment: NONE }, rate_limit: { limit: 200, remaining: 198, reset: expect.any(Number) } },
  ]);
});

test('sentiment sums the classes of all days and platforms of the range, and total is their sum', async () => {
  const { caller, id, path } = await openProject();
  await addResponses(await selectAnalysis(caller, id), [
    {
      date: '2026-06-10',
      platform: 'claude',
      responses: 20,
      naming: 10,
      positive: 1,
      neutral: 2,
      negative: 3,
      mixed: 4,
    },
    { date: '2026-06-10', platform: 'gemini', responses: 9, naming: 5, positive: 5 },
    { date: '2026-06-12', platform: 'claude', responses: 7, naming: 7, mixed: 7 },
    { date: '2026-05-15', platform: 'claude', responses: 9, naming: 9, negative: 9 },
  ]);
  const sentiment = { positive: 6, neutral: 2, negative: 3, mixed: 11, total: 22 };
  expect((await caller.get(path)).body).toMatchObject({ data: { sentiment } });
  expect((await caller.get(`${path}?window=7d&provider=bing&limit=0`)).body).toMatchObject({ data: { sentiment } });
});

test('sentiment is of the selected analysis alone', async () => {
  const { caller, id, path } = await openProject();
  const row = { date: '2026-06-10', platform: 'claude' as const, responses: 3, naming: 3 };
  await addResponses(await selectAnalysis(caller, id), [{ ...row, positive: 3 }]);
  await addResponses(await selectAnalysis(caller, id), [{ ...row, negative: 3 }]);
  const sentiment = { ...NONE, negative: 3, total: 3 };
  expect((await caller.get(path)).body).toMatchObject({ data: { sentiment } });
});

test('one project tells nothing of another', async () => {
  const { caller, id } = await openProject();
  const { id: other } = await createProject(caller);
  const row = { date: '2026-06-10', platform: 'claude' as const, responses: 3, naming: 3, positive: 3 };
  await addResponses(await selectAnalysis(caller, id), [row]);
  await selectAnalysis(caller, other);
  expect((await caller.get(`/projects/${other}/sentiment`)).body).toMatchObject({ data: { sentiment: NONE } });
});
