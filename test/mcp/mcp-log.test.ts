import { Writable } from 'node:stream';
import { pino } from 'pino';
import { useApi } from '../support/api.js';
import { MCP_HEADERS, messageOf } from '../support/mcp.js';
import { createProject } from '../support/resources.js';

/** What operators are told of calls: which tool, at what price, with which outcome; never what was asked. */

const lines: string[] = [];
const written = new Writable({
  decodeStrings: false,
  write(line, _encoding, done) {
    lines.push(line);
    done();
  },
});
const api = useApi({ log: pino({ level: 'info', base: null }, written) });

const SECRET = 'sesame-sesame-sesame';

test('the line of a request and a metric have tool, points and outcome, and no argument', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const headers = { ...MCP_HEADERS, Authorization: `Bearer ${caller.key}` };
  const call = (name: string, sent: object) =>
    api.request('POST', '/mcp', headers, messageOf('tools/call', { name, arguments: sent }));
  await call('list_prompts', { project_id: id, search: SECRET });
  await call('list_prompts', { project_id: SECRET });
  await call(SECRET, {});
  await api.request('POST', '/mcp', headers, messageOf('tools/list'));
  const requests = lines.map((line) => JSON.parse(line)).filter(({ path }) => path === '/mcp');
  expect(requests).toMatchObject([
    { method: 'POST', status: 200, tool: 'list_prompts', points: 4, outcome: 'ok' },
    { tool: 'list_prompts', points: 4, outcome: 'VALIDATION_ERROR' },
    { status: expect.any(Number) },
    { status: 200 },
  ]);
  expect(lines.join('')).not.toContain(SECRET);
  const metrics = await api.request('GET', '/metrics');
  expect(metrics.text).not.toContain(SECRET);
  expect(metrics.text.match(/^mcp_calls_total.*$/gm)).toEqual([
    'mcp_calls_total{tool="list_prompts",outcome="ok"} 1',
    'mcp_calls_total{tool="list_prompts",outcome="VALIDATION_ERROR"} 1',
    'mcp_calls_total{tool="other",outcome="NOT_FOUND"} 1',
  ]);
  expect(metrics.text).toMatch(/http_request_duration_seconds_count\{method="POST",route="\/mcp",status="200"\} \d/);
});
