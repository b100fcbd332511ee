import { setKillSwitch } from '../../src/core/writes.js';
import { type ApiCaller, useApi } from '../support/api.js';
import { UUID_V4 } from '../support/expectations.js';
import { askGraphql, type GraphqlBody } from '../support/graphql.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

const api = useApi();

let caller: ApiCaller;
beforeEach(async () => {
  caller = await api.open();
});

async function ask(query: string, variables: object = {}): Promise<GraphqlBody> {
  return (await askGraphql(caller, query, variables)).body;
}

async function done(query: string, variables: object = {}) {
  const { data, errors } = await ask(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

function idOf(data: GraphqlBody['data'], field: string): string {
  const made = data?.[field];
  if (typeof made === 'object' && made !== null && 'id' in made) return String(made.id);
  throw new Error('nothing was created');
}

test('a project is created, changed, paused, resumed and archived', async () => {
  const input = { brandName: ' Tea ', websiteUrl: 'https://tea.example', aliases: ['Tee'], targetCountry: 'de' };
  const fields = 'id name brandName aliases targetCountry isPaused settings { platforms monitoringFrequency }';
  const created = await done(`mutation ($input: CreateProjectInput!) { createProject(input: $input) { ${fields} } }`, {
    input,
  });
  const project = {
    id: expect.stringMatching(UUID_V4),
    name: 'Tea',
    brandName: 'Tea',
    aliases: ['Tee'],
    targetCountry: 'DE',
    isPaused: false,
    settings: { platforms: ['CHATGPT', 'PERPLEXITY'], monitoringFrequency: 'WEEKLY' },
  };
  expect(created).toEqual({ createProject: project });
  const id = idOf(created, 'createProject');
  const update = `mutation ($id: ID!, $input: UpdateProjectInput!) {
    updateProject(id: $id, input: $input) { ${fields} }
  }`;
  const changed = {
    ...project,
    brandName: 'Chai',
    aliases: [],
    settings: { ...project.settings, platforms: ['GEMINI'] },
  };
  expect(
    await done(update, { id, input: { brandName: 'Chai', aliases: [], settings: { platforms: ['GEMINI'] } } }),
  ).toEqual({
    updateProject: changed,
  });
  const switches = 'mutation ($id: ID!) { pauseProject(id: $id) { isPaused } resumeProject(id: $id) { isPaused } }';
  expect(await done(switches, { id })).toEqual({
    pauseProject: { isPaused: true },
    resumeProject: { isPaused: false },
  });
  expect(await done('mutation ($id: ID!) { deleteProject(id: $id) { deleted } }', { id })).toEqual({
    deleteProject: { deleted: true },
  });
  expect((await ask('query ($id: ID!) { project(id: $id) { id } }', { id })).errors?.[0]?.extensions).toEqual({
    code: 'NOT_FOUND',
  });
});

test('a prompt is created, changed and archived', async () => {
  const { id: projectId } = await createProject(caller);
  const input = { promptText: 'Which tea?', platforms: ['CLAUDE'], tags: ['tea'] };
  const created = await done(
    `mutation ($id: ID!, $input: CreatePromptInput!) { createPrompt(projectId: $id, input: $input) {
      id projectId promptText platforms tags monitoringFrequency } }`,
    { id: projectId, input },
  );
  expect(created).toEqual({
    createPrompt: { id: expect.stringMatching(UUID_V4), projectId, ...input, monitoringFrequency: 'WEEKLY' },
  });
  const id = idOf(created, 'createPrompt');
  const update = `mutation ($id: ID!, $input: UpdatePromptInput!) { updatePrompt(id: $id, input: $input) {
    promptText tags isActive monitoringFrequency } }`;
  const changes = { promptText: 'Which chai?', tags: [], isActive: false, monitoringFrequency: 'DAILY' };
  expect(await done(update, { id, input: changes })).toEqual({ updatePrompt: changes });
  expect((await ask(update, { id, input: { platforms: ['GEMINI'] } })).errors?.[0]?.message).toContain('fixed by');
  expect(await done('mutation ($id: ID!) { deletePrompt(id: $id) { deleted } }', { id })).toEqual({
    deletePrompt: { deleted: true },
  });
});

test('a competitor is created with its other names, and removed', async () => {
  const { id: projectId } = await createProject(caller);
  const input = { name: 'Contoso', websiteUrl: 'https://contoso.example', aliases: ['Conto'] };
  const created = await done(
    `mutation ($id: ID!, $input: CreateCompetitorInput!) { createCompetitor(projectId: $id, input: $input) {
      id name websiteUrl aliases discoveryMethod isActive visibilityScore } }`,
    { id: projectId, input },
  );
  expect(created).toEqual({
    createCompetitor: {
      id: expect.stringMatching(UUID_V4),
      ...input,
      discoveryMethod: 'MANUAL',
      isActive: true,
      visibilityScore: null,
    },
  });
  const id = idOf(created, 'createCompetitor');
  expect(await done('mutation ($id: ID!) { deleteCompetitor(id: $id) { deleted } }', { id })).toEqual({
    deleteCompetitor: { deleted: true },
  });
});

test('names and aliases beyond the characters of a project are refused, and the field is named', async () => {
  const aliases = Array.from({ length: 50 }, () => 'x'.repeat(200));
  const { id } = await createProject(caller);
  const project =
    'mutation ($id: ID!, $aliases: [String!]!) { updateProject(id: $id, input: { aliases: $aliases }) { id } }';
  await done(project, { id, aliases });
  const competitor = `mutation ($id: ID!, $aliases: [String!]!) {
    createCompetitor(projectId: $id, input: { name: "Contoso", aliases: $aliases }) { id } }`;
  const { errors } = await ask(competitor, { id, aliases });
  expect(errors?.[0]?.message).toMatch(/^aliases: .* must be at most 20000 characters together$/);
  expect(errors?.[0]?.extensions?.['code']).toBe('VALIDATION_ERROR');
  await done(competitor, { id, aliases: aliases.slice(2) });
});

test('a later write of an operation sees what an earlier one did', async () => {
  const { id } = await createProject(caller);
  const data = await done(
    `mutation ($id: ID!) {
      before: pauseProject(id: $id) { prompts { totalCount } competitors { totalCount } }
      createPrompt(projectId: $id, input: { promptText: "One?" }) { id }
      createCompetitor(projectId: $id, input: { name: "Contoso" }) { id }
      after: resumeProject(id: $id) { prompts { totalCount } competitors { totalCount } }
    }`,
    { id },
  );
  expect(data).toMatchObject({
    before: { prompts: { totalCount: 0 }, competitors: { totalCount: 0 } },
    after: { prompts: { totalCount: 1 }, competitors: { totalCount: 1 } },
  });
});

test('of several writes one that fails leaves the answers of the others', async () => {
  const { id } = await createProject(caller);
  const { data, errors } = await ask(
    `mutation ($id: ID!) {
      good: createPrompt(projectId: $id, input: { promptText: "One?" }) { promptText }
      again: createPrompt(projectId: $id, input: { promptText: " one? " }) { promptText }
      other: createPrompt(projectId: $id, input: { promptText: "Two?" }) { promptText }
    }`,
    { id },
  );
  expect(data).toEqual({ good: { promptText: 'One?' }, again: null, other: { promptText: 'Two?' } });
  expect(errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual([[['again'], 'CONFLICT']]);
});

test('each fault of an input is told with its path', async () => {
  const input = { brandName: ' ', websiteUrl: 'ftp://x', aliases: ['good', ''] };
  const { errors } = await ask('mutation ($input: CreateProjectInput!) { createProject(input: $input) { id } }', {
    input,
  });
  expect(errors?.[0]?.extensions).toEqual({
    code: 'VALIDATION_ERROR',
    issues: [
      { path: ['brandName'], message: 'must not be empty' },
      { path: ['websiteUrl'], message: 'must be an absolute http or https URL' },
      { path: ['aliases', 1], message: 'must not be empty' },
    ],
  });
});

describe('writes', () => {
  const WRITES = (project: string, prompt: string, competitor: string): [string, string][] => [
    ['createProject', 'createProject(input: { brandName: "A", websiteUrl: "https://a.example" }) { id }'],
    ['updateProject', `updateProject(id: "${project}", input: { mainTopic: "x" }) { id }`],
    ['pauseProject', `pauseProject(id: "${project}") { id }`],
    ['resumeProject', `resumeProject(id: "${project}") { id }`],
    ['createPrompt', `createPrompt(projectId: "${project}", input: { promptText: "A?" }) { id }`],
    ['updatePrompt', `updatePrompt(id: "${prompt}", input: { tags: ["x"] }) { id }`],
    ['deletePrompt', `deletePrompt(id: "${prompt}") { deleted }`],
    ['createCompetitor', `createCompetitor(projectId: "${project}", input: { name: "A" }) { id }`],
    ['deleteCompetitor', `deleteCompetitor(id: "${competitor}") { deleted }`],
    ['deleteProject', `deleteProject(id: "${project}") { deleted }`],
  ];

  async function ofOwner() {
    const owner = await api.open();
    const { id } = await createProject(owner);
    const prompt = await createPrompt(owner, id);
    const competitor = await createCompetitor(owner, id);
    return { owner, writes: WRITES(id, prompt.id, competitor.id) };
  }

  test('are refused while the kill switch is on, each of them', async () => {
    const { owner, writes } = await ofOwner();
    await setKillSwitch(api.db, true);
    try {
      for (const [name, write] of writes) {
        const { body } = await askGraphql(owner, `mutation { ${write} }`);
        expect([name, body.errors?.[0]?.extensions]).toEqual([name, { code: 'SERVICE_KILL_SWITCH_ACTIVE' }]);
      }
    } finally {
      await setKillSwitch(api.db, false);
    }
  });
});
