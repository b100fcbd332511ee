import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import type { Tier } from '../../entities/vocabulary.js';
import type { Caller } from '../context.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { notFound } from './not-found.js';

interface OwnerRow {
  account_id: string;
  tier: Tier;
}

const OWNER = {
  account: statement<OwnerRow>(
    'owner-of-account',
    `select account_id, tier
     from account
     where account_id = $1`,
  ),
  holder: statement<OwnerRow>(
    'owner-of-holder',
    `select a.account_id, a.tier
     from holder h
     join account a on a.account_id = h.account_id
     where h.id = $1`,
  ),
  project: statement<OwnerRow>(
    'owner-of-project',
    `select a.account_id, a.tier
     from project p
     join account a on a.account_id = p.account_id
     where p.id = $1`,
  ),
  competitor: statement<OwnerRow>(
    'owner-of-competitor',
    `select a.account_id, a.tier
     from competitor c
     join account a on a.account_id = c.account_id
     where c.id = $1`,
  ),
};

export type Owned = keyof typeof OWNER;

/**
 * The operator as a caller for the account that holds a resource: operators name resources, not accounts.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function ownerOf(em: EntityManager, resource: Owned, id: unknown): Promise<Caller> {
  const [row] = await rows(em, OWNER[resource], [parse(uuid, id, resource)]);
  if (!row) throw notFound(resource);
  return { kind: 'operator', accountId: row.account_id, tier: row.tier };
}
