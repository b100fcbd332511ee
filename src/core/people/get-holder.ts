import { rows } from '../../database/rows.js';
import { notFound } from '../access/not-found.js';
import type { Context } from '../context.js';
import { FIND_HOLDER } from './holder.statements.js';
import { type HolderView, toHolderView } from './holder.view.js';

/** Of the caller's account, disabled or not. @throws ServiceError NOT_FOUND. */
export async function getHolder({ em, caller }: Context, id: string): Promise<HolderView> {
  const [row] = await rows(em, FIND_HOLDER, [caller.accountId, id]);
  if (!row) throw notFound('holder');
  return toHolderView(row);
}
