import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createKey } from '../../src/core/people/api-keys.js';
import { judgeNewAnswers } from '../../src/monitoring/facts/judge-of-new-answers.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { createJudging } from '../../src/monitoring/judge/model-judge.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { sql, TODAY, useApi } from '../support/api.js';
import { TIMESTAMP } from '../support/expectations.js';
import { asGraphql, askGraphql } from '../support/graphql.js';
import { type HolderSession, openHolder, setRole } from '../support/holder-session.js';
import { createProject } from '../support/resources.js';

/** What people see of a judge of new answers alone, and how they have it applied to earlier ones. */

const api = useApi();

const JUDGE = 'gemini/gemini-3.5-flash-lite/4/often';

let holder: HolderSession;
let projectId: string;
beforeEach(async () => {
  holder = await openHolder(api);
  ({ id: projectId } = await createProject(holder.caller, { brand_name: 'Acme' }));
});

/** Has answers that the rules have read, and a judge by default for those to come. */
async function beginJudging(): Promise<void> {
  const lines = Array.from({ length: 200 }, (_, n) => plainLine({ answer: `Acme is number ${n}.` }));
  await importAnswers(api.db, { projectId }, fileOf([...lines, plainLine({ answer: 'Nobody is named.' })]));
  await sql(api.db, 'delete from project_task where project_id = $1', [projectId]);
  const choice = { platform: 'gemini', apiKey: 'k', baseUrl: 'http://127.0.0.1:9', model: undefined } as const;
  const log = { info() {}, warn() {} };
  const judging = await createJudging(api.db, { ...choice, ask: 'often', isDefault: true }, log, SYSTEM_CLOCK);
  await judgeNewAnswers(api.db, { accountId: holder.accountId, projectId }, judging);
}

async function ask(query: string, by = holder) {
  const headers = { ...by.headers, 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
  return asGraphql(await api.request('POST', '/graphql', headers, JSON.stringify({ query }))).body;
}

async function done(query: string): Promise<Record<string, unknown>> {
  const { data, errors } = await ask(query);
  expect(errors).toBeUndefined();
  return data ?? {};
}

const HISTORY = 'judgeHistory { judge judgedFrom answers questions costUsd isApplied }';
const SEEN = () => `{ project(id: "${projectId}") { ${HISTORY} analysis { sentimentJudge judgedFrom } } }`;
const APPLY = () => `mutation { applyJudge(projectId: "${projectId}") { state sentimentJudge judgedFrom } }`;

const tasks = () =>
  sql(api.db, `select task from project_task where project_id = $1 and due_at is not null`, [projectId]);

const codesOf = ({ errors }: Awaited<ReturnType<typeof ask>>) => errors?.map(({ extensions }) => extensions?.['code']);

test('a project whose answers one judge has read has none', async () => {
  const none = { judgeHistory: null, analysis: { sentimentJudge: null, judgedFrom: null } };
  expect(await done(SEEN())).toEqual({ project: none });
  expect(await done(APPLY())).toEqual({
    applyJudge: { state: 'CURRENT', sentimentJudge: null, judgedFrom: null },
  });
  expect(await tasks()).toEqual([]);
});

test('how many answers there are, and what it costs to have them judged, is told beforehand', async () => {
  await beginJudging();
  const from = expect.stringMatching(TIMESTAMP);
  // 79 of 100; of each 1,700 tokens at $0.30 a million and 90 at $2.50: 735 millionths of a dollar.
  const judgeHistory = {
    judge: JUDGE,
    judgedFrom: from,
    answers: 200,
    questions: 158,
    costUsd: 0.12,
    isApplied: false,
  };
  expect(await done(SEEN())).toEqual({
    project: { judgeHistory, analysis: { sentimentJudge: JUDGE, judgedFrom: from } },
  });
});

test('an owner applies it, once, and a key of the account may see that', async () => {
  await beginJudging();
  expect(await done(APPLY())).toEqual({
    applyJudge: { state: 'CURRENT', sentimentJudge: JUDGE, judgedFrom: expect.stringMatching(TIMESTAMP) },
  });
  expect(await tasks()).toEqual([{ task: 'judge' }]);
  await done(APPLY());
  expect(await tasks()).toEqual([{ task: 'judge' }]);
  const seen = (await askGraphql(holder.caller, SEEN())).body.data;
  expect(seen).toMatchObject({ project: { judgeHistory: { isApplied: true } } });
});

test('the judge that was seen with the price is applied, and no other', async () => {
  await beginJudging();
  const apply = (judge: string) => `mutation { applyJudge(projectId: "${projectId}", judge: "${judge}") { state } }`;
  const refused = await ask(apply('gemini/gemini-3.5-flash-lite/3/often'));
  expect(codesOf(refused)).toEqual(['CONFLICT']);
  expect(refused.errors?.[0]?.message).toBe(
    `judge: New responses are judged by ${JUDGE} now: see what that costs, and send it again`,
  );
  expect(await tasks()).toEqual([]);
  const { errors } = await ask(apply('x'.repeat(301)));
  expect(errors).toMatchObject([
    { message: expect.stringMatching(/judge.*300/), extensions: { code: 'VALIDATION_ERROR' } },
  ]);
  await done(apply(JUDGE));
  expect(await tasks()).toEqual([{ task: 'judge' }]);
});

test('a change says since when answers are judged', async () => {
  await beginJudging();
  // The database's clock is not the test's.
  const at = `${TODAY}T09:00:00.000Z`;
  await sql(api.db, 'update project_change set at = $2 where project_id = $1', [projectId, at]);
  const { project } = await done(`{ project(id: "${projectId}") { changes { id at kind text } } }`);
  const text = `New answers are judged by ${JUDGE} from here on, earlier ones stay as the rules alone read them`;
  const change = { id: null, at, kind: 'JUDGE_CHANGED', text };
  expect(project).toEqual({ changes: [change] });
});

test.each(['member', 'viewer'] as const)('a %s is refused, and nothing is queued', async (role) => {
  await beginJudging();
  await setRole(holder, role);
  const refused = await ask(APPLY());
  expect(codesOf(refused)).toEqual(['FORBIDDEN']);
  expect(refused.data).toEqual({ applyJudge: null });
  expect(await tasks()).toEqual([]);
});

test('a key is refused, whatever it may do', async () => {
  await beginJudging();
  const input = { accountId: holder.accountId, name: 'tool', access: 'read' };
  const { apiKey } = await createKey(api.db, SYSTEM_CLOCK, input);
  const reading = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const byReadingKey = asGraphql(await api.request('POST', '/graphql', reading, JSON.stringify({ query: APPLY() })));
  expect(codesOf(byReadingKey.body)).toEqual(['FORBIDDEN']);
  expect(codesOf((await askGraphql(holder.caller, APPLY())).body)).toEqual(['FORBIDDEN']);
  expect(await tasks()).toEqual([]);
});

test('somebody who is limited to another project is told of none', async () => {
  await beginJudging();
  const { id: own } = await createProject(holder.caller, { brand_name: 'Globex' });
  await sql(api.db, `update holder set role = 'member', project_ids = $2 where account_id = $1`, [
    holder.accountId,
    [own],
  ]);
  expect(codesOf(await ask(APPLY()))).toEqual(['FORBIDDEN']);
  expect(codesOf(await ask(SEEN()))).toEqual(['NOT_FOUND']);
  expect(await tasks()).toEqual([]);
});

test('while writes are switched off nobody applies it', async () => {
  await beginJudging();
  await sql(api.db, 'update service_switch set is_active = true', []);
  try {
    expect(codesOf(await ask(APPLY()))).toEqual(['SERVICE_KILL_SWITCH_ACTIVE']);
  } finally {
    await sql(api.db, 'update service_switch set is_active = false', []);
  }
  expect(await tasks()).toEqual([]);
});

test('an archived project is gone, and a faulty id is named', async () => {
  await beginJudging();
  await holder.caller.delete(`/projects/${projectId}`);
  expect(codesOf(await ask(APPLY()))).toEqual(['NOT_FOUND']);
  const { errors } = await ask('mutation { applyJudge(projectId: "x") { state } }');
  expect(errors).toMatchObject([
    { message: expect.stringContaining('projectId'), extensions: { code: 'VALIDATION_ERROR' } },
  ]);
});
