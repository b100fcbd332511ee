import fc from 'fast-check';
import { TOOLS } from '../../src/mcp/tools/all-tools.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { bodyOf, MCP_HEADERS, messageOf } from '../support/mcp.js';
import { createProject, createPrompt } from '../support/resources.js';

/** Messages as no client sends them: each is answered, and none is a failure of ours. */

const api = useApi();

let caller: ApiCaller;
let project: string;

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: project } = await createProject(caller));
  await createPrompt(caller, project);
});

async function expectAnswered(body: string): Promise<void> {
  const answer = await api.request('POST', '/mcp', { ...MCP_HEADERS, Authorization: `Bearer ${caller.key}` }, body);
  expect([200, 202, 400, 404, 413]).toContain(answer.status);
  expect(answer.text).not.toContain('INTERNAL_ERROR');
  if (answer.text !== '') expect(bodyOf(answer.text)).toBeDefined();
}

/** Values that a text, a number or a list is mistaken for. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    ...['', '\0', '%', '_', '\\', "'", '\ud800', '2026-02-30', '0001-01-01', '9999-12-31', 'x'.repeat(10_000)],
    ...[-1, 0, 1.5, 1e308, 2 ** 53, null, [], {}, [[]], ['\0'], { tags: ['\0'] }],
  ),
);

test.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s with arguments of any shape', async (name, tool) => {
  const names = Object.keys(tool.input.shape);
  const sent = fc.record(Object.fromEntries(names.map((each) => [each, odd])), { requiredKeys: [] });
  const known = { ...(names.includes('project_id') && { project_id: project }) };
  await fc.assert(
    fc.asyncProperty(sent, fc.boolean(), async (args, isKnown) => {
      await expectAnswered(messageOf('tools/call', { name, arguments: { ...args, ...(isKnown && known) } }));
    }),
    { numRuns: 40 },
  );
});

test('messages of any shape', async () => {
  const methods = fc.constantFrom(
    'initialize',
    'ping',
    'tools/call',
    'tools/list',
    'prompts/get',
    'resources/read',
    'x',
  );
  const message = fc.record(
    { jsonrpc: fc.constantFrom<unknown>('2.0', '1.0', 2), id: odd, method: fc.oneof(methods, odd), params: odd },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(message, odd), async (sent) => expectAnswered(JSON.stringify(sent))),
    { numRuns: 200 },
  );
});

test.each([
  ['lists in lists', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['objects in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
])('%s, as deep as a body holds', async (_what, deep) => {
  await expectAnswered(deep);
  for (const at of [
    '"arguments":%,"name":"get_project"',
    '"name":%',
    '"name":"get_project","arguments":{"project_id":%}',
  ]) {
    const params = at.replace('%', () => deep);
    await expectAnswered(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}`);
  }
  await expectAnswered(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${deep}}}`);
});
