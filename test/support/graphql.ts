import type { Answer, ApiCaller, SentHeaders, TestApi } from './api.js';

/** What GraphQL answers, as far as every operation has it. */
export interface GraphqlBody<Data = Record<string, unknown>> {
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions?: { cost: { complexity: number; requests: number; limit: number; remaining: number; reset: number } };
}

export type GraphqlResponse = Omit<Answer, 'body'> & { body: GraphqlBody };

/** Asks an operation by POST, with the caller's key. */
export async function askGraphql(
  caller: ApiCaller,
  query: string,
  variables: object = {},
  headers: SentHeaders = {},
): Promise<GraphqlResponse> {
  return sendGraphql(caller.api, JSON.stringify({ query, variables }), {
    Authorization: `Bearer ${caller.key}`,
    ...headers,
  });
}

/** Sends a body unchanged to `/graphql`, as JSON unless the headers say otherwise. */
export async function sendGraphql(api: TestApi, body: string, headers: SentHeaders = {}): Promise<GraphqlResponse> {
  return asGraphql(await api.request('POST', '/graphql', { 'Content-Type': 'application/json', ...headers }, body));
}

/** Each response of the surface is JSON, whichever of its two media types it has. */
export function asGraphql(answer: Answer): GraphqlResponse {
  return { ...answer, body: JSON.parse(answer.text) };
}

/** The whole operation refused: one error with this code and message, and no data. */
export function expectFailure(
  answer: GraphqlResponse,
  status: number,
  code: string,
  message: string | RegExp = /\w/,
): void {
  expect([answer.status, answer.body.errors]).toEqual([
    status,
    [{ message: expect.stringMatching(message), extensions: { code } }],
  ]);
  expect(answer.body).not.toHaveProperty('data');
}

/** The budget as the headers tell it. */
export function budgetOf({ headers }: Pick<Answer, 'headers'>) {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
  return { limit: Number(limit), remaining: Number(remaining), reset: Number(reset) };
}
