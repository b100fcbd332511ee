import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt, type WirePrompt } from '../support/resources.js';

/** What one surface refuses, the other refuses for the same reason. */

const api = useApi();

const NEVER = '00000000-0000-4000-8000-000000000000';

let caller: ApiCaller;
let stranger: ApiCaller;
let projectId: string;
let prompt: WirePrompt;
let competitorId: string;

beforeAll(async () => {
  caller = await api.open();
  stranger = await api.open();
  await liftLimits(caller);
  await liftLimits(stranger);
  ({ id: projectId } = await createProject(caller));
  prompt = await createPrompt(caller, projectId);
  ({ id: competitorId } = await createCompetitor(caller, projectId));
});

interface Refused {
  code: string;
  message: string;
}

async function both(who: ApiCaller, answer: Promise<{ body: unknown }>, query: string): Promise<[Refused, Refused]> {
  const { error } = (await answer).body as { error: Refused };
  const { body } = await askGraphql(who, query);
  const [first] = body.errors ?? [];
  return [error, { code: String(first?.extensions['code']), message: first?.message ?? '' }];
}

test.each(['project', 'prompt', 'competitor'] as const)(
  "another account's %s is forbidden, one that never existed is not found, a bad id is invalid",
  async (resource) => {
    const id = { project: projectId, prompt: prompt.id, competitor: competitorId }[resource];
    for (const [asked, code] of [
      [id, 'FORBIDDEN'],
      [NEVER, 'NOT_FOUND'],
      ['1', 'VALIDATION_ERROR'],
    ]) {
      const gone = stranger.delete(`/${resource}s/${asked}`);
      const [inRest, inGraphqls] = await both(stranger, gone, `{ ${resource}(id: "${asked}") { id } }`);
      expect(inGraphqls).toEqual(inRest);
      expect(inRest.code).toBe(code);
    }
  },
);

const below = (args: string) => `{ project(id: "${projectId}") { visibility(${args}) { score } } }`;

test.each([
  ['from=2026-02-30', 'from: "2026-02-30"'],
  ['from=2026-01-01', 'from: "2026-01-01"'],
  ['from=2026-06-20&to=2026-06-10', 'from: "2026-06-20", to: "2026-06-10"'],
])('a period that cannot be: %s', async (query, args) => {
  const [inRest, inGraphqls] = await both(
    caller,
    caller.get(`/projects/${projectId}/visibility?${query}`),
    below(args),
  );
  expect(inGraphqls).toEqual(inRest);
  expect(inRest.code).toBe('VALIDATION_ERROR');
});

test('writes are refused alike', async () => {
  const long = 'x'.repeat(201);
  const [inRest, inGraphqls] = await both(
    caller,
    caller.post('/projects', { brand_name: long, website_url: 'https://a.example' }),
    `mutation { createProject(input: { brandName: "${long}", websiteUrl: "https://a.example" }) { id } }`,
  );
  expect(inRest).toEqual({ code: 'VALIDATION_ERROR', message: 'brand_name: must be at most 200 characters' });
  expect(inGraphqls).toEqual({ code: 'VALIDATION_ERROR', message: 'brandName: must be at most 200 characters' });
});

test('the same prompt twice is a conflict on both', async () => {
  const [inRest, inGraphqls] = await both(
    caller,
    caller.post(`/projects/${projectId}/prompts`, { prompt_text: prompt.prompt_text }),
    `mutation { createPrompt(projectId: "${projectId}", input: { promptText: "${prompt.prompt_text}" }) { id } }`,
  );
  expect(inGraphqls).toEqual(inRest);
  expect(inRest.code).toBe('CONFLICT');
});
