import { keepPreviousData, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusedFor, isRefusedUntil, Refused } from './refused.ts';

const FRESH_MS = 60_000;
const UNREACHABLE_RETRIES = 2;
/** Codes that say to come back later; asked once more by itself, after the time that the service names. */
const LATER: readonly string[] = ['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'];
const WAIT_MAX_SECONDS = 60;

/**
 * The numbers of all pages, kept while the page is open.
 * @param onSignedOut called where the service knows no session.
 * @param onFactorMissing called where the account requires a second factor that the person lacks.
 */
export function createQueryClient(onSignedOut: () => void, onFactorMissing: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isRefusedFor(error, 'UNAUTHORIZED')) onSignedOut();
    if (isRefusedUntil(error, 'SECOND_FACTOR_REQUIRED')) onFactorMissing();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // Asked also where the browser believes itself offline: held back until it is online again, a request would neither
    // fail nor say why nothing comes, and a write would be sent long after it was asked for.
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        placeholderData: keepPreviousData,
        retry: shouldRetry,
        retryDelay: delayOf,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** A refusal will not change by asking again; what could not be reached may, and what says when to come back will. */
function shouldRetry(failures: number, error: Error): boolean {
  if (isRefusedFor(error, 'UNREACHABLE')) return failures < UNREACHABLE_RETRIES;
  return failures < 1 && error instanceof Refused && LATER.includes(error.code) && waitOf(error) <= WAIT_MAX_SECONDS;
}

function delayOf(failures: number, error: Error): number {
  if (error instanceof Refused && LATER.includes(error.code)) return 1_000 * waitOf(error);
  return 1_000 * 2 ** failures;
}

function waitOf({ retryAfterSeconds }: Refused): number {
  return retryAfterSeconds ?? 1;
}
