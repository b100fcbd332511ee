import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf, incoming, ingestAndRollUp } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

/** What a move coincides with: models and methods that changed, beside the other changes of a project. */

const api = useApi();
const QUESTIONS = 12;
const [BEFORE, NOW] = ['2026-06-02', '2026-06-09'];
const PERIOD = '(from: "2026-06-08", to: "2026-06-14")';

let caller: ApiCaller;
let id: string;

/** Two answers to each question, of which one in so many names the brand. */
function answersOf(day: string, platform: string, model: string, oneIn = 4): string[] {
  return Array.from({ length: QUESTIONS * 2 }, (_, n) =>
    JSON.stringify({
      ...{ external_id: `${day} ${platform} ${n}`, platform, question: `Question ${n % QUESTIONS}?`, model },
      answer: n % oneIn === 0 ? 'Northwind, perhaps.' : 'Contoso.',
      answered_at: `${day}T0${n % 3}:00:00Z`,
    }),
  );
}

beforeAll(async () => {
  caller = await api.open();
  ({ id } = await createProject(caller));
  const sent = [
    ...answersOf(BEFORE, 'chatgpt', 'gpt-one'),
    ...answersOf(BEFORE, 'claude', ''),
    ...answersOf(NOW, 'chatgpt', 'gpt-two', 1),
    ...answersOf(NOW, 'claude', ''),
  ];
  await importAnswers(api.db, { projectId: id }, fileOf(sent));
});

beforeEach(() => liftLimits(caller));

async function visibility(args: string, fields: string, project = id): Promise<Record<string, unknown>> {
  const query = `{ project(id: "${project}") { visibility${args} { ${fields} } } }`;
  const { data, errors } = (await askGraphql(caller, query)).body;
  expect(errors).toBeUndefined();
  // Shaped by the query above.
  return (data as { project: { visibility: Record<string, unknown> } }).project.visibility;
}

const EXPLANATION = `explanation {
  isExplainedBy verdictWithout changes { kind text }
  platforms { platform isModelChanged before { model responseCount } now { model responseCount } }
}`;

const CHANGE = { kind: 'MODEL_CHANGED', text: 'ChatGPT changed its model from gpt-one to gpt-two' };
const CHATGPT = {
  ...{ platform: 'CHATGPT', isModelChanged: true },
  before: [{ model: 'gpt-one', responseCount: 24 }],
  now: [{ model: 'gpt-two', responseCount: 24 }],
};

test('a move on the platform that changed its model is told as such, with the models and changes', async () => {
  expect(await visibility(PERIOD, `previous { verdict ${EXPLANATION} }`)).toEqual({
    previous: {
      verdict: 'MOVED_UP',
      explanation: {
        ...{ isExplainedBy: 'MODEL_CHANGE', verdictWithout: 'WITHIN_NOISE', changes: [CHANGE] },
        platforms: [
          CHATGPT,
          {
            ...{ platform: 'CLAUDE', isModelChanged: false },
            ...{ before: [{ model: null, responseCount: 24 }], now: [{ model: null, responseCount: 24 }] },
          },
        ],
      },
    },
  });
});

test('one platform alone has nothing to be compared with', async () => {
  const fields = `byPlatform { platform previous { ${EXPLANATION} } }`;
  const explanation = { isExplainedBy: 'UNKNOWN', verdictWithout: 'TOO_FEW_ANSWERS', changes: [CHANGE] };
  const chatgpt = { platform: 'CHATGPT', previous: { explanation: { ...explanation, platforms: [CHATGPT] } } };
  expect(
    (await visibility('(from: "2026-06-08", to: "2026-06-14", platforms: [CHATGPT])', fields))['byPlatform'],
  ).toEqual([chatgpt]);
  const { byPlatform } = await visibility(PERIOD, fields);
  expect(byPlatform).toContainEqual(chatgpt);
  expect(byPlatform).toContainEqual(
    expect.objectContaining({
      platform: 'CLAUDE',
      previous: { explanation: expect.objectContaining({ isExplainedBy: 'NOTHING_MOVED' }) },
    }),
  );
});

test('visibility by model has the days of each, and is null where prompts are chosen', async () => {
  const fields = 'byPlatform { platform byModel { model responseCount score confidence { low } firstDate lastDate } }';
  const days = (day: string) => ({ firstDate: day, lastDate: day });
  const found = await visibility('(from: "2026-06-01", to: "2026-06-14", platforms: [CHATGPT])', fields);
  expect(found['byPlatform']).toEqual([
    {
      platform: 'CHATGPT',
      byModel: [
        { model: 'gpt-one', responseCount: 24, score: 25, confidence: { low: expect.any(Number) }, ...days(BEFORE) },
        { model: 'gpt-two', responseCount: 24, score: 100, confidence: { low: expect.any(Number) }, ...days(NOW) },
      ],
    },
  ]);
  const narrowed = await visibility(
    '(from: "2026-06-08", to: "2026-06-14", branded: false, platforms: [CHATGPT])',
    fields,
  );
  expect(narrowed['byPlatform']).toEqual([{ platform: 'CHATGPT', byModel: null }]);
});

test('another way of asking counts as another model, and is a change from its first answer on', async () => {
  const { id: other } = await createProject(caller);
  const scope = { accountId: caller.account.accountId, projectId: other };
  const answers = [BEFORE, NOW].flatMap((day) =>
    Array.from({ length: 10 }, (_, n) =>
      incoming({
        ...{ externalId: `${day} ${n}`, question: `Question ${n}?`, model: 'gpt-one', text: 'Northwind.' },
        ...{ answeredAt: new Date(`${day}T08:00:00Z`), requestVersion: day === NOW ? 2 : 1 },
      }),
    ),
  );
  await ingestAndRollUp(api.database, scope, answers);
  const { previous } = await visibility(PERIOD, `previous { ${EXPLANATION} }`, other);
  expect(previous).toEqual({
    explanation: {
      ...{ isExplainedBy: 'UNKNOWN', verdictWithout: 'TOO_FEW_ANSWERS' },
      changes: [{ kind: 'METHOD_CHANGED', text: 'ChatGPT is asked in another way: method 2 in place of 1' }],
      platforms: [
        {
          ...{ platform: 'CHATGPT', isModelChanged: true },
          ...{ before: [{ model: 'gpt-one', responseCount: 10 }], now: [{ model: 'gpt-one', responseCount: 10 }] },
        },
      ],
    },
  });
});
