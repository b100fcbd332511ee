import { randomUUID } from 'node:crypto';
import { graphql } from 'graphql';
import type { Context } from '../../src/core/context.js';
import { destinationTools } from '../../src/core/destinations/destination-tools.js';
import type { GraphqlContext } from '../../src/graphql/graphql-context.js';
import { createLoaders } from '../../src/graphql/loaders/loaders.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { ownerOf } from '../support/accounts.js';
import { type ApiCaller, sql, useApi } from '../support/api.js';
import { FAST_PATHS } from '../support/fast-paths.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt, seedPrompts } from '../support/resources.js';

const api = useApi();

let caller: ApiCaller;
beforeEach(async () => {
  caller = await api.open('professional');
});

/** As the account's holder would ask who signed in. */
async function askAsHolder(source: string, variableValues: Record<string, unknown> = {}) {
  const { ctx } = caller.account;
  const core: Context = { ...ctx, caller: ownerOf(ctx.caller) };
  const contextValue: GraphqlContext = {
    core,
    client: { network: '127.0.0.1', userAgent: 'test' },
    linkBaseUrl: 'http://localhost',
    deliverLink: async () => ({ isMailed: false, url: null }),
    deliverConfirmation: null,
    destinations: destinationTools(),
    methods: [],
    loaders: createLoaders(core),
    budget: { limit: 200, remaining: 199, reset: 0 },
    cost: { complexity: 1, requests: 1 },
  };
  return graphql({ schema: buildGraphqlSchema(FAST_PATHS), source, variableValues, contextValue });
}

describe('the account', () => {
  test('tells its tier, what that allows, and what is used of it', async () => {
    const { id } = await createProject(caller);
    await createPrompt(caller, id);
    await seedPrompts(caller, id, 3, 'daily');
    const { id: archived } = await createProject(caller);
    await seedPrompts(caller, archived, 2);
    await caller.delete(`/projects/${archived}`);
    await sql(api.db, `insert into monitoring_month (account_id, month, credits_used) values ($1, '2026-06-01', 12)`, [
      caller.account.accountId,
    ]);
    const { body } = await askGraphql(
      caller,
      `{ account { id name tier subscription platforms
        limits { requestsPerMinute requestsPerDay projectCapacity competitorCapacity promptCapacity dailySlots
          creditsPerMonth }
        usage { requestsThisMinute requestsToday promptsUsed dailySlotsUsed creditsUsed creditsRemaining
          creditsResetAt } } }`,
    );
    expect(body.data).toEqual({
      account: {
        id: caller.account.accountId,
        name: 'Test',
        tier: 'PROFESSIONAL',
        subscription: 'ACTIVE',
        platforms: ['CHATGPT', 'PERPLEXITY', 'CLAUDE', 'GEMINI'],
        limits: {
          requestsPerMinute: 60,
          requestsPerDay: 500,
          projectCapacity: 100,
          competitorCapacity: 100,
          promptCapacity: 100,
          dailySlots: 20,
          creditsPerMonth: 5_000,
        },
        usage: {
          requestsThisMinute: 5,
          requestsToday: 5,
          promptsUsed: 4,
          dailySlotsUsed: 3,
          creditsUsed: 12,
          creditsRemaining: 4_988,
          creditsResetAt: '2026-07-01T00:00:00.000Z',
        },
      },
    });
  });

  test('the rate limit is the one that the headers report, with what this operation took', async () => {
    const { body, headers } = await askGraphql(
      caller,
      '{ rateLimit { limit remaining reset cost complexity } projects { nodes { prompts { totalCount } } } }',
    );
    expect(body.data?.['rateLimit']).toEqual({
      limit: 60,
      remaining: 57,
      reset: Number(headers.get('X-RateLimit-Reset')),
      cost: 3,
      complexity: 21,
    });
  });
});

describe('API keys', () => {
  const CREATE =
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey key { id name prefix } } }';
  const REVOKE = 'mutation ($id: ID!) { revokeApiKey(id: $id) { id revokedAt } }';

  test.each([
    ['see', '{ apiKeys { id } }'],
    ['make', 'mutation { createApiKey(input: { name: "more" }) { apiKey } }'],
    ['end', `mutation { revokeApiKey(id: "${randomUUID()}") { id } }`],
  ])('a key can not %s keys', async (_what, query) => {
    const { body } = await askGraphql(caller, query);
    expect(body.errors).toEqual([expect.objectContaining({ extensions: { code: 'FORBIDDEN' } })]);
    expect(Object.values(body.data ?? {})).toEqual([null]);
  });

  test('a holder makes one, sees it without its secret, and ends it at once', async () => {
    const made = await askAsHolder(CREATE, { input: { name: ' for the report ' } });
    const { apiKey, key } = (made.data as { createApiKey: { apiKey: string; key: { id: string; prefix: string } } })
      .createApiKey;
    expect(key).toMatchObject({ name: 'for the report', prefix: apiKey.slice(0, key.prefix.length) });
    const request = () => api.request('GET', '/api/v1/projects', { Authorization: `Bearer ${apiKey}` });
    expect((await request()).status).toBe(200);

    const listed = await askAsHolder('{ apiKeys { id name requestCount lastUsedAt revokedAt } }');
    expect(listed.data?.['apiKeys']).toEqual([
      expect.objectContaining({ id: caller.account.keyId }),
      { id: key.id, name: 'for the report', requestCount: 1, lastUsedAt: expect.any(String), revokedAt: null },
    ]);

    const ended = await askAsHolder(REVOKE, { id: key.id });
    expect(ended.data?.['revokeApiKey']).toEqual({ id: key.id, revokedAt: expect.any(String) });
    expect((await request()).status).toBe(401);
    expect((await askAsHolder(REVOKE, { id: key.id })).data).toEqual(ended.data);
  });
});
