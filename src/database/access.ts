import type { EntityManager } from '@mikro-orm/postgresql';
import type { Places } from './distribution/places.js';
import { type Permits, PermitsExhausted } from './permits.js';
import { isUnavailable } from './unavailable.js';

/**
 * How an entity manager gets a connection: by which permits and key, and until when its work is wanted.
 */
export interface Access {
  permits: Permits;
  key: string;
  /** Of a distributed database: which server the key's account lies on. */
  places?: Places | undefined;
  /** Aborted when nobody waits for the work any more: what runs is cancelled, what follows does not start. */
  signal: AbortSignal | undefined;
  /** Quick statements may be in a pipeline with those of others. */
  mayPipeline?: boolean;
  /** Receives the time that counts as the account's: for which a connection was held, and {@link countingTime}. */
  noteTime: (heldMs: number) => void;
}

/** Done while a connection is held; `noteWait` is told how long of that it waited for others, in milliseconds. */
export type Work<Result> = (noteWait: (ms: number) => void) => Promise<Result>;

/** An entity manager without an entry was not opened for one request or job, and may run nothing. */
const accesses = new WeakMap<EntityManager, Access>();

export function grantAccess(em: EntityManager, access: Access): EntityManager {
  accesses.set(em, access);
  return em;
}

/** @throws Error for an entity manager that was not opened by `Database.open…`. */
export function accessOf(em: EntityManager): Access {
  const access = accesses.get(em);
  if (!access) throw new Error('an entity manager is used that was not opened for one request or job');
  return access;
}

/** Does work of the processor for an entity manager. Its time counts as if a connection had been held for so long. */
export function countingTime<Result>(em: EntityManager, work: () => Result): { result: Result; ms: number } {
  const startedMs = performance.now();
  const result = work();
  const ms = performance.now() - startedMs;
  accessOf(em).noteTime(ms);
  return { result, ms };
}

/**
 * Does `work` while it holds one of the connections that are meant for this entity manager. What it tells of as waited
 * for others, in milliseconds, does not count as held.
 * @throws PermitsExhausted where none becomes free in time, and at once where the account's server does not answer.
 */
export async function holdingPermit<Result>(access: Access, work: Work<Result>): Promise<Result> {
  access.signal?.throwIfAborted();
  const server = access.places && (await access.places.serverOf(access.key));
  refuseSilent(access.places, server);
  await access.permits.take(access.key, server);
  const startedMs = performance.now();
  let waitedMs = 0;
  const noteWait = (ms: number) => {
    waitedMs += ms;
  };
  try {
    access.signal?.throwIfAborted();
    refuseSilent(access.places, server);
    return await watched(access, server, () => work(noteWait));
  } finally {
    access.permits.release(access.key, server);
    const isOwnTime = server === undefined || !access.places?.wasSilent(server, startedMs);
    if (isOwnTime) access.noteTime(performance.now() - startedMs - waitedMs);
  }
}

function refuseSilent(places: Places | undefined, server: string | undefined): void {
  if (server !== undefined && places?.isSilent(server)) throw new PermitsExhausted();
}

/** Notes whether the server of an account answered. */
async function watched<Result>({ places, key }: Access, server: string | undefined, work: () => Promise<Result>) {
  if (!places || server === undefined) return work();
  const startedMs = performance.now();
  try {
    const result = await work();
    places.noteAnswer(server);
    return result;
  } catch (error) {
    if (isUnavailable(error)) places.noteFailure(server, key, startedMs);
    else if (hasCode(error)) places.noteAnswer(server);
    throw error;
  }
}

/** Of PostgreSQL's errors, or of ours: what came after the server's answer. */
function hasCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}
