import { type ApiCaller, liftLimits, TODAY, useApi } from '../support/api.js';
import { first } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { addRun, type WrittenRun } from '../support/listed-runs.js';
import { createProject, createPrompt } from '../support/resources.js';

/** What came of a project's runs. The day is 15 June 2026, a Monday. */

const api = useApi();
const at = (time: string, day = TODAY) => `${day}T${time}:00.000Z`;

let caller: ApiCaller;
let projectId: string;
let promptId: string;

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
  ({ id: promptId } = await createPrompt(caller, projectId));
});

const run = (fields: Partial<WrittenRun> & { plannedAt: string }) =>
  addRun(api.db, { accountId: caller.account.accountId, projectId }, { promptId, ...fields });

const COUNTS = 'platform planned underWay accepted failed skipped reasons { state reason count }';
const FIELDS = `window { from to } lastAnsweredAt byPlatform { lastAnsweredAt ${COUNTS} } byDay { date ${COUNTS} }`;

async function quality(args = '', who = caller, id = projectId): Promise<Record<string, object[]>> {
  const { body } = await askGraphql(who, `{ project(id: "${id}") { quality${args} { ${FIELDS} } } }`);
  expect(body.errors).toBeUndefined();
  const { project } = body.data as { project: { quality: Record<string, object[]> } };
  return project.quality;
}

const NONE = { planned: 0, underWay: 0, accepted: 0, failed: 0, skipped: 0, reasons: [] };
const MONTH = { from: '2026-05-16', to: TODAY };
const EMPTY = { window: MONTH, lastAnsweredAt: null, byPlatform: [], byDay: [] };

async function seed(): Promise<void> {
  const failed = { platform: 'chatgpt', state: 'failed' } as const;
  await run({ plannedAt: at('08:00'), finishedAt: at('09:30') });
  await run({ ...failed, plannedAt: at('09:00'), occasion: 1, reason: 'rate_limited' });
  await run({ ...failed, plannedAt: at('10:00'), occasion: 2, reason: 'rate_limited' });
  await run({ ...failed, plannedAt: at('11:00', '2026-06-14'), reason: 'timed_out' });
  await run({ plannedAt: at('23:59', '2026-06-14'), platform: 'claude', finishedAt: at('00:01') });
  await run({ plannedAt: at('00:00'), platform: 'claude', state: 'skipped', reason: 'no_credits' });
  await run({ plannedAt: at('12:00'), platform: 'gemini', state: 'queued', reason: 'rate_limited' });
  await run({ plannedAt: at('12:00'), platform: 'gemini', state: 'running', occasion: 1 });
}

test('runs are counted by platform and by the day that they were planned on, with the reasons', async () => {
  await seed();
  const limited = { state: 'FAILED', reason: 'RATE_LIMITED', count: 2 };
  const late = { state: 'FAILED', reason: 'TIMED_OUT', count: 1 };
  const skipped = { state: 'SKIPPED', reason: 'NO_CREDITS', count: 1 };
  const waiting = { state: 'QUEUED', reason: 'RATE_LIMITED', count: 1 };
  const gemini = { ...NONE, platform: 'GEMINI', planned: 2, underWay: 2, reasons: [waiting] };
  const claude = { ...NONE, platform: 'CLAUDE', planned: 2, accepted: 1, skipped: 1, reasons: [skipped] };
  const chatgpt = { ...NONE, platform: 'CHATGPT', planned: 4, accepted: 1, failed: 3, reasons: [limited, late] };
  expect(await quality()).toEqual({
    window: MONTH,
    lastAnsweredAt: at('09:30'),
    byPlatform: [
      { ...chatgpt, lastAnsweredAt: at('09:30') },
      { ...claude, lastAnsweredAt: at('00:01') },
      { ...gemini, lastAnsweredAt: null },
    ],
    byDay: [
      { ...NONE, platform: 'CHATGPT', date: '2026-06-14', planned: 1, failed: 1, reasons: [late] },
      { ...NONE, platform: 'CLAUDE', date: '2026-06-14', planned: 1, accepted: 1 },
      { ...chatgpt, date: TODAY, planned: 3, failed: 2, reasons: [limited] },
      { ...NONE, platform: 'CLAUDE', date: TODAY, planned: 1, skipped: 1, reasons: [skipped] },
      { ...gemini, date: TODAY },
    ],
  });
});

test('the counts are those of the list of runs for the same days', async () => {
  await seed();
  const args = '(from: "2026-06-14", to: "2026-06-14")';
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${projectId}") { quality${args} { byPlatform { planned } } runs${args} { totalCount } } }`,
  );
  expect(body.data).toEqual({
    project: { quality: { byPlatform: [{ planned: 1 }, { planned: 1 }] }, runs: { totalCount: 2 } },
  });
});

test('only runs of the chosen days and platforms count, and a weekly run by the day of its planning', async () => {
  await run({ plannedAt: at('23:59', '2026-06-07') });
  await run({ plannedAt: at('12:00', '2026-06-14'), periodDate: '2026-06-08', platform: 'gemini' });
  const platforms = async (args: string) => (await quality(args))['byPlatform'];
  expect(await platforms('(window: D7)')).toMatchObject([{ platform: 'GEMINI', planned: 1 }]);
  expect(await platforms('(from: "2026-06-14", to: "2026-06-14")')).toMatchObject([{ platform: 'GEMINI' }]);
  expect(await platforms('(platforms: [CHATGPT])')).toMatchObject([{ platform: 'CHATGPT', planned: 1 }]);
  expect(await quality('(platforms: [CLAUDE])')).toEqual(EMPTY);
});

test('a project without runs has none, and an archived one keeps its own', async () => {
  expect(await quality()).toEqual(EMPTY);
  await seed();
  const query = `{ projects(archived: true) { nodes { quality { byPlatform { planned } } } } }`;
  await caller.delete(`/projects/${projectId}`);
  const { body } = await askGraphql(caller, query);
  expect(body.data).toEqual({
    projects: { nodes: [{ quality: { byPlatform: [{ planned: 4 }, { planned: 2 }, { planned: 2 }] } }] },
  });
});

test('no account sees or counts the runs of another', async () => {
  await seed();
  const stranger = await api.open();
  const { body } = await askGraphql(stranger, `{ project(id: "${projectId}") { quality { lastAnsweredAt } } }`);
  expect(body.data).toEqual({ project: null });
  expect(body.errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
  const { id: own } = await createProject(stranger);
  expect(await quality('', stranger, own)).toEqual(EMPTY);
});

test('a period of more than 90 days is refused by name', async () => {
  const { body } = await askGraphql(
    caller,
    `{ project(id: "${projectId}") { id quality(from: "2026-01-01") { lastAnsweredAt } } }`,
  );
  expect(body.data).toEqual({ project: { id: projectId, quality: null } });
  expect(first(body.errors ?? [])).toMatchObject({
    message: expect.stringMatching(/90 days/),
    extensions: { code: 'VALIDATION_ERROR' },
  });
});

test('runs of archived prompts are chosen by their labels, whatever else is asked in the operation', async () => {
  const { id: archivedId } = await createPrompt(caller, projectId, { tags: ['old'] });
  await run({ promptId: archivedId, plannedAt: at('09:00'), state: 'failed', reason: 'timed_out' });
  await caller.delete(`/prompts/${archivedId}`);
  const old = 'quality(where: { tags: ["old"] }) { byPlatform { planned failed } }';
  const ask = async (beside: string) => {
    const { body } = await askGraphql(caller, `{ project(id: "${projectId}") { ${old} ${beside} } }`);
    expect(body.errors).toBeUndefined();
    return (body.data as { project: { quality: object } }).project.quality;
  };
  const counted = { byPlatform: [{ planned: 1, failed: 1 }] };
  expect(await ask('')).toEqual(counted);
  expect(await ask('visibility(where: { branded: true }) { score }')).toEqual(counted);
});
