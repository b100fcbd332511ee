import { randomUUID } from 'node:crypto';
import { plainEvidence } from '../../src/core/alerts/evidence.js';
import { type ApiCaller, liftLimits, liftLimitsOf, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { askWithSession, cookieOf, openOwner } from '../support/people.js';
import { createProject } from '../support/resources.js';
import { queryDatabase } from '../support/sql.js';

/** Alerts as programs and people read and change them. */

const api = useApi();

let caller: ApiCaller;
let projectId: string;
beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
});

async function openAlert(
  series: string,
  openedAt: string,
  of: ApiCaller = caller,
  project = projectId,
): Promise<string> {
  const id = randomUUID();
  const evidence = plainEvidence(
    'Acme',
    { type: 'brand', id: project, name: 'Acme' },
    {
      windowDays: 14,
      now: { from: '2026-05-18', to: '2026-05-31', score: 48.1, answers: 140 },
      before: { from: '2026-04-20', to: '2026-05-17', score: 61.2, answers: 280 },
      ...{ changePoints: -13.1, interval: { low: -19.2, high: -7 }, ratio: 41.2, intents: 35, cells: 140 },
      parts: [
        {
          ...{ series: 'platform:chatgpt', subject: { type: 'brand', id: project, name: 'Acme' }, platform: 'chatgpt' },
          ...{ direction: 'down', changePoints: -22, interval: { low: -33.1, high: -10.9 } },
        },
      ],
      steady: ['gemini'],
      answers: [{ id, date: '2026-05-31', platform: 'chatgpt', promptId: null, namesSubject: false }],
    },
  );
  await queryDatabase(
    api.database,
    `insert into alert (account_id, id, project_id, kind, series, direction, state, evidence, parts, opened_on,
       opened_at, updated_at)
     values ($1, $2, $3, 'visibility_changed', $4, 'down', 'open', $5, '{}', '2026-05-31', $6, $6)`,
    [of.account.accountId, id, project, series, JSON.stringify(evidence), openedAt],
  );
  return id;
}

const FIELDS = `id projectId kind state direction resolution subject { type id name } platform summary openedAt
  windowDays now { from to score answers } before { score } changePoints interval { low high } evidence intents
  parts { subject { name } platform direction changePoints interval { low high } } prompts { text } explanation
  changes { text } answers { id date platform promptId namesSubject }
  acknowledgedAt acknowledgedBy resolvedAt revision`;

async function ask(query: string, variables: object = {}, as = caller): Promise<Record<string, unknown>> {
  const { body } = await askGraphql(as, query, variables);
  const [error] = body.errors ?? [];
  return (error ? { code: error.extensions['code'], message: error.message } : body.data) as Record<string, unknown>;
}

describe('an alert', () => {
  test('says what moved, by how much, how sure it is, and which answers show it', async () => {
    const id = await openAlert('brand', '2026-06-01T04:12:09.120Z');
    expect(await ask(`query ($id: ID!) { alert(id: $id) { ${FIELDS} } }`, { id })).toEqual({
      alert: {
        ...{ id, projectId, kind: 'VISIBILITY_CHANGED', state: 'OPEN', direction: 'DOWN', resolution: null },
        ...{ subject: { type: 'BRAND', id: projectId, name: 'Acme' }, platform: null },
        summary:
          'Acme was named in 48 % (140 answers, each prompt and platform counted alike), 13 points less than in the ' +
          '28 days before (95 %: 7 to 19): more than chance. ChatGPT 22 points less; Gemini not beyond chance.',
        ...{ openedAt: '2026-06-01T04:12:09.120Z', windowDays: 14, before: { score: 61.2 } },
        now: { from: '2026-05-18', to: '2026-05-31', score: 48.1, answers: 140 },
        ...{ changePoints: -13.1, interval: { low: -19.2, high: -7 }, evidence: 41.2, intents: 35 },
        parts: [
          {
            ...{ subject: { name: 'Acme' }, platform: 'CHATGPT', direction: 'DOWN' },
            ...{ changePoints: -22, interval: { low: -33.1, high: -10.9 } },
          },
        ],
        ...{ prompts: [], explanation: null, changes: [] },
        answers: [{ id, date: '2026-05-31', platform: 'CHATGPT', promptId: null, namesSubject: false }],
        ...{ acknowledgedAt: null, acknowledgedBy: null, resolvedAt: null, revision: 1 },
      },
    });
  });

  test('is listed newest first, page by page, of a project and of the account', async () => {
    const ids = [];
    for (const day of [1, 2, 3]) ids.unshift(await openAlert(`competitor:${day}`, `2026-06-0${day}T04:00:00.000Z`));
    const query = `query ($id: ID!, $after: String) {
      project(id: $id) { alerts(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
      alerts(first: 2, after: $after) { nodes { id } }
    }`;
    interface Page {
      nodes: { id: string }[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    }
    const first = (await ask(query, { id: projectId })) as { project: { alerts: Page }; alerts: Page };
    expect(first.project.alerts).toMatchObject({ nodes: [{ id: ids[0] }, { id: ids[1] }] });
    expect(first.alerts.nodes).toEqual(first.project.alerts.nodes);
    const { hasNextPage, endCursor } = first.project.alerts.pageInfo;
    expect(hasNextPage).toBe(true);
    const rest = { project: { alerts: { nodes: [{ id: ids[2] }] } }, alerts: { nodes: [{ id: ids[2] }] } };
    expect(await ask(query, { id: projectId, after: endCursor })).toMatchObject(rest);
    await ask(`mutation ($id: ID!) { acknowledgeAlert(id: $id) { state } }`, { id: ids[1] });
    expect(await ask('{ alerts(state: ACKNOWLEDGED) { nodes { id } } }')).toEqual({
      alerts: { nodes: [{ id: ids[1] }] },
    });
    expect(await ask('{ alerts(kind: PROMPT_LOST) { nodes { id } } }')).toEqual({ alerts: { nodes: [] } });
  });

  test('is not reopened beside a newer one of the same', async () => {
    const id = await openAlert('brand', '2026-06-01T04:00:00.000Z');
    await ask(`mutation ($id: ID!) { resolveAlert(id: $id) { state } }`, { id });
    await openAlert('brand', '2026-06-03T04:00:00.000Z');
    expect(await ask(`mutation ($id: ID!) { reopenAlert(id: $id) { state } }`, { id })).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('the settings of a project', () => {
  const SETTINGS = 'sensitivity minPoints kinds competitorIds mutedUntil';
  const update = (input: object) =>
    ask(
      `mutation ($id: ID!, $input: UpdateAlertSettingsInput!) {
        updateAlertSettings(projectId: $id, input: $input) { ${SETTINGS} }
      }`,
      { id: projectId, input },
    );

  test('are the defaults until they are changed, part by part', async () => {
    const read = () =>
      ask(`query ($id: ID!) { project(id: $id) { alertSettings { ${SETTINGS} } } }`, { id: projectId });
    const defaults = {
      ...{ sensitivity: 'STANDARD', minPoints: 5, competitorIds: null, mutedUntil: null },
      kinds: [
        ...['VISIBILITY_CHANGED', 'RIVAL_OVERTOOK', 'RIVAL_PASSED', 'SHARE_OF_VOICE_CHANGED', 'SENTIMENT_CHANGED'],
        ...['PROMPT_LOST', 'CANDIDATE_FOUND', 'SOURCE_FOUND'],
      ],
    };
    expect(await read()).toEqual({ project: { alertSettings: defaults } });
    const changed = { ...defaults, sensitivity: 'CAUTIOUS', mutedUntil: '2026-07-01T00:00:00.000Z' };
    const input = { sensitivity: 'CAUTIOUS', mutedUntil: '2026-07-01T00:00:00Z' };
    expect(await update(input)).toEqual({ updateAlertSettings: changed });
    expect(await update({ kinds: ['PROMPT_LOST'], mutedUntil: null })).toEqual({
      updateAlertSettings: { ...changed, kinds: ['PROMPT_LOST'], mutedUntil: null },
    });
    expect(await read()).toEqual({
      project: { alertSettings: { ...changed, kinds: ['PROMPT_LOST'], mutedUntil: null } },
    });
  });

  test.each([
    [{ minPoints: 2 }, 'minPoints: must be a whole number from 3 to 50'],
    [{ minPoints: 51 }, 'minPoints: must be a whole number from 3 to 50'],
    [{ kinds: ['CREDITS_LOW'] }, 'kinds[0]: must be one of'],
    [{ competitorIds: ['x'] }, 'competitorIds[0]'],
    [{ competitorIds: [randomUUID()] }, 'competitorIds: must be competitors of the project'],
    [{ competitorIds: Array.from({ length: 11 }, () => randomUUID()) }, 'competitorIds: must be at most 10'],
    [{ mutedUntil: 'soon' }, 'mutedUntil: must be an instant'],
  ])('are not changed by %j', async (input, message) => {
    const refused = await update(input);
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(String(refused['message'])).toContain(message);
  });
});

describe('how a person is told', () => {
  test('is their own: owners are mailed at once until they say otherwise', async () => {
    const owner = await openOwner(api.db);
    const cookie = await cookieOf(api, owner.email);
    await liftLimitsOf(api.db, owner.accountId);
    const all = 'timeZone quietHours { from to } quietDays immediate digest kinds projectIds';
    const send = async (query: string, variables = {}) => {
      const { body } = await askWithSession(api, cookie, query, variables);
      const [error] = body.errors ?? [];
      return (error ? { code: error.extensions['code'], message: error.message } : body.data) as Record<
        string,
        unknown
      >;
    };
    const defaults = { timeZone: 'UTC', quietHours: null, quietDays: [], immediate: true, digest: false };
    const none = { kinds: null, projectIds: null };
    expect(await send(`{ notifications { ${all} } }`)).toEqual({ notifications: { ...defaults, ...none } });
    const change = `mutation ($input: UpdateNotificationsInput!) { updateNotifications(input: $input) { ${all} } }`;
    const quiet = { timeZone: 'Europe/Berlin', quietHours: { from: 20, to: 7 }, quietDays: [6, 7] };
    expect(await send(change, { input: quiet })).toEqual({ updateNotifications: { ...defaults, ...quiet, ...none } });
    expect(await send(change, { input: { digest: true, kinds: ['PROMPT_LOST'], quietHours: null } })).toEqual({
      updateNotifications: {
        ...{ ...defaults, ...quiet, ...none, quietHours: null, digest: true, kinds: ['PROMPT_LOST'] },
      },
    });
    for (const [input, message] of [
      [{ timeZone: 'Mars/Olympus' }, 'timeZone: must be a time zone'],
      [{ quietHours: { from: 24, to: 3 } }, 'quietHours.from: must be an hour'],
      [{ quietDays: [1, 2, 3, 4, 5, 6, 7] }, 'quietDays: must leave a day'],
      [{ projectIds: [projectId] }, 'projectIds: must be projects of the account'],
    ] as const) {
      const refused = await send(change, { input });
      expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
      expect(String(refused['message'])).toContain(message);
    }
  });
});
