import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import {
  addCandidate,
  addCitations,
  addMentions,
  addResponses,
  candidateOf,
  selectAnalysis,
} from '../support/history.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** The same question to both surfaces has the same answer: names in their own case, everything else alike. */

const api = useApi();

const PROJECT = `id accountId name brandName websiteUrl faviconUrl description targetCountry mainTopic isActive isPaused
  createdAt updatedAt settings { platforms monitoringFrequency autoDiscoverCompetitors }`;
const PROMPT = 'id projectId promptText platforms monitoringFrequency category tags isActive createdAt updatedAt';
const COMPETITOR = 'id projectId name websiteUrl description discoveryMethod isActive createdAt updatedAt';
const AGGREGATES = 'totalMentionsCount visibilityScore marketShare firstSeenAt lastSeenAt';

let caller: ApiCaller;
let projectId: string;
let promptId: string;
let competitorId: string;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller, { description: 'Tea' }));
  ({ id: promptId } = await createPrompt(caller, projectId, { tags: ['tea'], monitoring_frequency: 'daily' }));
  ({ id: competitorId } = await createCompetitor(caller, projectId, { website_url: 'https://contoso.example' }));
  await createCompetitor(caller, projectId, { name: 'Fabrikam' });
  const candidate = await candidateOf(caller, competitorId);
  const history = await selectAnalysis(caller, projectId, [candidate]);
  await addResponses(history, [
    { date: '2026-06-10', platform: 'chatgpt', responses: 7, naming: 3, positive: 2, neutral: 1 },
    { date: '2026-06-12', platform: 'claude', responses: 4, naming: 4, negative: 3, mixed: 1 },
    { date: '2026-04-01', platform: 'chatgpt', responses: 9, naming: 1, neutral: 1 },
  ]);
  const found = await addCandidate(caller, projectId);
  await addMentions(history, [
    { date: '2026-06-10', platform: 'chatgpt', subject: projectId, mentions: 5, responses: 3 },
    { date: '2026-06-10', platform: 'chatgpt', subject: candidate, mentions: 6, responses: 2 },
    { date: '2026-06-12', platform: 'claude', subject: found, mentions: 2, responses: 1 },
  ]);
  await addCitations(history, [
    { date: '2026-06-10', platform: 'chatgpt', domain: 'a.example', citations: 3, urls: { 'https://a.example/': 3 } },
    { date: '2026-06-12', platform: 'claude', domain: 'b.example', citations: 5, urls: { 'https://b.example/x': 5 } },
  ]);
});

/** A REST body's own part, with its names as GraphQL writes them; values of closed vocabularies in upper case. */
function inGraphql(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => inGraphql(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [camel(name), inGraphql(held, name)]));
  }
  const isWord = ['platforms', 'provider', 'monitoring_frequency', 'discovery_method'].includes(key);
  return isWord && typeof value === 'string' ? value.toUpperCase() : value;
}

function byName(one: { platform: string }, other: { platform: string }): number {
  return one.platform < other.platform ? -1 : 1;
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

async function rest(path: string): Promise<Record<string, unknown>> {
  const { status, body } = await caller.get(path);
  expect(status).toBe(200);
  return (inGraphql(body) as { data: Record<string, unknown> }).data;
}

async function graphql(query: string, variables: object = {}): Promise<Record<string, Record<string, unknown>>> {
  const { body } = await askGraphql(caller, query, variables);
  expect(body.errors).toBeUndefined();
  // Each test compares what it asked for.
  return body.data as Record<string, Record<string, unknown>>;
}

describe('resources', () => {
  test('a project, alone and in the list', async () => {
    const data = await graphql(
      `query ($id: ID!) { project(id: $id) { ${PROJECT} } projects { nodes { ${PROJECT} } } }`,
      {
        id: projectId,
      },
    );
    expect(data['project']).toEqual(await rest(`/projects/${projectId}`));
    expect(data['projects']?.['nodes']).toEqual(await rest('/projects'));
  });

  test('a prompt, alone and in the list', async () => {
    const data = await graphql(
      `query ($id: ID!, $project: ID!) {
      prompt(id: $id) { ${PROMPT} }
      project(id: $project) { prompts { nodes { ${PROMPT} } } }
    }`,
      { id: promptId, project: projectId },
    );
    expect(data['prompt']).toEqual(await rest(`/prompts/${promptId}`));
    expect(data['project']).toEqual({ prompts: { nodes: await rest(`/projects/${projectId}/prompts`) } });
  });

  test('competitors with their aggregates, null where REST leaves them out', async () => {
    const data = await graphql(
      `query ($id: ID!, $one: ID!) {
        project(id: $id) { competitors { nodes { ${COMPETITOR} ${AGGREGATES} } } }
        competitor(id: $one) { ${COMPETITOR} ${AGGREGATES} }
      }`,
      { id: projectId, one: competitorId },
    );
    const listed = (await rest(`/projects/${projectId}/competitors`)) as unknown as { id: string }[];
    const absent = Object.fromEntries(AGGREGATES.split(' ').map((name) => [name, null]));
    expect(listed.map((entry) => 'totalMentionsCount' in entry)).toEqual(listed.map(({ id }) => id === competitorId));
    const whole = listed.map((entry) => ({ ...absent, ...entry }));
    expect(data['project']).toEqual({ competitors: { nodes: whole } });
    expect(data['competitor']).toEqual(whole.find(({ id }) => id === competitorId));
  });
});

const RANGES: [string, string][] = [
  ['', ''],
  ['window=7d', 'window: D7'],
  ['from=2026-06-11&to=2026-06-12', 'from: "2026-06-11", to: "2026-06-12"'],
  ['from=2026-04-01&window=1d&to=2026-04-20', 'from: "2026-04-01", window: D1, to: "2026-04-20"'],
  ['to=2020-01-01', 'to: "2020-01-01"'],
];

describe.each(RANGES)('metrics with `%s`', (query, args) => {
  const braced = args === '' ? '' : `(${args})`;
  const ask = (field: string) => graphql(`query ($id: ID!) { project(id: $id) { ${field} } }`, { id: projectId });

  test('visibility', async () => {
    const data = await ask(`visibility${braced} {
      score window { from to } trend { date score responses }
      byPlatform { platform responseCount brandMentionCount visibilityScore }
    }`);
    const { projectId: _id, byPlatform, ...same } = await rest(`/projects/${projectId}/visibility?${query}`);
    const platforms = Object.entries(byPlatform as object).map(([name, counts]) => ({
      platform: name.toUpperCase(),
      ...counts,
    }));
    const { visibility } = data['project'] as { visibility: { byPlatform: { platform: string }[] } };
    const { byPlatform: listed, ...shown } = visibility;
    expect(shown).toEqual(same);
    expect(listed.toSorted(byName)).toEqual(platforms.toSorted(byName));
  });

  test('mentions', async () => {
    const data = await ask(`mentions${braced} {
      nodes { competitorCandidateId competitorId bucketDate mentionCount responseCount provider }
    }`);
    const { mentions } = await rest(`/projects/${projectId}/mentions?${query}`);
    expect(data['project']?.['mentions']).toEqual({ nodes: mentions });
  });

  test('citations', async () => {
    const data = await ask(`citations${braced} {
      totalCount nodes { domain citationCount responseCount firstSeen lastSeen topUrls { url count } }
    }`);
    const domains = (await rest(`/projects/${projectId}/citations?${query}`)) as unknown as object[];
    expect(data['project']?.['citations']).toEqual({ totalCount: domains.length, nodes: domains });
  });

  test('sentiment', async () => {
    const data = await ask(`sentiment${braced} { positive neutral negative mixed total }`);
    expect(data['project']).toEqual(await rest(`/projects/${projectId}/sentiment?${query}`));
  });
});

test('filters by platform', async () => {
  const data = await graphql(
    `query ($id: ID!) { project(id: $id) {
      visibility(platforms: [CLAUDE]) { score }
      mentions(provider: CLAUDE) { nodes { mentionCount } }
      citations(provider: CLAUDE) { nodes { domain } }
    } }`,
    { id: projectId },
  );
  const { score } = await rest(`/projects/${projectId}/visibility?platforms=claude`);
  const { mentions } = await rest(`/projects/${projectId}/mentions?provider=claude`);
  const domains = (await rest(`/projects/${projectId}/citations?provider=claude`)) as unknown as { domain: string }[];
  expect(data['project']).toEqual({
    visibility: { score },
    mentions: { nodes: (mentions as { mentionCount: number }[]).map(({ mentionCount }) => ({ mentionCount })) },
    citations: { nodes: domains.map(({ domain }) => ({ domain })) },
  });
});
