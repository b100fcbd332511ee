import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createProject } from '../../src/core/projects/project.writes.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { until } from '../support/until.js';

const SPAN = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  /** 2 where it failed. */
  status: z.object({ code: z.int().optional() }).optional(),
  attributes: z.array(z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) })),
});
type Span = z.output<typeof SPAN>;
const EXPORT = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(SPAN) })) })),
});

describe('traces', () => {
  let database: TestDatabase;
  let fake: FakePlatforms;
  let service: ServiceProcess;
  /** What the worker is to ask, there before it looks. */
  let monitored: { accountId: string; projectId: string };
  /** What the collector received, as text and as spans. */
  const texts: string[] = [];
  const spans: Span[] = [];
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
    fake = await FakePlatforms.start();
    fake.fail({ fault: 'http_400', platform: 'claude' });
    monitored = await addPrompt();
    service = await startService({
      ...fake.environment,
      DATABASE_URL: databaseUrl(database.address),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    });
  });
  afterAll(async () => {
    killProcesses();
    collector.close();
    await fake.close();
    await database.close();
  });

  async function addPrompt() {
    const { ctx, accountId } = await openAccount(database.db);
    const brand = { brandName: 'Sesamebrand', websiteUrl: 'https://sesame.example' };
    const { id: projectId } = await createProject(ctx, brand);
    const promptText = 'Which sesame oil is best?';
    await createPrompt(ctx, projectId, {
      promptText,
      monitoringFrequency: 'weekly',
      platforms: ['chatgpt', 'claude'],
    });
    return { accountId, projectId };
  }

  const attributeOf = (span: Span | undefined, name: string) =>
    span?.attributes.find(({ key }) => key === name)?.value.stringValue;

  test('a request of the API is a span with its statements as children, and no secret is in it', async () => {
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
    const whole = texts.join('\n');
    for (const secret of [apiKey, accountId, 'sesame', 'select ']) expect(whole).not.toContain(secret);
  });

  test('a run is a span, the request to its platform its child, a failed one marked, no secret in any', async () => {
    const of = (name: string, platform: string) =>
      spans.find((span) => span.name === name && attributeOf(span, 'platform') === platform);
    const [accepted, failed] = await until(
      async () => [of('run', 'chatgpt'), of('run', 'claude')] as const,
      (found) => found.every((span) => span !== undefined),
    );
    const requestOf = (run: Span | undefined) =>
      until(
        async () => spans.find((span) => span.name === 'platform request' && span.parentSpanId === run?.spanId),
        (found) => found !== undefined,
      );
    for (const [run, code] of [
      [accepted, undefined],
      [failed, 2],
    ] as const) {
      const request = await requestOf(run);
      expect(request?.traceId).toBe(run?.traceId);
      expect(attributeOf(request, 'server.address')).toBe('127.0.0.1');
      expect(request?.status?.code || undefined).toBe(code);
      expect(attributeOf(request, 'error.type')).toBe(code && 'CallFailure');
    }
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === accepted?.spanId);
    expect(statements.length).toBeGreaterThan(1);
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    const whole = texts.join('\n');
    for (const secret of ['sesame', 'Sesame', ...Object.values(monitored), 'select '])
      expect(whole).not.toContain(secret);
  });
});
