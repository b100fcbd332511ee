import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { whileWritesWait } from '../support/held-writes.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { until } from '../support/until.js';

/** What is under way is given so long. */
const DRAIN_MS = 10_000;
/** For the rest of a stop, which takes 0.3 s on an idle machine. */
const REST_MS = 10_000;

const BRAND = JSON.stringify({ brand_name: 'Acme', website_url: 'https://acme.example' });

describe('the end of the service', () => {
  let database: TestDatabase;
  let url: string;
  let apiKey: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    url = databaseUrl(database.address);
    apiKey = (await openAccount(database.db)).apiKey;
  });
  afterEach(killProcesses);
  afterAll(() => database.close());

  const createProject = (service: ServiceProcess) =>
    fetch(`${service.url}/api/v1/projects`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: BRAND,
    });

  const isListening = (service: ServiceProcess) =>
    fetch(`${service.url}/healthz`, { headers: { Connection: 'close' } }).then(
      () => true,
      () => false,
    );

  test.each([['SIGTERM'], ['SIGINT'], ['SIGTERM', 'SIGTERM']] as const)(
    '%s %s stops accepting, finishes what is in flight, and ends with exit code 0',
    async (...signals: readonly NodeJS.Signals[]) => {
      const service = await startService({ DATABASE_URL: url });
      let inFlight: Promise<Response> | undefined;
      await whileWritesWait(url, async (reached) => {
        inFlight = createProject(service);
        await reached(1);
        for (const signal of signals) {
          service.kill(signal);
          await until(
            () => isListening(service),
            (listens) => !listens,
          );
        }
      });
      expect((await inFlight)?.status).toBe(201);
      expect(await service.exited).toEqual({ code: 0, signal: null });
      expect(service.stderr).toBe('');
    },
  );

  test('an idle connection that is kept alive does not hold it up', async () => {
    const service = await startService({ DATABASE_URL: url });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    const signalled = Date.now();
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(Date.now() - signalled).toBeLessThan(DRAIN_MS);
  });

  test('a database gone silent under a request does not hold it up for more than 10 seconds', async () => {
    const proxy = await FaultProxy.start(url);
    const service = await startService({ DATABASE_URL: proxy.url });
    await whileWritesWait(url, async (reached) => {
      const lost = createProject(service).catch(() => null);
      await reached(1);
      proxy.mode = 'silent';
      const signalled = Date.now();
      service.kill('SIGTERM');
      expect(await service.exited).toEqual({ code: 0, signal: null });
      expect(Date.now() - signalled).toBeLessThan(DRAIN_MS + REST_MS);
      await lost;
    });
    await proxy.close();
  });
});
