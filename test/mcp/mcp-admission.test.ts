import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createKey, revokeKey } from '../../src/core/people/api-keys.js';
import { setKillSwitch } from '../../src/core/writes.js';
import { type Answer, type ApiCaller, liftLimits, sql, useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { budgetOf } from '../support/graphql.js';
import { bodyOf, callTool, connectMcp, MCP_HEADERS, messageOf } from '../support/mcp.js';
import { createProject } from '../support/resources.js';

/** Who is let in to `/mcp`, and what it costs: as REST decides it, but for tools' calls beyond the budget. */

const api = useApi({ publicUrl: 'https://visibility.example' });
const LIST = messageOf('tools/list');
const ACCOUNT = messageOf('tools/call', { name: 'get_account', arguments: {} });

const send = (headers: Record<string, string>, body = LIST, method = 'POST') =>
  api.request(method, '/mcp', { ...MCP_HEADERS, ...headers }, method === 'POST' ? body : undefined);
const sendAs = (caller: ApiCaller, body = LIST, headers: Record<string, string> = {}) =>
  send({ Authorization: `Bearer ${caller.key}`, ...headers }, body);

/** What is left of the minute, without asking for anything. */
async function spent(caller: ApiCaller): Promise<number> {
  const [row] = await sql<{ minute_count: number }>(
    api.db,
    'select minute_count from request_budget where account_id = $1',
    [caller.account.accountId],
  );
  return row?.minute_count ?? 0;
}

/**
 * Asks again where a connection of the database was waited for longer than 5 s (`CONNECTIONS.request`), which a machine
 * that is busy with other work may take: that alone is 503 here, with when to come back.
 */
async function served(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  if (answer.status !== 503) return answer;
  expectError(answer, 'SERVICE_UNAVAILABLE');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return served(ask);
}

/** How often each of some values is there. */
function countsOf(values: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

async function failureWords(answer: Answer): Promise<string> {
  expect(answer.status).toBe(200);
  const { result } = bodyOf(answer.text);
  expect(result).toMatchObject({ isError: true });
  // The one shape of a tool's failure.
  return (result as { content: [{ text: string }] }).content[0].text;
}

describe('who is refused is answered as by REST, and charged nothing:', () => {
  test('without a key, with a wrong one, with a cookie alone', async () => {
    for (const headers of [{}, { Authorization: 'Bearer bvm_wrong' }, { Cookie: '__Host-session=x' }]) {
      const answer = await send(headers as Record<string, string>);
      expectError(answer, 'UNAUTHORIZED', 'A valid API key is required');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('with a revoked key, also in the middle of a conversation', async () => {
    const caller = await api.open();
    const client = await connectMcp(api, caller.key);
    await callTool(client, 'get_account');
    await revokeKey(api.db, caller.account.keyId);
    await expect(client.callTool({ name: 'get_account', arguments: {} })).rejects.toThrow();
    expectError(await sendAs(caller, ACCOUNT), 'UNAUTHORIZED');
    await client.close();
  });

  test('a tier without API', async () => {
    expectError(await sendAs(await api.open('starter')), 'FORBIDDEN', 'has no API access');
  });

  test('a page of another site, whatever key it has', async () => {
    const caller = await api.open();
    for (const Origin of ['https://evil.example', 'null', 'http://visibility.example']) {
      expectError(await sendAs(caller, LIST, { Origin }), 'FORBIDDEN', 'another site');
    }
    expect((await sendAs(caller, LIST, { Origin: 'https://visibility.example' })).status).toBe(200);
    expect(await spent(caller)).toBe(1);
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s, which it does not serve', async (method) => {
    const answer = await send({}, LIST, method);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('who looks for a sign-in finds none', async () => {
    for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp', 'oauth-authorization-server']) {
      expect((await api.request('GET', `/.well-known/${path}`)).status).toBe(404);
    }
  });
});

describe('a message that is wrong costs one request:', () => {
  test.each([
    ['no JSON', '{', 400],
    ['nothing', '', 400],
    ['a body of 64 KiB and a byte', JSON.stringify('x'.repeat(64 * 1024 - 1)), 413],
    ['a batch', `[${LIST},${ACCOUNT}]`, 400],
    ['a stream that would be held', messageOf('subscriptions/listen', { notifications: {} }), 404],
  ])('%s', async (_what, body, status) => {
    const caller = await api.open();
    const answer = await sendAs(caller, body);
    expect([answer.status, bodyOf(answer.text)]).toEqual([
      status,
      expect.objectContaining({ jsonrpc: '2.0', error: { code: expect.any(Number), message: expect.any(String) } }),
    ]);
    expect(await spent(caller)).toBe(1);
    expect(budgetOf(answer)).toMatchObject({ limit: 200, remaining: 199 });
  });

  test('an unknown method, and headers that say something else than the body', async () => {
    const caller = await api.open();
    expect(bodyOf((await sendAs(caller, messageOf('files/delete'))).text)).toMatchObject({ error: { code: -32601 } });
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = messageOf('tools/call', { name: 'get_account', arguments: {}, _meta: meta });
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call' };
    const agreeing = await sendAs(caller, body, { ...headers, 'Mcp-Name': 'get_account' });
    expect([agreeing.status, bodyOf(agreeing.text).result]).toMatchObject([200, { structuredContent: {} }]);
    const other = await sendAs(caller, body, { ...headers, 'Mcp-Name': 'add_note' });
    expect([other.status, bodyOf(other.text).error]).toMatchObject([400, { code: expect.any(Number) }]);
    expect(await spent(caller)).toBe(3);
  });

  test('another type of content', async () => {
    const caller = await api.open();
    expect((await sendAs(caller, LIST, { 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

describe('the budget', () => {
  test('is charged what a tool costs in points, once', async () => {
    const caller = await api.open();
    const { id } = await createProject(caller);
    const before = await spent(caller);
    const answer = await sendAs(caller, messageOf('tools/call', { name: 'list_projects', arguments: { limit: 50 } }));
    expect(bodyOf(answer.text).result).toMatchObject({ structuredContent: { projects: [{ id }] } });
    // 1 + 2 · 50 points.
    expect((await spent(caller)) - before).toBe(11);
    expect(budgetOf(answer).remaining).toBe(200 - before - 11);
    const wrong = await sendAs(caller, messageOf('tools/call', { name: 'list_projects', arguments: { limit: 'x' } }));
    expect(await failureWords(wrong)).toContain('VALIDATION_ERROR: limit');
    expect((await spent(caller)) - before).toBe(12);
  });

  test.each([
    ['minute', 'minute_count = 200, minute_started_at = now()'],
    ['day', "day_count = 5000, day_date = (now() at time zone 'UTC')::date"],
  ])('that is used up for the %s: a tool says how long to wait, all else is 429', async (_window, used) => {
    const caller = await api.open();
    await sql(api.db, `update request_budget set ${used} where account_id = $1`, [caller.account.accountId]);
    const answer = await sendAs(caller, ACCOUNT);
    expect(await failureWords(answer)).toMatch(/^RATE_LIMIT_EXCEEDED: Rate limit exceeded\. .* Try again in \d+ s\.$/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(budgetOf(answer).remaining).toBe(0);
    const list = await sendAs(caller);
    expectError(list, 'RATE_LIMIT_EXCEEDED');
    expect(Number(list.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('a read key is charged as a full one', async () => {
    const caller = await api.open();
    const input = { accountId: caller.account.accountId, name: 'assistant', access: 'read' };
    const { apiKey } = await createKey(api.db, SYSTEM_CLOCK, input);
    const answer = await send({ Authorization: `Bearer ${apiKey}` }, ACCOUNT);
    expect([budgetOf(answer).remaining, await spent(caller)]).toEqual([199, 1]);
  });
});

test('while writes are switched off a tool that writes says so, and others go on', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  await setKillSwitch(api.db, true);
  const sent = { project_id: id, prompts: [{ text: 'Which kettle?' }], dry_run: false };
  const write = await sendAs(caller, messageOf('tools/call', { name: 'add_prompts', arguments: sent }));
  const read = await sendAs(caller, ACCOUNT);
  await setKillSwitch(api.db, false);
  expect(await failureWords(write)).toMatch(/^SERVICE_KILL_SWITCH_ACTIVE: /);
  expect(bodyOf(read.text).result).toMatchObject({ structuredContent: { tier: 'agency' } });
});

test('of 1,000 calls at once all are answered, and exactly the minute is charged', async () => {
  const caller = await api.open();
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => sendAs(caller, ACCOUNT)));
  const done = answers.filter(({ text }) => !bodyOf(text).result?.['isError']);
  expect(countsOf(answers.map(({ status }) => status))).toEqual({ 200: 1_000 });
  expect(done.length).toBe(200);
  expect(await spent(caller)).toBe(200);
});

describe('walls', () => {
  test('two accounts in turns, 200 calls at once: each sees its own alone', async () => {
    const callers = await Promise.all([api.open(), api.open()]);
    const owned = new Map<ApiCaller, string>();
    for (const caller of callers) {
      await liftLimits(caller);
      owned.set(caller, (await createProject(caller, { brand_name: `Of ${caller.account.accountId}` })).id);
    }
    const asking = Array.from({ length: 200 }, async (_, at) => {
      const [own, other] = at % 2 === 0 ? callers : callers.toReversed();
      if (!own || !other) throw new Error('two accounts were opened');
      const name = ['list_projects', 'get_project', 'list_changes', 'list_prompts'][at % 4] ?? '';
      const mine = name === 'list_projects' ? {} : { project_id: owned.get(own) };
      const answer = await served(() => sendAs(own, messageOf('tools/call', { name, arguments: mine })));
      expect(bodyOf(answer.text).result).not.toMatchObject({ isError: true });
      expect(answer.text).not.toContain(owned.get(other));
      expect(answer.text).not.toContain(other.account.accountId);
    });
    await Promise.all(asking);
  });
});
