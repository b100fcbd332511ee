import { ServiceError } from '../errors.js';

/** Resources that can be named by id, and what messages call them. */
const LABEL = {
  account: 'Account',
  project: 'Project',
  prompt: 'Prompt',
  competitor: 'Competitor',
  candidate: 'Candidate',
  key: 'Key',
  holder: 'Holder',
  session: 'Session',
  passkey: 'Passkey',
  totp: 'Authenticator app',
} as const;

export type Resource = keyof typeof LABEL;

/** The resource never existed or is archived. */
export function notFound(resource: Resource): ServiceError {
  return new ServiceError('NOT_FOUND', `${LABEL[resource]} not found`);
}

/** The resource is another account's. */
export function belongsElsewhere(resource: Resource): ServiceError {
  return new ServiceError('FORBIDDEN', `${LABEL[resource]} belongs to another account`);
}
