import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ROOT } from '../contract/sources.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { callTool, messageOf } from '../support/mcp.js';
import { operate } from '../support/operator.js';
import { environmentOf } from '../support/processes.js';

/** `operator mcp`: the same tools over standard input and output, for an account, as the operator. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const INITIALIZE = messageOf('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});

const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

/** Sends messages to the command, and returns what it wrote until its input ended, by the messages' ids. */
async function converse(accountId: string, messages: readonly string[], ...options: string[]) {
  const args = ['mcp', '--account', accountId, ...options];
  const lines = [INITIALIZE, INITIALIZED, ...messages].map((line) => `${line}\n`).join('');
  const { code, stdout, stderr } = await operate(args, { DATABASE_URL: database.url }, lines);
  const replies = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { id: number; result: Record<string, unknown> } => JSON.parse(line));
  return { code, stderr, replies: new Map(replies.map(({ id, result }) => [id, result])) };
}

const namesOf = (result: unknown) => (result as { tools: { name: string }[] }).tools.map(({ name }) => name);

test('reads alone unless it is told to write; its output is the protocol, and it ends with its input', async () => {
  const { accountId } = await openAccount(database.db, 'starter');
  const messages = [
    messageOf('tools/list', {}, 2),
    messageOf('tools/call', { name: 'get_account', arguments: {} }, 3),
    messageOf('tools/call', { name: 'get_project', arguments: { project_id: randomUUID() } }, 4),
  ];
  const reading = await converse(accountId, messages);
  expect([reading.code, reading.stderr]).toEqual([0, '']);
  expect(namesOf(reading.replies.get(2))).toHaveLength(12);
  expect(reading.replies.get(3)).toMatchObject({ structuredContent: { tier: 'starter' } });
  expect(reading.replies.get(4)).toMatchObject({
    isError: true,
    content: [{ text: 'NOT_FOUND: Project not found' }],
  });
  const writing = await converse(accountId, messages, '--write');
  expect(namesOf(writing.replies.get(2))).toHaveLength(15);
});

test('an account that does not exist is refused in a line', async () => {
  const { code, stdout, stderr } = await operate(['mcp', '--account', randomUUID()], { DATABASE_URL: database.url });
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('Account not found')]);
});

test('the official client talks to the command in a process of its own', async () => {
  const { accountId } = await openAccount(database.db);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, 'dist/operator/main.js'), 'mcp', '--account', accountId],
      env: environmentOf({ DATABASE_URL: database.url }) as Record<string, string>,
    }),
  );
  expect(await callTool(client, 'list_projects')).toEqual({ projects: [], next_cursor: null, is_cut: false });
  expect((await client.listResources()).resources).toHaveLength(2);
  await client.close();
});
