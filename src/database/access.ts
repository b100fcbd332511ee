import type { EntityManager } from '@mikro-orm/postgresql';
import type { Places } from './cluster/places.js';
import { type FairSemaphore, PermitsExhausted } from './fair-semaphore.js';
import { isUnavailable } from './unavailable.js';
import type { WorkMeter } from './work-meter.js';

/**
 * How an entity manager gets a connection: by which permits and for whom, and until when its work is wanted.
 */
export interface Access {
  permits: FairSemaphore;
  /** The account, or the check or job. */
  key: string;
  /** Whose turn it is, and whose time: an account's keys and its people are counted apart. The key where left out. */
  payer?: string;
  meter: WorkMeter;
  /** Of a distributed database: which server the key's account lies on. */
  places?: Places | undefined;
  /** Aborted when nobody waits for the work any more: what runs is cancelled, what follows does not start. */
  signal: AbortSignal | undefined;
  /** Quick statements may be in a pipeline with those of others. */
  mayPipeline?: boolean;
  /** Receives what the database worked for the payer. */
  noteTime: (workMs: number) => void;
  /** What the processor did for the payer beside the database; without a bound where left out. */
  processor?: { note: (ms: number) => void; secondsUntilFree: () => number };
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

/** Does work of the processor for an entity manager, and counts its time. */
export function countingTime<Result>(em: EntityManager, work: () => Result): { result: Result; ms: number } {
  const startedMs = performance.now();
  const result = work();
  const ms = performance.now() - startedMs;
  accessOf(em).processor?.note(ms);
  return { result, ms };
}

/** Whole seconds until the processor may work for an entity manager's payer again; 0 where it may. */
export function secondsUntilProcessor(em: EntityManager): number {
  return accessOf(em).processor?.secondsUntilFree() ?? 0;
}

/**
 * Does `work` while it holds one of the connections that are meant for this entity manager. What the database worked
 * for it counts (`work-meter.ts`), and not what it tells of as waited for others, in milliseconds.
 * @param isRead false where it may wait for rows that others have locked.
 * @throws PermitsExhausted where none becomes free in time, and at once where the account's server does not answer.
 */
export async function holdingPermit<Result>(access: Access, isRead: boolean, work: Work<Result>): Promise<Result> {
  const { payer = access.key } = access;
  access.signal?.throwIfAborted();
  const server = access.places && (await access.places.serverOf(access.key));
  refuseSilent(access.places, server);
  const use = { group: server, owner: access.key };
  await access.permits.take(payer, use);
  const startedMs = performance.now();
  const end = access.meter.begin();
  let waitedMs = 0;
  let isAnswered = true;
  const noteWait = (ms: number) => {
    waitedMs += ms;
  };
  try {
    access.signal?.throwIfAborted();
    refuseSilent(access.places, server);
    return await watched(access, server, () => work(noteWait));
  } catch (error) {
    isAnswered = !isUnavailable(error);
    throw error;
  } finally {
    access.permits.release(payer, use);
    const workMs = end({ waitedMs, isAnswered, isRead });
    const isOwnTime = server === undefined || !access.places?.wasSilent(server, startedMs);
    if (isOwnTime) access.noteTime(workMs);
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
