import type { EntityManager } from '@mikro-orm/postgresql';
import { accessOf, grantAccess, holdingPermit } from './access.js';

/**
 * Runs `work` in one transaction, or in a savepoint of the one that `em` is in: all of it holds or none of it. The
 * entity manager that `work` receives begins empty and is dropped afterwards, so that an object whose change was rolled
 * back is never written by a later transaction.
 */
export async function transaction<Result>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  const access = accessOf(em);
  const run = () => em.fork({ keepTransactionContext: true }).transactional((tx) => work(grantAccess(tx, access)));
  return em.isInTransaction() ? run() : holdingPermit(access, false, run);
}

/** An entity manager like `em`, with the same share of the connections, outside the transaction that `em` is in. */
export function beside(em: EntityManager): EntityManager {
  return grantAccess(em.fork(), accessOf(em));
}
