import { clusteredWilson } from '../../src/core/metrics/shares.js';
import { promptTextHash } from '../../src/core/prompts/prompt-duplicates.js';
import { type ApiCaller, liftLimits, sql, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { addResponses, type History, selectAnalysis } from '../support/history.js';
import { createProject, createPrompt } from '../support/resources.js';

/** Wordings of one intent are one cluster of answers in every interval and verdict, and change no score. */

const api = useApi();

let caller: ApiCaller;
let id: string;
let history: History;
let prompts: string[];

/** Twelve questions whose answers name the brand to a different degree, in the period and more often than before it. */
const QUESTIONS = Array.from({ length: 12 }, (_, at) => `Question ${at}`);
const NAMING = [9, 9, 8, 9, 1, 1, 0, 1, 5, 5, 6, 5];

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
  history = await selectAnalysis(caller, id);
  await addResponses(history, [
    { date: '2026-06-09', platform: 'claude', responses: 120, naming: 12, questions: 12 },
    { date: '2026-06-10', platform: 'claude', responses: 120, naming: 59, questions: 12 },
  ]);
  await sql(
    history.db,
    `update daily_question_response r set brand_mention_count = n.naming
     from unnest($2::bytea[], $3::int[]) as n (question_hash, naming)
     where r.account_id = $1 and r.question_hash = n.question_hash and r.bucket_date = '2026-06-10'`,
    [caller.account.accountId, QUESTIONS.map((text) => promptTextHash(text)), NAMING],
  );
  prompts = [];
  for (const promptText of QUESTIONS) prompts.push((await createPrompt(caller, id, { prompt_text: promptText })).id);
});

/** Makes every prompt but the first of each four a wording of that first one. */
async function tieByFours(): Promise<void> {
  const leads = prompts.map((_, at) => (at % 4 === 0 ? null : prompts[at - (at % 4)]));
  await sql(
    history.db,
    `update prompt q set wording_of = t.lead
     from unnest($2::uuid[], $3::uuid[]) as t (id, lead)
     where q.account_id = $1 and q.id = t.id`,
    [caller.account.accountId, prompts, leads],
  );
}

const DAY = 'from: "2026-06-10", to: "2026-06-10"';
const FIELDS = `visibility(${DAY}) {
    score adjustedConfidence { low high } previous { change verdict }
    trend(over: 1) { date adjustedConfidence { low high } }
  }
  brands(${DAY}, tracked: true) { adjustedConfidence { low high } previous { verdict } }`;

interface Numbers {
  visibility: {
    score: number;
    adjustedConfidence: unknown;
    previous: { change: number; verdict: string };
    trend: { adjustedConfidence: unknown }[];
  };
  brands: { adjustedConfidence: unknown; previous: { verdict: string } }[];
}

async function numbers(): Promise<Numbers> {
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { ${FIELDS} } }`);
  expect(body.errors).toBeUndefined();
  return (body.data as { project: Numbers }).project;
}

/** The intervals of all numbers, which must be the same one. */
function intervalOf({ visibility, brands }: Numbers): unknown {
  const [confidence, ...others] = [
    visibility.adjustedConfidence,
    first(visibility.trend).adjustedConfidence,
    first(brands).adjustedConfidence,
  ];
  for (const other of others) expect(other).toEqual(confidence);
  return confidence;
}

const alone = (naming: readonly number[]) => clusteredWilson(naming.map((count) => ({ responses: 10, naming: count })));

test('each wording is a cluster by itself until it is tied, and a part of its intent from then on', async () => {
  const before = await numbers();
  expect(intervalOf(before)).toEqual(alone(NAMING));
  expect([before.visibility.previous.verdict, before.brands[0]?.previous.verdict]).toEqual(['MOVED_UP', 'MOVED_UP']);
  await tieByFours();
  const after = await numbers();
  const intents = [35, 3, 21].map((naming) => ({ responses: 40, naming }));
  expect(intervalOf(after)).toEqual(clusteredWilson(intents));
  expect(after.visibility.score).toBe(before.visibility.score);
  expect(after.visibility.previous).toEqual({
    change: before.visibility.previous.change,
    verdict: 'TOO_FEW_ANSWERS',
  });
  expect(after.brands[0]?.previous.verdict).toBe('TOO_FEW_ANSWERS');
});

test('an archived wording stays a part of its intent, until an unarchived prompt asks the same by itself', async () => {
  await tieByFours();
  const tied = intervalOf(await numbers());
  await sql(history.db, 'update prompt set archived_at = now() where account_id = $1 and id = $2', [
    caller.account.accountId,
    prompts[1],
  ]);
  expect(intervalOf(await numbers())).toEqual(tied);
  await createPrompt(caller, id, { prompt_text: 'QUESTION 1' });
  const intents = [
    { responses: 30, naming: 26 },
    { responses: 10, naming: 9 },
    { responses: 40, naming: 3 },
    { responses: 40, naming: 21 },
  ];
  expect(intervalOf(await numbers())).toEqual(clusteredWilson(intents));
});

test("another project's prompts of the same texts are no wordings of these", async () => {
  const before = intervalOf(await numbers());
  const { id: other } = await createProject(caller, { brand_name: 'Tailspin' });
  const lead = await createPrompt(caller, other, { prompt_text: 'Question 0' });
  const wording = await createPrompt(caller, other, { prompt_text: 'Question 1' });
  const tie = 'update prompt set wording_of = $3 where account_id = $1 and id = $2';
  await sql(history.db, tie, [caller.account.accountId, wording.id, lead.id]);
  expect(intervalOf(await numbers())).toEqual(before);
});

describe('a prompt is tied to the one whose intent it words', () => {
  const FIELDS_OF_PROMPT = 'id promptText wordingOf { id } wordingCount';

  async function update(ids: readonly string[], wordingOfId: string | null, owner = caller) {
    await liftLimits(owner);
    const { body } = await askGraphql(
      owner,
      `mutation ($ids: [ID!]!, $to: ID) {
        updatePrompts(ids: $ids, input: { wordingOfId: $to }) { ${FIELDS_OF_PROMPT} }
      }`,
      { ids, to: wordingOfId },
    );
    const { errors, data } = body as {
      errors?: { message: string; extensions: { code: string; issues?: unknown } }[];
      data: { updatePrompts: { wordingOf: { id: string } | null; wordingCount: number }[] | null };
    };
    return { error: errors?.[0] && [errors[0].extensions.code, errors[0].message], prompts: data.updatePrompts };
  }

  const [at0, at1, at2, at3] = [0, 1, 2, 3].map((at) => () => prompts[at] ?? '') as [
    () => string,
    () => string,
    () => string,
    () => string,
  ];

  test('by several at once, told in changes, and by null no longer', async () => {
    const { prompts: tied } = await update([at1(), at2()], at0());
    expect(tied).toMatchObject([
      { wordingOf: { id: at0() }, wordingCount: 0 },
      { wordingOf: { id: at0() }, wordingCount: 0 },
    ]);
    const { body } = await askGraphql(
      caller,
      `{ prompt(id: "${at0()}") { wordingOf { id } wordingCount wordings { id wordingOfId } }
        project(id: "${id}") { changes { kind text } } }`,
    );
    const { prompt, project } = body.data as {
      prompt: unknown;
      project: { changes: { kind: string; text: string }[] };
    };
    expect(prompt).toEqual({
      ...{ wordingOf: null, wordingCount: 2 },
      wordings: [at1(), at2()].toSorted().map((wording) => ({ id: wording, wordingOfId: at0() })),
    });
    expect(project.changes.filter(({ kind }) => kind === 'WORDING_CHANGED').map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Prompt counts as a wording of another's intent: Question 1",
        "Prompt counts as a wording of another's intent: Question 2",
      ]),
    );
    expect((await update([at1()], null)).prompts).toMatchObject([{ wordingOf: null }]);
  });

  test('on creation, among several', async () => {
    await liftLimits(caller);
    const { body } = await askGraphql(
      caller,
      `mutation {
        createPrompts(projectId: "${id}", inputs: [
          { promptText: "First of its own" }, { promptText: "Another way to ask", wordingOfId: "${at0()}" }
        ]) { promptText wordingOf { promptText } }
      }`,
    );
    expect(body.data).toEqual({
      createPrompts: [
        { promptText: 'First of its own', wordingOf: null },
        { promptText: 'Another way to ask', wordingOf: { promptText: 'Question 0' } },
      ],
    });
  });

  test('and not to itself, a wording, one of another project or account, nor while it leads an intent', async () => {
    const elsewhere = await createProject(caller, { brand_name: 'Tailspin' });
    const other = await createPrompt(caller, elsewhere.id, { prompt_text: 'Elsewhere' });
    const stranger = await api.open();
    const foreign = await createPrompt(stranger, (await createProject(stranger)).id, { prompt_text: 'Foreign' });
    expect((await update([at1()], at0())).error).toBeUndefined();
    const refused = async (...[ids, to]: [string[], string]) => (await update(ids, to)).error;
    expect(await refused([at2()], at2())).toEqual(['VALIDATION_ERROR', 'ids[0].wordingOfId: must name another prompt']);
    expect(await refused([at3(), at2()], at1())).toEqual([
      'VALIDATION_ERROR',
      'ids[0].wordingOfId: names a prompt that is itself a wording; name the one that leads it',
    ]);
    expect(await refused([at3(), at0()], at2())).toEqual([
      'VALIDATION_ERROR',
      'ids[1].wordingOfId: cannot be set, as other prompts are wordings of this one',
    ]);
    expect(await refused([at2()], other.id)).toEqual([
      'VALIDATION_ERROR',
      'ids[0].wordingOfId: must name a prompt of the same project',
    ]);
    expect((await refused([at2()], foreign.id))?.[0]).toBe('FORBIDDEN');
    expect((await refused([at2()], '7b0c7a52-7c2f-4a3a-9a0b-2d2b5d3f8d11'))?.[0]).toBe('NOT_FOUND');
    expect((await update([foreign.id], at0())).error?.[0]).toBe('FORBIDDEN');
    // The refused batches changed nothing.
    const { body } = await askGraphql(caller, `{ a: prompt(id: "${at3()}") { wordingOf { id } } }`);
    expect(body.data).toEqual({ a: { wordingOf: null } });
  });

  test('the one that leads an intent is archived with its wordings or not at all, by REST too', async () => {
    await update([at1(), at2()], at0());
    const archive = async (ids: string[]) => {
      await liftLimits(caller);
      const { body } = await askGraphql(caller, 'mutation ($ids: [ID!]!) { deletePrompts(ids: $ids) { deleted } }', {
        ids,
      });
      return body.errors?.[0]?.message ?? body.data;
    };
    const left = 'one other prompt is a wording of this one; archive them together, or let them word nothing first';
    expect(await archive([at3(), at0(), at1()])).toBe(`ids[1]: ${left}`);
    const { status, body } = await caller.delete(`/prompts/${at0()}`);
    expect([status, (body as { error: { code: string } }).error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(await archive([at0(), at1(), at2()])).toEqual({ deletePrompts: { deleted: true } });
  });
});

interface Pair {
  promptId: string;
  likeId: string;
  similarity: number;
  prompt: { id: string };
  like: { id: string };
}

test('prompts of nearly the same words are likely wordings, in several languages, until they are tied', async () => {
  const texts = [
    'What is the best CRM for a small bakery?',
    'best CRM for small bakeries',
    'Welches ist die beste Buchhaltung für kleine Firmen?',
    'beste Buchhaltung für eine kleine Firma',
    'How do I cancel my plan?',
  ];
  const { id: project } = await createProject(caller, { brand_name: 'Tailspin' });
  const created = await askGraphql(
    caller,
    'mutation ($id: ID!, $inputs: [CreatePromptInput!]!) { createPrompts(projectId: $id, inputs: $inputs) { id } }',
    { id: project, inputs: texts.map((promptText) => ({ promptText })) },
  );
  const ids = (created.body.data as { createPrompts: { id: string }[] }).createPrompts.map((prompt) => prompt.id);
  const likely = async () => {
    const { body } = await askGraphql(
      caller,
      `{ project(id: "${project}") { likelyWordings {
        promptId likeId similarity prompt { id } like { id } } } }`,
    );
    expect(body.errors).toBeUndefined();
    return (body.data as { project: { likelyWordings: Pair[] } }).project.likelyWordings;
  };
  const found = await likely();
  expect(found.map(({ promptId, likeId }) => [ids.indexOf(promptId), ids.indexOf(likeId)])).toEqual([
    [1, 0],
    [3, 2],
  ]);
  for (const { similarity, promptId, likeId, prompt, like } of found) {
    expect(similarity).toBeGreaterThanOrEqual(0.6);
    expect([prompt.id, like.id]).toEqual([promptId, likeId]);
  }
  await askGraphql(caller, `mutation { updatePrompt(id: "${ids[1]}", input: { wordingOfId: "${ids[0]}" }) { id } }`);
  expect((await likely()).map(({ promptId }) => ids.indexOf(promptId))).toEqual([3]);
});
