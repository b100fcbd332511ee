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
    [caller.account.accountId, QUESTIONS.map(promptTextHash), NAMING],
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
