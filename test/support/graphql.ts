import type { Answer, ApiCaller, SentHeaders, TestApi } from './api.js';

/** What GraphQL answers, as far as every operation has it. */
export interface GraphqlBody<Data = Record<string, unknown>> {
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions?: { cost: { complexity: number; requests: number; limit: number; remaining: number; reset: number } };
}

export type GraphqlAnswer = Omit<Answer, 'body'> & { body: GraphqlBody };

/** Asks an operation by POST, with the caller's key. */
export async function askGraphql(
  caller: ApiCaller,
  query: string,
  variables: object = {},
  headers: SentHeaders = {},
): Promise<GraphqlAnswer> {
  return sendGraphql(caller.api, JSON.stringify({ query, variables }), {
    Authorization: `Bearer ${caller.key}`,
    ...headers,
  });
}

/** Sends a body as it stands to `/graphql`, as JSON unless the headers say otherwise. */
export async function sendGraphql(api: TestApi, body: string, headers: SentHeaders = {}): Promise<GraphqlAnswer> {
  return asGraphql(await api.request('POST', '/graphql', { 'Content-Type': 'application/json', ...headers }, body));
}

/** Each answer of the surface is JSON, whichever of its two media types it is told as. */
export function asGraphql(answer: Answer): GraphqlAnswer {
  return { ...answer, body: JSON.parse(answer.text) };
}
