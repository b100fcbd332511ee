import type { TadaDocumentNode } from 'gql.tada';
import { detailsOf, type Issue, type ProofReason, Refused, send } from './refused.ts';

interface Fault {
  message: string;
  extensions?: { code?: string; issues?: Issue[]; reason?: ProofReason };
}

interface Answer<Data> {
  data?: Data | null;
  errors?: Fault[];
}

/**
 * Asks one operation with the session's cookie. A field that failed alone is null in the data.
 * @throws Refused where the whole operation was refused, or nothing of it came back.
 */
export async function ask<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  const response = await send('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: document, variables }),
    signal: signal ?? null,
  });
  const { data, errors = [] }: Answer<Data> = await response.json().catch(() => ({}));
  if (data && !(errors.length > 0 && isEmpty(data))) return data;
  throw refusalOf(response, errors[0]);
}

function isEmpty(data: object): boolean {
  return Object.values(data).every((value) => value === null);
}

function refusalOf(response: Response, fault: Fault | undefined): Refused {
  const { code = `HTTP_${response.status}`, issues = [], reason = null } = fault?.extensions ?? {};
  const message = fault?.message ?? 'The service returned no answer.';
  return new Refused(code, message, { ...detailsOf(response), issues, reason });
}
