import type { BenchAccount } from '../shared/accounts.js';
import { bytesOf, getBytes, postBytes } from '../shared/keep-alive-client.js';
import type { RequestKind } from './recorder.js';

export interface HonestRequest {
  kind: RequestKind;
  bytes: Buffer;
}

/** The kinds of a hundred requests: eight write, and none changes a name that answers are analysed for. */
const MIX: readonly { share: number; kind: RequestKind; of: (account: BenchAccount, n: number) => Buffer }[] = [
  { share: 22, kind: 'read', of: ({ key }) => getBytes('/api/v1/projects', key) },
  { share: 10, kind: 'read', of: (account) => project(account, '') },
  { share: 8, kind: 'read', of: (account) => project(account, '/prompts') },
  { share: 6, kind: 'read', of: (account) => project(account, '/competitors') },
  { share: 20, kind: 'read', of: (account) => project(account, '/visibility?window=90d') },
  { share: 6, kind: 'read', of: (account) => project(account, '/mentions?window=30d') },
  { share: 4, kind: 'read', of: (account) => project(account, '/citations?window=30d') },
  { share: 4, kind: 'read', of: (account) => project(account, '/sentiment?window=30d') },
  { share: 12, kind: 'read', of: ({ key }) => postBytes('/graphql', key, { query: OVERVIEW }) },
  { share: 4, kind: 'write', of: (account, n) => describe(account, n) },
  { share: 4, kind: 'write', of: (account, n) => createPrompt(account, n) },
];

const OVERVIEW = `{
  projects(first: 10) {
    nodes {
      id name
      visibility(window: D30) { score byPlatform { platform visibilityScore } previous { score change } }
      sentiment(window: D30) { positive neutral negative mixed }
    }
  }
}`;

const TOTAL = MIX.reduce((sum, { share }) => sum + share, 0);

/** The request with number `n` of the run: accounts in turn, kinds by chance in the proportions of the mix. */
export function honestRequest(accounts: readonly BenchAccount[], n: number): HonestRequest {
  const account = accounts[n % accounts.length];
  if (!account) throw new Error('there is no account');
  const drawn = Math.random() * TOTAL;
  let sum = 0;
  const found = MIX.find(({ share }) => {
    sum += share;
    return drawn < sum;
  });
  if (!found) throw new Error('the mix is empty');
  return { kind: found.kind, bytes: found.of(account, n) };
}

function project({ projectId, key }: BenchAccount, rest: string): Buffer {
  return getBytes(`/api/v1/projects/${projectId}${rest}`, key);
}

function describe({ projectId, key }: BenchAccount, n: number): Buffer {
  return bytesOf('PATCH', `/api/v1/projects/${projectId}`, key, { description: `Runners' shoes, ${n}` });
}

function createPrompt({ projectId, key }: BenchAccount, n: number): Buffer {
  return postBytes(`/api/v1/projects/${projectId}/prompts`, key, { prompt_text: `Which shoe is best for trail ${n}?` });
}
