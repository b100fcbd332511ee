import { messageOf, ProofRequired, type ServiceError } from '../core/errors.js';
import { toWireName } from './wire.js';

/** Path parameters keep their names from the specification's paths. */
const PATH_PARAMETERS = new Set(['projectId', 'promptId', 'competitorId']);

/** The body of every error status (specification, section 7), with its fields named as on the wire. */
export function errorBody(error: ServiceError) {
  const message = error.issues.length > 0 ? messageOf(error.issues, fieldName) : error.message;
  const reason = error instanceof ProofRequired ? { reason: error.reason } : {};
  return { success: false, error: { code: error.code, message, ...reason } } as const;
}

function fieldName(name: string): string {
  return PATH_PARAMETERS.has(name) ? name : toWireName(name);
}
