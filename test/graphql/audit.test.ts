import { serverAudits } from 'graphql-http';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';

const api = useApi();
let caller: ApiCaller;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
});

const audits = serverAudits({
  url: () => `${api.url}/graphql`,
  fetchFn: async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${caller.key}`);
    return fetch(url, { ...init, headers });
  },
});

test('the audits of GraphQL over HTTP are all there', () => {
  expect(audits).toHaveLength(61);
});

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
  'audit %s: a server %s',
  async (_id, _name, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
  },
);
