import { accessOf, holdingPermit } from '../../src/database/access.js';
import { CONNECTIONS, DATABASE_MS_PER_MINUTE } from '../../src/database/database.js';
import { useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';

const api = useApi();

test('an account without database time left in the minute gets Retry-After, on both surfaces', async () => {
  const [greedy, other] = [await api.open(), await api.open()];
  accessOf(api.database.openForRequest(greedy.account.accountId)).noteTime(DATABASE_MS_PER_MINUTE);
  const rest = await greedy.get('/projects');
  expect(rest.status).toBe(503);
  expect(rest.body).toMatchObject({
    error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('15 seconds') },
  });
  expect(Number(rest.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  expect(Number(rest.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
  const graphql = await askGraphql(greedy, '{ account { id } }');
  expect(graphql.status).toBe(503);
  expect(graphql.headers.get('Retry-After')).not.toBeNull();
  expect(graphql.body).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  expect((await other.get('/projects')).status).toBe(200);
});

test('where accounts hold every connection, the next gets 503 with Retry-After, and the door still works', async () => {
  const caller = await api.open();
  const over = Promise.withResolvers<void>();
  const { permits, permitsPerKey } = CONNECTIONS.request;
  const holding = Array.from({ length: permits }, (_, at) =>
    holdingPermit(
      accessOf(api.database.openForRequest(`holder ${Math.floor(at / permitsPerKey)}`)),
      () => over.promise,
    ),
  );
  const [waiting, unknown] = await Promise.all([
    caller.get('/projects'),
    api.request('GET', '/api/v1/projects', { Authorization: `Bearer ${caller.key.slice(0, -1)}` }),
  ]);
  over.resolve();
  await Promise.all(holding);
  expect(unknown.status).toBe(401);
  expect(waiting.status).toBe(503);
  expect(waiting.headers.get('Retry-After')).toBe('1');
  expect(waiting.headers.get('X-RateLimit-Remaining')).not.toBeNull();
  expect((await caller.get('/projects')).status).toBe(200);
});
