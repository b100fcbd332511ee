import type { Admission } from '../../core/limits/admission.js';
import type { Visitor } from '../../core/people/security-events.js';

export const JSON_TYPE = 'application/json';
export const RESPONSE_TYPE = 'application/graphql-response+json';

/** A request to `/graphql` as the HTTP side passes it on; nothing here knows Express. */
export interface GraphqlRequest {
  method: string;
  /** A header by its name in lower case. */
  header: (name: string) => string | undefined;
  /** The query string with its question mark; empty where there is none. */
  search: string;
  /** The first of these media types that the caller prefers; null where it accepts none of them. */
  preferredType: (types: readonly string[]) => string | null;
  /** Whether the key was let in recently: otherwise the door is asked before any body is read. */
  isKnown: () => boolean;
  /** Announced bytes of the body, 0 where none are; infinite where the head does not tell the length. */
  bodyBytes: number;
  /** Reads the JSON body within its limits. @throws {@link RequestFault} */
  readBody: () => Promise<unknown>;
  /** Aborted when the caller has hung up: its reads are then cancelled. */
  work: AbortController;
  requestId: string;
  /** Where it comes from. */
  visitor: Visitor;
}

/** Whether a caller is let in; each refusal is a ServiceError. */
export interface GraphqlDoor {
  /** Waits until the request may start; called first. */
  enter: () => Promise<void>;
  /** Charges an operation so many requests of the tier. */
  admit: (requests: number) => Promise<Admission>;
  /** Refuses the callers that `admit` would refuse now, and charges nothing. */
  preview: () => Promise<void>;
  /** Refuses writes while the operator has switched them off. */
  refuseWhileReadOnly: (admission: Admission) => Promise<void>;
}

/** A body that cannot be read: the HTTP status for it, and what is wrong. */
export class RequestFault extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
