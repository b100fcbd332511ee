import { wilson } from '../../src/core/metrics/shares.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt } from '../support/resources.js';

/** Prompts by platforms. */

const api = useApi();

let caller: ApiCaller;
beforeEach(async () => {
  caller = await api.open();
});

/** Prompts of one instant come in the order of their ids. */
function inOrder(cells: unknown): unknown[] {
  return (cells as object[]).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

type Answered = [day: string, platform: string, question: string, answer: string];

async function answer(projectId: string, answered: readonly Answered[]): Promise<void> {
  const lines = answered.map(([day, platform, question, text], at) =>
    JSON.stringify({
      external_id: `${at}`,
      ...{ platform, question, answer: text },
      answered_at: `${day}T09:00:00Z`,
    }),
  );
  await importAnswers(api.db, { projectId }, fileOf(lines));
}

const FIELDS = 'promptId platform responseCount brandMentionCount visibilityScore confidence { low high }';

async function below(projectId: string, fields: string): Promise<Record<string, unknown>> {
  const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { ${fields} } }`);
  expect(body.errors).toBeUndefined();
  return body.data?.['project'] as Record<string, unknown>;
}

function cellOf(promptId: string | null, platform: string, responseCount: number, brandMentionCount: number) {
  const visibilityScore = Math.round((100 * brandMentionCount) / responseCount);
  const confidence = wilson(brandMentionCount, responseCount);
  return { promptId, platform, responseCount, brandMentionCount, visibilityScore, confidence };
}

test('a cell counts the answers of one platform to one prompt, other questions are one cell together', async () => {
  const { id } = await createProject(caller);
  const first = await createPrompt(caller, id, { prompt_text: 'Which tea shop is best?' });
  const second = await createPrompt(caller, id, { prompt_text: 'Where to buy matcha?' });
  await answer(id, [
    ['2026-06-09', 'chatgpt', 'Which tea shop is best?', 'Northwind.'],
    ['2026-06-10', 'chatgpt', '  which TEA shop is best? ', 'Contoso.'],
    ['2026-06-10', 'chatgpt', 'Which tea shop is best?', 'Northwind.'],
    ['2026-06-10', 'claude', 'Which tea shop is best?', 'Contoso.'],
    ['2026-06-10', 'claude', 'Where to buy matcha?', 'Northwind.'],
    ['2026-06-10', 'claude', 'A question of an import?', 'Contoso.'],
    ['2026-06-10', 'claude', 'Another question of an import?', 'Northwind.'],
    ['2026-01-10', 'claude', 'Where to buy matcha?', 'Northwind.'],
  ]);
  const all = [
    cellOf(first.id, 'CHATGPT', 3, 2),
    cellOf(first.id, 'CLAUDE', 1, 0),
    cellOf(second.id, 'CLAUDE', 1, 1),
    cellOf(null, 'CLAUDE', 2, 1),
  ];
  const { cells, claude, day } = await below(
    id,
    `cells { ${FIELDS} } claude: cells(platforms: [CLAUDE]) { ${FIELDS} }
     day: cells(from: "2026-06-09", to: "2026-06-09") { ${FIELDS} }`,
  );
  expect(inOrder(cells)).toEqual(inOrder(all));
  expect(inOrder(claude)).toEqual(inOrder(all.slice(1)));
  expect((cells as object[]).at(-1)).toMatchObject({ promptId: null });
  expect(day).toEqual([cellOf(first.id, 'CHATGPT', 1, 1)]);
});

test('a cell tells the text of its prompt, and whether that names the brand; other questions have none', async () => {
  const { id } = await createProject(caller);
  await createPrompt(caller, id, { prompt_text: `Is Northwind good? ${'x'.repeat(300)}` });
  await createPrompt(caller, id, { prompt_text: 'Where to buy matcha?' });
  await answer(id, [
    ['2026-06-10', 'chatgpt', `Is Northwind good? ${'x'.repeat(300)}`, 'Northwind.'],
    ['2026-06-10', 'claude', 'Where to buy matcha?', 'Northwind.'],
    ['2026-06-10', 'claude', 'A question of an import?', 'Contoso.'],
  ]);
  const { cells } = await below(id, 'cells { promptText isBranded }');
  expect(inOrder(cells)).toEqual(
    inOrder([
      { promptText: `Is Northwind good? ${'x'.repeat(181)}`, isBranded: true },
      { promptText: 'Where to buy matcha?', isBranded: false },
      { promptText: null, isBranded: null },
    ]),
  );
});

test('the cells of an archived prompt become those of other questions, and the sums stay those of REST', async () => {
  const { id } = await createProject(caller);
  const prompt = await createPrompt(caller, id, { prompt_text: 'Where to buy matcha?' });
  await answer(id, [
    ['2026-06-09', 'chatgpt', 'Where to buy matcha?', 'Northwind.'],
    ['2026-06-10', 'chatgpt', 'Another?', 'Contoso.'],
    ['2026-06-10', 'perplexity', 'Where to buy matcha?', 'Northwind.'],
  ]);
  const sums = async () => {
    // Shaped by the fields above.
    const { cells } = (await below(id, `cells { ${FIELDS} }`)) as { cells: ReturnType<typeof cellOf>[] };
    const byPlatform = Map.groupBy(cells, ({ platform }) => platform.toLowerCase());
    return Object.fromEntries(
      Array.from(byPlatform, ([platform, own]) => [
        platform,
        {
          response_count: own.reduce((total, cell) => total + cell.responseCount, 0),
          brand_mention_count: own.reduce((total, cell) => total + cell.brandMentionCount, 0),
          visibility_score: expect.any(Number),
        },
      ]),
    );
  };
  const { body } = await caller.get(`/projects/${id}/visibility`);
  const { by_platform } = (body as { data: { by_platform: object } }).data;
  expect(by_platform).toEqual(await sums());
  await caller.delete(`/prompts/${prompt.id}`);
  expect((await below(id, `cells { ${FIELDS} }`))['cells']).toEqual([
    cellOf(null, 'CHATGPT', 2, 1),
    cellOf(null, 'PERPLEXITY', 1, 1),
  ]);
  expect(by_platform).toEqual(await sums());
});

test.each([
  ['from: "2026-06-11", to: "2026-06-10"', 'from'],
  ['from: "2020-01-01"', 'from'],
  ['from: "tomorrow"', 'from'],
  ['platforms: []', 'platforms'],
])('cells(%s) are refused, naming the argument', async (args, path) => {
  const { id } = await createProject(caller);
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { cells(${args}) { platform } } }`);
  expect(body.data).toEqual({ project: { cells: null } });
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
});
