import { randomUUID } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createKey } from '../../src/core/people/api-keys.js';
import { INSTRUCTIONS } from '../../src/mcp/mcp-server.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { callTool, connectMcp } from '../support/mcp.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';

/** What a conversation pays for tools before it asks anything, and for the largest results: in bytes of JSON. */

const api = useApi();
/** As an agency may have it, and every text as long as it may be. */
const PROMPTS = 60;
const COMPETITORS = 60;
const ANSWERS = 120;

let caller: ApiCaller;
let client: Client;
let id: string;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller, { brand_name: 'Northwind' }));
  for (let at = 0; at < PROMPTS; at += 1) {
    const tags = Array.from({ length: 20 }, (_, tag) => `${tag}${'t'.repeat(40)}${at}`);
    await createPrompt(caller, id, { prompt_text: `${at} ${'猫'.repeat(1_900)}?`, tags });
  }
  const names = Array.from({ length: COMPETITORS }, (_, at) => `Contoso${at} ${'x'.repeat(100)}`);
  for (const name of names) await createCompetitor(caller, id, { name });
  const lines = Array.from({ length: ANSWERS }, (_, at) => {
    const answer = `Northwind, ${names.slice(0, 30).join(', ')}. ${'猫は魚が好きです。'.repeat(3_000)}`;
    const citations = Array.from({ length: 40 }, (_each, page) => {
      return { url: `https://site${at}-${page}.example/${'p'.repeat(700)}`, title: 'A' };
    });
    const day = 15 - (at % 14);
    const answeredAt = `2026-06-${String(day).padStart(2, '0')}T09:00:00.000Z`;
    const fields = { external_id: randomUUID(), platform: 'chatgpt', question: `${at % 50} ${'猫'.repeat(1_900)}?` };
    return JSON.stringify({ ...fields, answer, citations, answered_at: answeredAt });
  });
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
  client = await connectMcp(api, caller.key);
});
afterAll(() => client.close());

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('all tools are described in 24 kB, those of a key that reads only in 21', async () => {
  const whole = bytesOf((await client.listTools()).tools);
  const input = { accountId: caller.account.accountId, name: 'assistant', access: 'read' };
  const reader = await connectMcp(api, (await createKey(api.db, SYSTEM_CLOCK, input)).apiKey);
  const read = bytesOf((await reader.listTools()).tools);
  expect({ whole, isWhole: whole <= 24_000, read, isRead: read <= 21_000 }).toMatchObject({
    isWhole: true,
    isRead: true,
  });
  await reader.close();
  expect(INSTRUCTIONS.length).toBeLessThanOrEqual(1_500);
});

test('no result of a full project has more than 24 kB, and what is left out is told', async () => {
  const { answers } = await callTool<{ answers: { id: string; date: string }[] }>(client, 'search_answers', {
    project_id: id,
    limit: 1,
  });
  const calls: [string, Record<string, unknown>][] = [
    ['list_projects', { limit: 50 }],
    ['get_project', { project_id: id }],
    ['get_visibility', { project_id: id, window: '90d', trend: true }],
    ['compare_brands', { project_id: id, limit: 50 }],
    ['compare_segments', { project_id: id, by: 'tag' }],
    ['list_prompts', { project_id: id, limit: 50 }],
    ['search_answers', { project_id: id, limit: 20 }],
    ['get_answer', { project_id: id, date: answers[0]?.date, answer_id: answers[0]?.id }],
    ['list_sources', { project_id: id, limit: 50 }],
    ['list_sources', { project_id: id, limit: 50, domain: 'site0-0.example' }],
    ['list_changes', { project_id: id }],
    ['sample_size', { project_id: id, change_points: 5 }],
    ['get_account', {}],
  ];
  const cut = new Set<string>();
  for (const [name, sent] of calls) {
    const result = await callTool(client, name, sent);
    expect([name, bytesOf(result) <= 24_000]).toEqual([name, true]);
    if (result['is_cut']) cut.add(name);
  }
  expect([...cut]).toEqual(expect.arrayContaining(['list_prompts', 'get_answer']));
});

test('a list that was cut goes on where it ended', async () => {
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const sent = { project_id: id, limit: 50, ...(cursor ? { cursor } : {}) };
    const page: { prompts: { id: string }[]; next_cursor: string | null } = await callTool(
      client,
      'list_prompts',
      sent,
    );
    seen.push(...page.prompts.map((prompt) => prompt.id));
    cursor = page.next_cursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([PROMPTS, PROMPTS]);
});
