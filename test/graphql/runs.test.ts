import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, sql, TODAY, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { addRun, type WrittenRun } from '../support/listed-runs.js';
import { createProject, createPrompt } from '../support/resources.js';
import { serve } from '../support/runs.js';

/** The runs of a project as its account sees them. The day is 15 June 2026, a Monday. */

const api = useApi();
const QUESTION = 'Which tea shop is best?';
const at = (time: string, day = TODAY) => `${day}T${time}:00.000Z`;

let caller: ApiCaller;
let projectId: string;
let promptId: string;

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
  ({ id: promptId } = await createPrompt(caller, projectId, { prompt_text: QUESTION }));
});

const run = (fields: Partial<WrittenRun> & { plannedAt: string }) =>
  addRun(api.db, { accountId: caller.account.accountId, projectId }, { promptId, ...fields });

async function ask<Data>(query: string, who = caller): Promise<Data> {
  const { body } = await askGraphql(who, query);
  expect(body.errors).toBeUndefined();
  // Shaped by each query.
  return body.data as Data;
}

interface Page {
  totalCount: number;
  nodes: { id: string }[];
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

const PAGE = 'totalCount nodes { id } pageInfo { hasNextPage endCursor }';

async function runs(args = ''): Promise<Page> {
  return (await ask<{ project: { runs: Page } }>(`{ project(id: "${projectId}") { runs${args} { ${PAGE} } } }`)).project
    .runs;
}

const idsOf = async (args = '') => (await runs(args)).nodes.map(({ id }) => id);

test('a run tells what it is, how far it has come, and when it is tried next only while it waits', async () => {
  const failed = await run({
    plannedAt: at('08:00'),
    platform: 'gemini',
    state: 'failed',
    reason: 'timed_out',
    message: 'Gemini did not answer in time.',
    attempts: 3,
  });
  const waiting = await run({
    plannedAt: at('09:00'),
    occasion: 2,
    state: 'queued',
    reason: 'rate_limited',
    notBefore: at('09:30'),
  });
  const fields = `id prompt { id } platform trigger periodDate state reason message attempts plannedAt startedAt
    finishedAt nextAttemptAt model response { id }`;
  const { project } = await ask<{ project: unknown }>(
    `{ project(id: "${projectId}") { runs { nodes { ${fields} } } } }`,
  );
  const same = { prompt: { id: promptId }, periodDate: TODAY, startedAt: null, model: null, response: null };
  expect(project).toEqual({
    runs: {
      nodes: [
        {
          ...{ ...same, id: waiting, platform: 'CHATGPT', trigger: 'REQUESTED', state: 'QUEUED' },
          ...{ reason: 'RATE_LIMITED', message: null, attempts: 0 },
          ...{ plannedAt: at('09:00'), finishedAt: null, nextAttemptAt: at('09:30') },
        },
        {
          ...{ ...same, id: failed, platform: 'GEMINI', trigger: 'SCHEDULED', state: 'FAILED' },
          ...{ reason: 'TIMED_OUT', message: 'Gemini did not answer in time.', attempts: 3 },
          ...{ plannedAt: at('08:00'), finishedAt: at('08:01'), nextAttemptAt: null },
        },
      ],
    },
  });
});

test('an accepted run comes with the answer that it brought, and what the analysis saw in it', async () => {
  const line = { external_id: 'a', platform: 'claude', question: QUESTION, answer: 'Northwind is excellent.' };
  await importAnswers(api.db, { projectId }, fileOf([JSON.stringify({ ...line, answered_at: at('10:00') })]));
  const [answer] = await sql<{ id: string; bucketDate: string }>(
    api.db,
    'select id, bucket_date as "bucketDate" from answer where project_id = $1',
    [projectId],
  );
  if (!answer) throw new Error('the answer was not stored');
  await run({ plannedAt: at('09:59'), platform: 'claude', model: 'claude-haiku-5-5', answer });
  const nodes = `nodes { model response { text sentiment brandMentions { start end } prompt { id } } }`;
  const last = `lastRuns { response { text } }`;
  const query = `{ project(id: "${projectId}") { runs { ${nodes} } } prompt(id: "${promptId}") { ${last} } }`;
  expect(await ask(query)).toEqual({
    project: {
      runs: {
        nodes: [
          {
            model: 'claude-haiku-5-5',
            response: {
              text: 'Northwind is excellent.',
              sentiment: 'POSITIVE',
              brandMentions: [{ start: 0, end: 9 }],
              prompt: { id: promptId },
            },
          },
        ],
      },
    },
    prompt: { lastRuns: [{ response: { text: 'Northwind is excellent.' } }] },
  });
});

test('runs come newest first, of 30 days unless told otherwise, by the UTC day that they were planned on', async () => {
  const today = await run({ plannedAt: at('23:59') });
  const first30 = await run({ plannedAt: at('00:00', '2026-05-16') });
  const before = await run({ plannedAt: at('23:59', '2026-05-15') });
  const weekly = await run({ plannedAt: at('12:00', '2026-06-14'), periodDate: '2026-06-08', platform: 'gemini' });
  expect(await idsOf()).toEqual([today, weekly, first30]);
  expect(await idsOf('(from: "2026-05-15", to: "2026-05-16")')).toEqual([first30, before]);
  expect(await idsOf('(from: "2026-06-14", to: "2026-06-14")')).toEqual([weekly]);
});

test('filters: state, platform, prompt, and all of them together', async () => {
  const { id: other } = await createPrompt(caller, projectId);
  const accepted = await run({ plannedAt: at('08:00') });
  const failed = await run({ plannedAt: at('09:00'), platform: 'claude', state: 'failed', reason: 'refused' });
  const ofOther = await run({ plannedAt: at('10:00'), platform: 'claude', promptId: other });
  expect(await idsOf('(state: FAILED)')).toEqual([failed]);
  expect(await idsOf('(platform: CLAUDE)')).toEqual([ofOther, failed]);
  expect(await idsOf(`(promptId: "${promptId}")`)).toEqual([failed, accepted]);
  expect(await idsOf(`(promptId: "${other}", platform: CLAUDE, state: ACCEPTED)`)).toEqual([ofOther]);
  expect(await idsOf('(platforms: [CLAUDE, GEMINI])')).toEqual([ofOther, failed]);
  expect(await idsOf('(platforms: [CLAUDE, CHATGPT], platform: CHATGPT)')).toEqual([accepted]);
  expect(await runs(`(promptId: "${projectId}")`)).toMatchObject({ totalCount: 0, nodes: [] });
  expect(await runs('(platform: CLAUDE, first: 1)')).toMatchObject({ totalCount: 2, nodes: [{ id: ofOther }] });
});

test.each([1, 2, 3])('pages of %d come whole where many runs were planned at one instant', async (size) => {
  const { id: other } = await createPrompt(caller, projectId);
  for (const platform of ['chatgpt', 'gemini'] as const) {
    await run({ plannedAt: at('08:00'), platform });
    await run({ plannedAt: at('08:00'), platform, occasion: 1 });
    await run({ plannedAt: at('08:00'), platform, promptId: other });
  }
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const page = await runs(`(first: ${size}${after})`);
    seen.push(...page.nodes.map(({ id }) => id));
    if (!page.pageInfo.hasNextPage) break;
    after = `, after: "${page.pageInfo.endCursor}"`;
  }
  expect(seen).toEqual(await idsOf());
  expect(new Set(seen).size).toBe(6);
});

test.each([
  ['a period of more than 90 days', '(from: "2026-01-01")', /90 days/],
  ['a period that ends before it begins', '(from: "2026-06-20", to: "2026-06-10")', /must not be after/],
  ['a prompt that is no id', '(promptId: "x")', /promptId: must be a UUID/],
  ['a page of more than 100', '(first: 101)', /first: .*1 to 100/],
  ['a cursor of another list', '(after: "MjAyNi0wNi0xNVQwODowMDowMC4wMDBaIDEyMw")', /after: must be a cursor/],
])('%s is refused by name', async (_what, args, message) => {
  const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { id runs${args} { totalCount } } }`);
  expect(body.data).toEqual({ project: { id: projectId, runs: null } });
  expect(first(body.errors ?? [])).toMatchObject({
    message: expect.stringMatching(message),
    extensions: { code: 'VALIDATION_ERROR' },
  });
});

test('the last run on each platform is the one planned last, whichever period it is of', async () => {
  await run({ plannedAt: at('06:00', '2026-06-08'), periodDate: '2026-06-08' });
  await run({ plannedAt: at('09:00', '2026-06-10'), occasion: 1 });
  const scheduled = await run({ plannedAt: at('20:00', '2026-06-14'), periodDate: '2026-06-08', platform: 'gemini' });
  await run({ plannedAt: at('09:00', '2026-06-12'), platform: 'gemini', occasion: 1 });
  const requested = await run({ plannedAt: at('11:00', '2026-06-11'), occasion: 3 });
  await run({ plannedAt: at('12:00', '2026-01-11'), platform: 'claude' });
  const { prompt } = await ask<{ prompt: { lastRuns: object[] } }>(
    `{ prompt(id: "${promptId}") { lastRuns { id platform prompt { id } } } }`,
  );
  expect(prompt.lastRuns).toEqual([
    { id: requested, platform: 'CHATGPT', prompt: { id: promptId } },
    { id: scheduled, platform: 'GEMINI', prompt: { id: promptId } },
  ]);
});

const DUE = '2026-06-16T03:04:05.006Z';
const STATE = 'nextRunAt lastRunAt queued running failedToday skippedToday';

async function setDue(id: string, due: string): Promise<void> {
  await sql(api.db, 'update prompt_schedule set next_at = $2 where prompt_id = $1', [id, due]);
}

const due = async () => {
  const query = `{ project(id: "${projectId}") { monitoring { nextRunAt } prompts { nodes { nextRunAt } } } }`;
  const { project } = await ask<{ project: { monitoring: object; prompts: { nodes: object[] } } }>(query);
  expect(project.prompts.nodes).toEqual([project.monitoring]);
  return project.monitoring;
};

test('a project tells when it is due and how its runs stand, counted by the day that they ended on', async () => {
  await setDue(promptId, DUE);
  const { id: sooner } = await createPrompt(caller, projectId);
  await setDue(sooner, '2026-06-15T18:00:00.000Z');
  await run({ plannedAt: at('20:00', '2026-06-09'), periodDate: '2026-06-08', state: 'queued' });
  await run({ plannedAt: at('08:00'), state: 'queued', occasion: 1 });
  await run({ plannedAt: at('08:00'), platform: 'gemini', state: 'running' });
  const yesterday = {
    plannedAt: at('22:00', '2026-06-14'),
    promptId: sooner,
    state: 'failed',
    reason: 'empty',
  } as const;
  await run({ ...yesterday, finishedAt: at('00:10') });
  await run({ ...yesterday, platform: 'claude' });
  await run({ plannedAt: at('07:00'), platform: 'perplexity', state: 'skipped', reason: 'no_credits' });
  const { project } = await ask<{ project: object }>(`{ project(id: "${projectId}") { monitoring { ${STATE} } } }`);
  expect(project).toEqual({
    monitoring: {
      nextRunAt: '2026-06-15T18:00:00.000Z',
      lastRunAt: at('00:10'),
      ...{ queued: 2, running: 1, failedToday: 1, skippedToday: 1 },
    },
  });
});

test('a project that was last asked weeks ago still tells when, and one that never was tells nothing', async () => {
  const ended = async () =>
    (await ask<{ project: { monitoring: object } }>(`{ project(id: "${projectId}") { monitoring { ${STATE} } } }`))
      .project.monitoring;
  expect(await ended()).toMatchObject({ lastRunAt: null, queued: 0, running: 0 });
  await run({ plannedAt: at('08:00', '2026-04-20') });
  await run({ plannedAt: at('08:00', '2026-04-27'), state: 'skipped', reason: 'no_credits' });
  expect(await ended()).toMatchObject({ lastRunAt: at('08:01', '2026-04-20'), skippedToday: 0 });
});

test.each([
  ['an inactive prompt', () => sql(api.db, 'update prompt set is_active = false where id = $1', [promptId])],
  ['a paused project', () => sql(api.db, 'update project set is_paused = true where id = $1', [projectId])],
  ['an inactive project', () => sql(api.db, 'update project set is_active = false where id = $1', [projectId])],
])('nothing is due next for %s', async (_what, stop) => {
  await setDue(promptId, DUE);
  expect(await due()).toEqual({ nextRunAt: DUE });
  await stop();
  expect(await due()).toEqual({ nextRunAt: null });
});

test('runs of an archived project stay to be seen, and nothing of it is due', async () => {
  await setDue(promptId, DUE);
  const id = await run({ plannedAt: at('08:00') });
  await caller.delete(`/projects/${projectId}`);
  const runs = 'runs { nodes { id prompt { id } } }';
  const query = `{ projects(archived: true) { nodes { ${runs} monitoring { nextRunAt } } } }`;
  expect(await ask(query)).toEqual({
    projects: { nodes: [{ runs: { nodes: [{ id, prompt: null }] }, monitoring: { nextRunAt: null } }] },
  });
});

test('an account sees no run, answer or due time of another', async () => {
  const id = await run({ plannedAt: at('08:00') });
  expect(await idsOf()).toEqual([id]);
  const stranger = await api.open();
  const query = `{ project(id: "${projectId}") { runs { totalCount } monitoring { queued } } }`;
  const { body } = await askGraphql(stranger, query);
  expect(body.data).toEqual({ project: null });
  expect(body.errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
  const { id: own } = await createProject(stranger);
  const { project } = await ask<{ project: { runs: Page } }>(
    `{ project(id: "${own}") { runs(promptId: "${promptId}") { ${PAGE} } } }`,
    stranger,
  );
  expect(project.runs).toMatchObject({ totalCount: 0, nodes: [] });
});

test('the platforms tell whether they are asked, without what the operator spends', async () => {
  await sql(
    api.db,
    `update platform_gate
     set served_until = now() + interval '1 minute',
       breaker = case when platform = 'claude' then 'denied' else 'closed' end
     where platform <> 'gemini'`,
  );
  const query = '{ platformStatus { platform isConfigured state reason pausedUntil } }';
  const { platformStatus } = await ask<{ platformStatus: object[] }>(query);
  expect(platformStatus).toEqual([
    { platform: 'CHATGPT', isConfigured: true, state: 'READY', reason: null, pausedUntil: null },
    { platform: 'PERPLEXITY', isConfigured: true, state: 'READY', reason: null, pausedUntil: null },
    { platform: 'CLAUDE', isConfigured: true, state: 'DENIED', reason: expect.any(String), pausedUntil: null },
    { platform: 'GEMINI', isConfigured: false, state: 'NOT_CONFIGURED', reason: expect.any(String), pausedUntil: null },
  ]);
});

const REQUEST = (id: string) => `mutation { runPrompt(id: "${id}") { platform trigger state periodDate reason } }`;

test('a prompt is asked by request on each of its platforms, three times a day, and later reads see it', async () => {
  await serve(api.database, ['chatgpt']);
  const each = { trigger: 'REQUESTED', periodDate: TODAY };
  const query = `mutation {
    runPrompt(id: "${promptId}") { platform trigger state periodDate reason }
    resumeProject(id: "${projectId}") { monitoring { queued skippedToday } }
  }`;
  expect(await ask(query)).toEqual({
    runPrompt: [
      { ...each, platform: 'CHATGPT', state: 'QUEUED', reason: null },
      { ...each, platform: 'PERPLEXITY', state: 'SKIPPED', reason: 'PLATFORM_NOT_CONFIGURED' },
    ],
    resumeProject: { monitoring: { queued: 1, skippedToday: 1 } },
  });
  const { account } = await ask<{ account: object }>('{ account { usage { creditsUsed creditsRemaining } } }');
  expect(account).toEqual({ usage: { creditsUsed: 1, creditsRemaining: 14_999 } });
  await ask(REQUEST(promptId));
  await ask(REQUEST(promptId));
  const { body } = await askGraphql(caller, REQUEST(promptId));
  expect(body.data).toEqual({ runPrompt: null });
  expect(first(body.errors ?? [])).toMatchObject({
    message: expect.stringMatching(/at most 3 times/),
    extensions: { code: 'VALIDATION_ERROR' },
  });
});

test.each([
  ["another account's prompt", () => promptId, 'FORBIDDEN'],
  ['one that never existed', () => '00000000-0000-4000-8000-000000000000', 'NOT_FOUND'],
  ['what is no id', () => 'x', 'VALIDATION_ERROR'],
])('%s can not be run by request', async (_what, id, code) => {
  const { body } = await askGraphql(await api.open(), REQUEST(id()));
  expect(body.errors?.map(({ extensions }) => extensions['code'])).toEqual([code]);
});
