import '../../src/core/metrics/brand-places.js';
import '../../src/core/metrics/brand-standings.js';
import { knownStatements } from '../../src/database/rows.js';
import { type ApiCaller, sql, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { candidateOf, selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject } from '../support/resources.js';

const api = useApi();
const QUESTIONS = 100;
const DAYS = 20;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: Plan[];
}

let caller: ApiCaller;
let projectId: string;
beforeAll(async () => {
  caller = await api.open();
  ({ id: projectId } = await createProject(caller));
  const rivals: string[] = [];
  for (const name of ['Contoso', 'Fabrikam', 'Hooli', 'Umbrex']) {
    rivals.push(await candidateOf(caller, (await createCompetitor(caller, projectId, { name })).id));
  }
  const { analysisId } = await selectAnalysis(caller, projectId, rivals);
  const questions = `cross join generate_series(1, ${QUESTIONS}) q cross join generate_series(1, ${DAYS}) d`;
  const cell = `$1, $2, $3, date '2026-06-11' - d, 'chatgpt', sha256(q::text::bytea)`;
  const scope = [caller.account.accountId, projectId, analysisId];
  await sql(api.db, `insert into daily_question_response select ${cell}, 3, 2 from (select 1) one ${questions}`, scope);
  await sql(api.db, `insert into daily_question_mention select ${cell}, s, 1 from unnest($4::uuid[]) s ${questions}`, [
    ...scope,
    rivals,
  ]);
  await sql(api.db, 'analyze daily_question_response, daily_question_mention');
});

const STATEMENTS = ['standings-of-brands', 'places-of-brands'];

test.each(STATEMENTS)('%s add up each table once, however many questions and competitors there are', async (name) => {
  const text = knownStatements().get(name) ?? '';
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(api.db, `explain (analyze, format json) ${text}`, [
    caller.account.accountId,
    [projectId],
    '2026-05-01',
    '2026-06-10',
    '2026-05-31',
    null,
    null,
    [],
    [],
  ]);
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
  const read = flat(first(row?.['QUERY PLAN'] ?? []).Plan)
    .filter((plan) => plan['Relation Name']?.startsWith('daily_question_'))
    .map((plan) => [plan['Relation Name'], plan['Actual Loops']]);
  expect(read.toSorted()).toEqual([
    ['daily_question_mention', 1],
    ['daily_question_response', 1],
  ]);
});
