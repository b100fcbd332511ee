import type { EntityManager } from '@mikro-orm/postgresql';
import type { Permits } from './permits.js';

/**
 * How an entity manager gets a connection: by which permits and key, and until when its work is wanted.
 */
export interface Access {
  permits: Permits;
  key: string;
  /** Aborted when nobody waits for the work any more: what runs is cancelled, what follows does not start. */
  signal: AbortSignal | undefined;
  /** Receives how long a connection was held. */
  onReleased: (heldMs: number) => void;
}

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

/** Does `work` while it holds one of the connections that are meant for this entity manager. */
export async function holdingPermit<Result>(access: Access, work: () => Promise<Result>): Promise<Result> {
  access.signal?.throwIfAborted();
  await access.permits.take(access.key);
  const startedMs = performance.now();
  try {
    access.signal?.throwIfAborted();
    return await work();
  } finally {
    access.permits.release(access.key);
    access.onReleased(performance.now() - startedMs);
  }
}
