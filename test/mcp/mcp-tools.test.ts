import type { Client } from '@modelcontextprotocol/client';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createKey } from '../../src/core/people/api-keys.js';
import { TOOLS } from '../../src/mcp/tools/all-tools.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { callTool, connectMcp, failureOfTool, MODES } from '../support/mcp.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** What assistants get: each tool by the official client, held to its schema, with the numbers of GraphQL. */

const api = useApi();

let caller: ApiCaller;
let client: Client;
let id: string;
let promptId: string;
const QUESTION = 'Which tea shop is best?';

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
  ({ id: promptId } = await createPrompt(caller, id, { prompt_text: QUESTION }));
  await createCompetitor(caller, id, { name: 'Contoso', website_url: 'https://contoso.example' });
  const lines = Array.from({ length: 60 }, (_, at) => {
    const answeredAt = new Date(Date.UTC(2026, 5, 15 - Math.floor(at / 2), 9, at)).toISOString();
    const names = at % 3 === 0 ? 'Northwind is excellent, and Contoso is fine.' : 'Contoso, of course.';
    const citations = [{ url: `https://www.teapress.com/x${at % 4}`, title: 'A' }];
    const fields = { external_id: `a${at}`, question: at % 2 ? QUESTION : `Other ${at % 7}?`, citations };
    const platform = at % 2 ? 'chatgpt' : 'claude';
    return JSON.stringify({ ...fields, platform, answer: names, answered_at: answeredAt, model: 'gpt-5.2' });
  });
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  client = await connectMcp(api, caller.key);
});
afterAll(() => client.close());

/** What GraphQL tells of the project. */
async function graphql<Data>(fields: string): Promise<Data> {
  const { body } = await askGraphql(caller, `{ project(id: "${id}") { ${fields} } }`);
  expect(body.errors).toBeUndefined();
  // Shaped by the query.
  return (body.data as { project: Data }).project;
}

interface Score {
  score: number;
  confidence: { low: number; high: number } | null;
}
interface Named {
  nodes: Record<string, unknown>[];
}

describe.each(MODES)('a client in mode %s', (mode) => {
  let own: Client;
  beforeAll(async () => {
    own = await connectMcp(api, caller.key, mode);
  });
  afterAll(() => own.close());

  test('is told what the service is, its tools with all hints, its documents and its prompts', async () => {
    expect(own.getServerVersion()).toMatchObject({ name: 'brand-visibility', version: expect.any(String) });
    expect(own.getInstructions()).toContain('Begin with list_projects');
    const { tools } = await own.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const tool of tools) {
      const isWrite = ['add_prompts', 'run_prompt', 'add_note'].includes(tool.name);
      expect(tool).toMatchObject({
        title: expect.any(String),
        inputSchema: { type: 'object' },
        outputSchema: { type: 'object' },
        annotations: {
          readOnlyHint: !isWrite,
          destructiveHint: false,
          idempotentHint: !isWrite,
          openWorldHint: ['add_prompts', 'run_prompt'].includes(tool.name),
        },
      });
    }
    const { resources } = await own.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['docs://method', 'docs://limits']);
    for (const { uri } of resources) {
      const { contents } = await own.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: 'text/markdown', text: expect.stringContaining('# ') }]);
    }
    const { prompts } = await own.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['weekly_report', 'explain_change', 'find_gaps']);
    for (const { name } of prompts) {
      const { messages } = await own.getPrompt({ name, arguments: { project: 'Northwind' } });
      expect(messages).toEqual([
        { role: 'user', content: { type: 'text', text: expect.stringMatching(/^Project: Northwind .*interval/s) } },
      ]);
    }
  });

  test('calls every tool that reads, each with a result of its schema', async () => {
    const { answers } = await callTool<{ answers: { id: string; date: string }[] }>(own, 'search_answers', {
      project_id: id,
    });
    const [answer] = answers;
    const sent: Record<string, Record<string, unknown>> = {
      list_projects: {},
      get_visibility: { project_id: id, trend: true, where: { branded: false } },
      compare_segments: { project_id: id, by: 'branded' },
      get_answer: { project_id: id, date: answer?.date, answer_id: answer?.id },
      sample_size: { project_id: id, change_points: 10 },
      get_account: {},
    };
    for (const { name, isWrite } of TOOLS) {
      if (isWrite) continue;
      expect(Object.keys(await callTool(own, name, sent[name] ?? { project_id: id }))).not.toEqual([]);
    }
  });
});

describe('numbers are those of GraphQL:', () => {
  test('list_projects', async () => {
    const { visibility, lastAnsweredAt } = await graphql<{
      visibility: { score: number; adjustedConfidence: unknown; previous: { verdict: string } };
      lastAnsweredAt: string;
    }>('lastAnsweredAt visibility { score adjustedConfidence { low high } previous { verdict } }');
    expect(await callTool(client, 'list_projects', { search: 'NORTH' })).toEqual({
      projects: [
        {
          id,
          name: 'Northwind',
          brand: 'Northwind',
          country: 'US',
          score: visibility.score,
          interval: visibility.adjustedConfidence,
          n: 60,
          verdict: visibility.previous.verdict.toLowerCase(),
          last_answered_at: lastAnsweredAt,
          is_paused: false,
        },
      ],
      next_cursor: null,
      is_cut: false,
    });
    expect(await callTool(client, 'list_projects', { search: 'nothing' })).toMatchObject({ projects: [] });
  });

  test('get_project', async () => {
    const project = await graphql<{
      prompts: { totalCount: number };
      competitors: { nodes: { id: string }[] };
      monitoring: { nextRunAt: string | null };
      analysis: { state: string };
    }>('prompts { totalCount } competitors { nodes { id } } monitoring { nextRunAt } analysis { state }');
    expect(await callTool(client, 'get_project', { project_id: id })).toMatchObject({
      id,
      prompt_count: project.prompts.totalCount,
      competitor_count: 1,
      competitors: [{ id: project.competitors.nodes[0]?.id, quoted_name: 'Contoso' }],
      next_run_at: project.monitoring.nextRunAt,
      analysis_state: project.analysis.state.toLowerCase(),
    });
  });

  test('get_visibility', async () => {
    const { visibility } = await graphql<{
      visibility: Score & {
        adjustedConfidence: unknown;
        evenScore: number;
        previous: { score: number; change: number; verdict: string; explanation: { isExplainedBy: string } };
        byPlatform: { platform: string; visibilityScore: number; responseCount: number; adjustedConfidence: unknown }[];
        trend: { date: string; score: number; responses: number }[];
      };
    }>(`visibility(from: "2026-06-02", to: "2026-06-15") { score adjustedConfidence { low high } evenScore
      previous { score change verdict explanation { isExplainedBy } }
      byPlatform { platform visibilityScore responseCount adjustedConfidence { low high } }
      trend(over: 7) { date score responses } }`);
    const sent = { project_id: id, from: '2026-06-02', to: '2026-06-15', trend: true };
    const result = await callTool(client, 'get_visibility', sent);
    expect(result).toMatchObject({
      days: { from: '2026-06-02', to: '2026-06-15' },
      score: visibility.score,
      interval: visibility.adjustedConfidence,
      even_score: visibility.evenScore,
      previous: {
        score: visibility.previous.score,
        change: visibility.previous.change,
        verdict: visibility.previous.verdict.toLowerCase(),
      },
      by_platform: visibility.byPlatform.map((one) => ({
        platform: one.platform.toLowerCase(),
        score: one.visibilityScore,
        n: one.responseCount,
        interval: one.adjustedConfidence,
      })),
      explanation: { is_explained_by: visibility.previous.explanation.isExplainedBy.toLowerCase() },
    });
    const points = visibility.trend.filter(({ date }) => ['2026-06-08', '2026-06-15'].includes(date));
    expect(result['trend']).toEqual(points.map(({ date, score, responses }) => ({ date, score, n: responses })));
    const chosen = await graphql<{ visibility: Score }>(`visibility(where: { promptIds: ["${promptId}"] }) { score }`);
    expect(
      await callTool(client, 'get_visibility', { project_id: id, where: { prompt_ids: [promptId] } }),
    ).toMatchObject({ score: chosen.visibility.score });
  });

  test('compare_brands', async () => {
    const { brands } = await graphql<{
      brands: {
        name: string;
        visibilityScore: number;
        share: number;
        adjustedConfidence: unknown;
        previous: { change: number; verdict: string } | null;
        againstBrand: { verdict: string } | null;
      }[];
    }>(`brands(tracked: true, window: D7) { name visibilityScore share adjustedConfidence { low high }
      previous { change verdict } againstBrand { verdict } }`);
    expect(await callTool(client, 'compare_brands', { project_id: id, window: '7d' })).toMatchObject({
      brands: brands.map((brand) => ({
        quoted_name: brand.name,
        score: brand.visibilityScore,
        share: brand.share,
        interval: brand.adjustedConfidence,
        change: brand.previous?.change ?? null,
        verdict: brand.previous?.verdict.toLowerCase() ?? null,
        against_brand: brand.againstBrand?.verdict.toLowerCase() ?? null,
      })),
    });
  });

  test('compare_segments', async () => {
    const { segments } = await graphql<{
      segments: { key: string; score: number; responseCount: number; previous: { verdict: string } }[];
    }>('segments(by: BRANDED) { key score responseCount previous { verdict } }');
    expect(await callTool(client, 'compare_segments', { project_id: id, by: 'branded' })).toMatchObject({
      segments: segments.map(({ key, score, responseCount, previous }) => {
        return { key, score, n: responseCount, verdict: previous.verdict.toLowerCase() };
      }),
      is_cut: false,
    });
  });

  test('list_prompts', async () => {
    const { prompts } = await graphql<{ prompts: Named }>(
      'prompts { nodes { id promptText lastAnsweredAt visibility { score responseCount } } }',
    );
    const [prompt] = prompts.nodes as { visibility: { score: number; responseCount: number } }[];
    expect(await callTool(client, 'list_prompts', { project_id: id, search: 'tea' })).toMatchObject({
      prompts: [
        {
          id: promptId,
          text: QUESTION,
          score: prompt?.visibility.score,
          n: prompt?.visibility.responseCount,
        },
      ],
      next_cursor: null,
    });
  });

  test('search_answers and get_answer, page by page', async () => {
    const { responses } = await graphql<{ responses: Named }>(
      'responses(named: true, window: D7) { nodes { id platform sentiment excerpt question } }',
    );
    const found: { id: string; date: string; tone: string; excerpt: { by: string; text: string } }[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: { answers: typeof found; next_cursor: string | null } = await callTool(client, 'search_answers', {
        ...{ project_id: id, named: true, window: '7d', limit: 2 },
        ...(cursor ? { cursor } : {}),
      });
      found.push(...page.answers);
      cursor = page.next_cursor;
    }
    expect(found.map(({ id: each }) => each)).toEqual(responses.nodes.map((node) => node['id']));
    for (const [at, { excerpt, tone }] of found.entries()) {
      const node = responses.nodes[at];
      expect(excerpt.text).toMatch(/^⟦(q-[0-9a-f]{24})⟧\n.*\n⟦\/\1⟧$/s);
      expect(excerpt.text).toContain(String(node?.['excerpt']));
      expect([excerpt.by.toUpperCase(), tone?.toUpperCase()]).toEqual([node?.['platform'], node?.['sentiment']]);
    }
    const [first] = found;
    const whole = await callTool<{ answer: { text: string }; names: unknown[]; citations: unknown[] }>(
      client,
      'get_answer',
      { project_id: id, date: first?.date, answer_id: first?.id },
    );
    expect(whole.answer.text).toContain('Northwind is excellent, and Contoso is fine.');
    expect(whole.names).toEqual([
      { quoted_name: 'Northwind', is_brand: true, count: 1, rank: null },
      { quoted_name: 'Contoso', is_brand: false, count: 1, rank: null },
    ]);
    expect(whole.citations).toEqual([{ url: expect.stringContaining('teapress.com/x'), ownership: 'other' }]);
  });

  test('list_sources, by site and by page', async () => {
    const { citations, pages } = await graphql<{ citations: Named; pages: Named }>(
      `citations { nodes { domain responseCount responseCountNamingBrand competitorResponseCount isGap ownership } }
       pages(first: 2) { nodes { url responseCount responseCountNamingBrand competitorResponseCount isGap } }`,
    );
    const toSource = (node: Record<string, unknown>) => ({
      answers: node['responseCount'],
      naming_brand: node['responseCountNamingBrand'],
      naming_rivals: node['competitorResponseCount'],
      is_gap: node['isGap'],
    });
    expect(await callTool(client, 'list_sources', { project_id: id })).toMatchObject({
      citations: citations.nodes.map((node) => ({ domain: node['domain'], url: null, ...toSource(node) })),
      total: 1,
      next_cursor: null,
    });
    const sent = { project_id: id, domain: 'teapress.com', limit: 2 };
    const firstPage = await callTool<{ next_cursor: string; citations: unknown[] }>(client, 'list_sources', sent);
    expect(firstPage).toMatchObject({
      citations: pages.nodes.map((node) => ({ url: node['url'], ...toSource(node) })),
      total: 4,
    });
    const rest = await callTool(client, 'list_sources', { ...sent, cursor: firstPage.next_cursor });
    expect(rest).toMatchObject({ next_cursor: null, citations: [{}, {}] });
  });

  test('sample_size', async () => {
    const { sampleSize } = await graphql<{
      sampleSize: { present: { creditsPerMonth: number; detectablePoints: number }; options: unknown[] };
    }>(`sampleSize(input: { changePoints: 10 }) { present { creditsPerMonth detectablePoints }
      options { creditsPerMonth } }`);
    expect(await callTool(client, 'sample_size', { project_id: id, change_points: 10 })).toMatchObject({
      present: {
        credits_per_month: sampleSize.present.creditsPerMonth,
        detectable_points: sampleSize.present.detectablePoints,
      },
    });
  });

  test('list_changes and get_account', async () => {
    const { changes } = await graphql<{ changes: { at: string; kind: string; text: string }[] }>(
      'changes { at kind text }',
    );
    expect(await callTool(client, 'list_changes', { project_id: id })).toMatchObject({
      changes: changes.map(({ at, kind, text }) => ({ at, kind: kind.toLowerCase(), quoted_text: text })),
    });
    const { body } = await askGraphql(caller, '{ account { name tier credits { used limit remaining } } }');
    const account = body.data?.['account'] as { name: string; tier: string; credits: Record<string, number> };
    expect(await callTool(client, 'get_account')).toMatchObject({
      name: account.name,
      tier: account.tier.toLowerCase(),
      credits: {
        used: account.credits['used'],
        granted: account.credits['limit'],
        remaining: account.credits['remaining'],
      },
    });
  });
});

describe('tools that write', () => {
  test('add_prompts stores nothing until it is told to, and tells what is there and what the others take', async () => {
    const prompts = [{ text: QUESTION }, { text: 'Which kettle?', tags: ['kettle'] }];
    const dry = await callTool(client, 'add_prompts', { project_id: id, prompts });
    expect(dry).toEqual({
      dry_run: true,
      duplicates: [{ at: 0, prompt_id: promptId }],
      capacity: { used: 1, limit: 200, daily_used: 0, daily_limit: 60 },
      has_room: true,
      credits_per_month: 9,
      created_ids: [],
    });
    expect(await failureOfTool(client, 'add_prompts', { project_id: id, prompts, dry_run: false })).toMatch(
      /^CONFLICT: prompts\[0\]\.text: /,
    );
    const stored = await callTool<{ created_ids: string[] }>(client, 'add_prompts', {
      project_id: id,
      prompts: prompts.slice(1),
      dry_run: false,
    });
    expect(stored).toMatchObject({ dry_run: false, duplicates: [], capacity: { used: 2 } });
    const { prompts: listed } = await callTool<{ prompts: { id: string; tags: string[] }[] }>(client, 'list_prompts', {
      project_id: id,
      tag: 'kettle',
    });
    expect(listed).toMatchObject([{ id: stored.created_ids[0], tags: ['kettle'] }]);
  });

  test('run_prompt queues runs, add_note writes down what was done', async () => {
    const { runs } = await callTool<{ runs: { state: string }[] }>(client, 'run_prompt', { prompt_id: promptId });
    expect(runs.length).toBeGreaterThan(0);
    const note = { at: '2026-06-14T09:00:00.000Z', text: 'New pricing page' };
    expect(await callTool(client, 'add_note', { project_id: id, ...note })).toMatchObject(note);
    expect(await callTool(client, 'list_changes', { project_id: id })).toMatchObject({
      changes: expect.arrayContaining([{ at: note.at, kind: 'note', quoted_text: note.text }]),
    });
  });
});

describe('a key that reads only', () => {
  let reader: Client;
  beforeAll(async () => {
    const input = { accountId: caller.account.accountId, name: 'assistant', access: 'read' };
    reader = await connectMcp(api, (await createKey(api.db, SYSTEM_CLOCK, input)).apiKey);
  });
  afterAll(() => reader.close());

  test('is shown the tools that read, and reads what any key does', async () => {
    const { tools } = await reader.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.filter(({ isWrite }) => !isWrite).map(({ name }) => name));
    expect(await callTool(reader, 'get_visibility', { project_id: id })).toEqual(
      await callTool(client, 'get_visibility', { project_id: id }),
    );
  });

  test.each([
    ['add_prompts', () => ({ project_id: id, prompts: [{ text: 'x' }], dry_run: false })],
    ['add_prompts', () => ({ project_id: id, prompts: [{ text: 'x' }] })],
    ['run_prompt', () => ({ prompt_id: promptId })],
    ['add_note', () => ({ project_id: id, at: '2026-06-14T09:00:00Z', text: 'x' })],
  ])('is refused %s', async (name, sent) => {
    expect(await failureOfTool(reader, name, sent())).toBe('FORBIDDEN: This key reads only');
  });
});

describe('a call that is wrong is answered in words to mend it by:', () => {
  test.each([
    ['get_visibility', () => ({ project_id: 'x' }), 'VALIDATION_ERROR: project_id: must be a UUID'],
    ['get_visibility', () => ({}), /^VALIDATION_ERROR: project_id: is required$/],
    ['get_visibility', () => ({ project_id: id, from: '2026-01-01' }), /^VALIDATION_ERROR: from: date range must be/],
    ['get_visibility', () => ({ project_id: id, platforms: ['bing'] }), /platforms\[0\]: must be one of chatgpt/],
    ['search_answers', () => ({ project_id: id, text: 'x' }), /^VALIDATION_ERROR: text: must have 3 to 200/],
    ['search_answers', () => ({ project_id: id, window: '90d' }), /^VALIDATION_ERROR: from: .* 31 days at most/],
    ['list_prompts', () => ({ project_id: id, limit: 51 }), /^VALIDATION_ERROR: limit: must be a whole number from 1/],
    ['list_prompts', () => ({ project_id: id, cursor: '!' }), /^VALIDATION_ERROR: cursor: must be a cursor from an/],
    ['get_answer', () => ({ project_id: id, date: '2026-06-15', answer_id: id }), /^NOT_FOUND: Answer not found/],
    ['get_project', () => ({ project_id: promptId }), 'NOT_FOUND: Project not found'],
    ['sample_size', () => ({ project_id: id }), /^VALIDATION_ERROR: change_points: exactly one of/],
    [
      'add_prompts',
      () => ({ project_id: id, prompts: [{ text: '' }, { text: 'x', frequency: 'hourly' }] }),
      /^VALIDATION_ERROR: prompts\[0\]\.text: must not be empty\nprompts\[1\]\.frequency: /,
    ],
  ])('%s', async (name, sent, words) => {
    const said = await failureOfTool(client, name, sent());
    if (typeof words === 'string') expect(said).toBe(words);
    else expect(said).toMatch(words);
  });

  test('a tool that there is none', async () => {
    await expect(client.callTool({ name: 'drop_table', arguments: {} })).rejects.toThrow(/drop_table not found/);
  });
});
