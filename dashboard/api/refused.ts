/** What is wrong with one field of an input, in the words of the service. */
export interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** What somebody has to do before the same request is let through. */
export type ProofReason = 'STEP_UP_REQUIRED' | 'SECOND_FACTOR_REQUIRED';

interface Details {
  retryAfterSeconds?: number | null;
  issues?: readonly Issue[];
  requestId?: string | null;
  reason?: ProofReason | null;
}

/** Why a request was not answered: the service's code, or `UNREACHABLE`. The message is the service's own. */
export class Refused extends Error {
  readonly code: string;
  /** How long to wait before asking again; null where the service does not say. */
  readonly retryAfterSeconds: number | null;
  /** Faults by field; empty unless the code is `VALIDATION_ERROR`. */
  readonly issues: readonly Issue[];
  /** To quote when somebody asks the operator. */
  readonly requestId: string | null;
  /** Which proof is missing; null where none is. */
  readonly reason: ProofReason | null;

  constructor(
    code: string,
    message: string,
    { retryAfterSeconds = null, issues = [], requestId = null, reason = null }: Details = {},
  ) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
    this.issues = issues;
    this.requestId = requestId;
    this.reason = reason;
  }
}

/** True where the service refused for this reason. */
export function isRefusedFor(error: unknown, code: string): error is Refused {
  return error instanceof Refused && error.code === code;
}

/** True where the service wants this proof first. */
export function isRefusedUntil(error: unknown, reason: ProofReason): boolean {
  return error instanceof Refused && error.reason === reason;
}

/** What a response says of waiting and of itself, whatever its body. */
export function detailsOf({ headers }: Response): Details {
  const wait = Number(headers.get('Retry-After') ?? Number.NaN);
  return { retryAfterSeconds: Number.isFinite(wait) ? wait : null, requestId: headers.get('X-Request-Id') };
}

/** Sends a request to the service. @throws Refused `UNREACHABLE`; what the signal was aborted for. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, { credentials: 'same-origin', ...init }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new Refused('UNREACHABLE', 'The service cannot be reached.');
  });
}
