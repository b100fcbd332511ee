import type { BenchAccount } from '../shared/accounts.js';
import { getBytes } from '../shared/keep-alive-client.js';

/** A measured read: the same bytes go to every variant. */
export interface Question {
  name: string;
  pathFor: (account: BenchAccount) => string;
}

export const LIST: Question = { name: 'list of 20 projects', pathFor: () => '/api/v1/projects' };

export const VISIBILITY: Question = {
  name: 'visibility of 90 days',
  pathFor: ({ projectId }) => `/api/v1/projects/${projectId}/visibility?window=90d`,
};

export const QUESTIONS = [LIST, VISIBILITY] as const;

/** One request for each account, ready to be sent. */
export function requestsFor(pathFor: Question['pathFor'], accounts: readonly BenchAccount[]): Buffer[] {
  return accounts.map((account) => getBytes(pathFor(account), account.key));
}
