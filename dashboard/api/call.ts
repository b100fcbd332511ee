import { detailsOf, type Issue, type ProofReason, Refused, send } from './refused.ts';

interface Failure {
  code?: string;
  message?: string;
  reason?: ProofReason;
}

/**
 * Sends a request to a route of the dashboard, which answers with what GraphQL cannot: cookies, or secrets that are
 * shown once. @param waitMs until the response begins; 15 s unless given. @throws Refused
 */
export async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  waitMs?: number,
): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  // A POST has a body, since the service refuses one of another type than JSON, and one without any has none.
  const sent = method === 'POST' ? JSON.stringify(body ?? {}) : null;
  const response = await send(path, { method, headers, body: sent }, waitMs);
  if (response.ok) return response;
  const { error = {} }: { error?: Failure } = await response.json().catch(() => ({}));
  const { code = `HTTP_${response.status}`, message = 'The service returned no answer.', reason = null } = error;
  throw new Refused(code, message, { ...detailsOf(response), reason, issues: issuesOf(code, message) });
}

/** What a route answers, without its envelope; as {@link call}. @throws Refused */
export async function callFor<Data>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  waitMs?: number,
): Promise<Data> {
  const { data }: { data: Data } = await (await call(method, path, body, waitMs)).json();
  return data;
}

const FAULT = /^([a-z_]+): (.+)$/;

/** A route names each faulty field within its sentence, as `field: fault; field: fault`. */
function issuesOf(code: string, message: string): Issue[] {
  if (code !== 'VALIDATION_ERROR') return [];
  const faults = message.split('; ').map((part) => FAULT.exec(part));
  return faults.flatMap((fault) => (fault ? [{ path: [fault[1] ?? ''], message: fault[2] ?? '' }] : []));
}
