import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { killProcesses, startService } from '../support/processes.js';
import { until } from '../support/until.js';

const SPAN = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
});
const EXPORT = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(SPAN) })) })),
});

describe('traces', () => {
  let database: TestDatabase;
  /** What the collector received, as text and as spans. */
  const texts: string[] = [];
  const spans: z.output<typeof SPAN>[] = [];
  const collector = createServer(async (req, res) => {
    let text = '';
    for await (const part of req) text += part;
    texts.push(text);
    const received = EXPORT.parse(JSON.parse(text));
    spans.push(...received.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    res.end('{}');
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  });
  afterEach(killProcesses);
  afterAll(async () => {
    collector.close();
    await database.close();
  });

  test('a request of the API is a span with its statements as children, and no secret is in it', async () => {
    const { port } = collector.address() as AddressInfo;
    const service = await startService({
      DATABASE_URL: databaseUrl(database.address),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    const { apiKey, accountId } = await openAccount(database.db);
    const answer = await fetch(`${service.url}/api/v1/projects?sesame=open`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    expect(answer.status).toBe(200);
    const request = await until(
      async () => spans.find(({ name }) => name === 'GET /api/v1/projects'),
      (found) => found !== undefined,
    );
    const statements = await until(
      async () => spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId),
      (found) => found.length > 0,
    );
    expect(statements.map(({ traceId }) => traceId)).toEqual(statements.map(() => request?.traceId));
    expect(statements.map(({ name }) => name).join()).toMatch(/project/);
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    const whole = texts.join('\n');
    for (const secret of [apiKey, accountId, 'sesame', 'select ']) expect(whole).not.toContain(secret);
  });
});
