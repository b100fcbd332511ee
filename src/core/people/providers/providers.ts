import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { emailLock, lock } from '../../../database/advisory-lock.js';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import { PROVISIONED_ROLES, type ProvisionedRole } from '../../../entities/vocabulary.js';
import { notFound, refuseUnlessHolder } from '../../access/access.js';
import { type SecretBox, type SecretColumns, storedOf } from '../../access/secret-box.js';
import type { Context } from '../../context.js';
import { invalid, ServiceError } from '../../errors.js';
import { flag, NAME_MAX, parse, requiredText, uuid } from '../../input.js';
import { toTimestamp } from '../../time.js';
import { OPERATOR, saveSecurityEvent } from '../security-events.js';
import { isCallable, type ProviderAccess } from './provider-client.js';

/** Providers of an account, and domains that they have together. */
export const PROVIDERS_MAX = 5;
const DOMAINS_MAX = 20;
const ISSUER_MAX = 500;
const SECRET_MAX = 2_000;
const DOMAIN_MAX = 253;

/** Issuers that speak for many companies at once: anybody's tenant could name anybody's address. */
const OF_MANY_TENANTS = /\/(common|organizations|consumers)(\/|$)|\{tenantid\}|%7btenantid%7d/i;

const issuer = requiredText(ISSUER_MAX)
  .refine(isIssuer, 'must be an https URL without user, query and fragment; http on this machine alone')
  .refine((text) => !OF_MANY_TENANTS.test(text), "must be the issuer of the company's own tenant, not of many tenants");

const domain = z
  .string('must be a string')
  .trim()
  .max(DOMAIN_MAX, `must be at most ${DOMAIN_MAX} characters`)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i, 'must be a domain such as acme.com')
  .transform((text) => text.toLowerCase());

const domains = z
  .array(domain, 'must be a list of domains')
  .min(1, 'must name at least one domain')
  .max(DOMAINS_MAX, `must have at most ${DOMAINS_MAX} domains`)
  .transform((sent) => [...new Set(sent)]);

const fields = {
  name: requiredText(NAME_MAX),
  issuer,
  clientId: requiredText(ISSUER_MAX),
  clientSecret: requiredText(SECRET_MAX),
  domains,
  linksByEmail: flag,
  trustsEmail: flag,
  provisionedRole: z.enum(PROVISIONED_ROLES, `must be one of ${PROVISIONED_ROLES.join(', ')}`).nullable(),
};

const createInput = z.object(
  {
    ...fields,
    linksByEmail: flag.default(true),
    trustsEmail: flag.default(false),
    provisionedRole: fields.provisionedRole.default(null),
  },
  'must be an object',
);
/** Another issuer is another provider: its subjects are other people. */
const updateInput = z.object(fields, 'must be an object').omit({ issuer: true }).partial();

/** A company's provider as people of the account and the operator see it: never its secret. */
export interface ProviderView {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  /** In order. */
  domains: string[];
  linksByEmail: boolean;
  trustsEmail: boolean;
  provisionedRole: ProvisionedRole | null;
  isRequired: boolean;
  createdAt: string;
}

interface ProviderRow {
  id: string;
  name: string;
  issuer: string;
  client_id: string;
  domains: string[];
  links_by_email: boolean;
  trusts_email: boolean;
  provisioned_role: ProvisionedRole | null;
  is_required: boolean;
  created_at: string;
}

const COLUMNS = `p.id, p.name, p.issuer, p.client_id, p.links_by_email, p.trusts_email, p.provisioned_role,
     p.is_required, p.created_at, array(
       select d.domain
       from provider_domain d
       where d.account_id = $1 and d.provider_id = p.id
       order by d.domain
     ) as domains`;

const LIST_PROVIDERS = statement<ProviderRow>(
  'list-identity-providers',
  `select ${COLUMNS}
   from identity_provider p
   where p.account_id = $1 and p.removed_at is null
   order by p.created_at, p.id`,
);

const FIND_PROVIDER = statement<ProviderRow>(
  'find-identity-provider',
  `select ${COLUMNS}
   from identity_provider p
   where p.account_id = $1 and p.id = $2 and p.removed_at is null`,
);

/** Of all accounts: who signs in has named an address alone. */
const FIND_BY_DOMAIN = statement<{ account_id: string; provider_id: string }>(
  'find-identity-provider-of-domain',
  `select account_id, provider_id
   from provider_domain
   where domain = $1`,
);

const FIND_ACCESS = statement<SecretColumns & { issuer: string; client_id: string; name: string; revision: string }>(
  'find-access-to-identity-provider',
  `select name, issuer, client_id, client_secret as secret, is_encrypted, updated_at::text as revision
   from identity_provider
   where account_id = $1 and id = $2 and removed_at is null`,
);

/** One change of the account's providers at a time, so that bounds hold. */
const LOCK_ACCOUNT = statement<object>(
  'lock-account-for-providers',
  `select account_id
   from account
   where account_id = $1
   for no key update`,
);

const SAVE_PROVIDER = statement<object>(
  'save-identity-provider',
  `insert into identity_provider (account_id, id, name, issuer, client_id, client_secret, is_encrypted, links_by_email,
     trusts_email, provisioned_role, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())`,
);

/** What is null stays; the role is changed where $9 says so. */
const CHANGE_PROVIDER = statement<object>(
  'change-identity-provider',
  `update identity_provider
   set name = coalesce($3, name), client_id = coalesce($4, client_id), client_secret = coalesce($5, client_secret),
     is_encrypted = coalesce($6, is_encrypted), links_by_email = coalesce($7, links_by_email),
     trusts_email = coalesce($8, trusts_email),
     provisioned_role = case when $9 then $10 else provisioned_role end, updated_at = now()
   where account_id = $1 and id = $2`,
);

const REMOVE_PROVIDER = statement<object>(
  'remove-identity-provider',
  `update identity_provider
   set removed_at = now(), updated_at = now(), is_required = false
   where account_id = $1 and id = $2`,
);

const DELETE_DOMAINS = statement<object>(
  'delete-domains-of-identity-provider',
  `delete from provider_domain
   where account_id = $1 and provider_id = $2`,
);

const SAVE_DOMAIN = statement<object>(
  'save-domain-of-identity-provider',
  `insert into provider_domain (account_id, domain, provider_id)
   values ($1, $2, $3)`,
);

const COUNT_DOMAINS = statement<{ domains: number }>(
  'count-domains-of-account',
  `select count(*)::int as domains
   from provider_domain
   where account_id = $1`,
);

const END_SESSIONS_BY_PROVIDER = statement<object>(
  'end-sessions-by-provider',
  `update session
   set ended_at = now()
   where account_id = $1 and provider_id = $2 and ended_at is null
   returning id`,
);

/** The account's providers, oldest first. @throws ServiceError FORBIDDEN for all but holders and the operator. */
export async function listProviders({ db, caller }: Context): Promise<ProviderView[]> {
  refuseUnlessHolder(caller, 'Identity providers');
  return (await db.rows(LIST_PROVIDERS, [caller.accountId])).map(toView);
}

/** Of the account. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, also for one that was removed. */
export async function getProvider({ db, caller }: Context, providerId: unknown): Promise<ProviderView> {
  const [row] = await db.rows(FIND_PROVIDER, [caller.accountId, parse(uuid, providerId, 'provider')]);
  if (!row) throw notFound('provider');
  return toView(row);
}

/** Whose domain an address has, over all accounts; null where it has no provider. */
export async function findProviderOfAddress(
  db: DatabaseSession,
  email: string,
): Promise<{ accountId: string; providerId: string } | null> {
  const [row] = await db.rows(FIND_BY_DOMAIN, [domainOf(email)]);
  return row ? { accountId: row.account_id, providerId: row.provider_id } : null;
}

/** What an address has after its last @, in small letters. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** How a provider is called, its secret opened; null for one that was removed. */
export async function findAccess(
  db: DatabaseSession,
  secrets: SecretBox,
  { accountId, providerId }: { accountId: string; providerId: string },
): Promise<(ProviderAccess & { name: string }) | null> {
  const [row] = await db.rows(FIND_ACCESS, [accountId, providerId]);
  if (!row) return null;
  const { name, issuer, client_id: clientId, revision } = row;
  const clientSecret = secrets.open(storedOf(row), providerId).toString('utf8');
  return { id: providerId, name, issuer, clientId, clientSecret, revision };
}

/**
 * Adds a provider to the caller's account. For the operator: whoever names an issuer has the service call it.
 * @throws ServiceError VALIDATION_ERROR, also for the bounds of 5 providers and 20 domains; FORBIDDEN; CONFLICT for a
 *   domain that another provider has, in whatever account.
 */
export async function createProvider(ctx: Context, secrets: SecretBox, input: unknown): Promise<ProviderView> {
  refuseUnlessOperator(ctx);
  const wanted = parse(createInput, input);
  const { accountId } = ctx.caller;
  const id = randomUUID();
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await db.rows(LOCK_ACCOUNT, [accountId]);
    if ((await listProviders(tx)).length >= PROVIDERS_MAX) {
      throw invalid([], `An account has at most ${PROVIDERS_MAX} providers`);
    }
    const sealed = secrets.seal(Buffer.from(wanted.clientSecret), id);
    const { name, issuer, clientId, linksByEmail, trustsEmail, provisionedRole } = wanted;
    const values = [name, issuer, clientId, sealed.secret, sealed.isEncrypted, linksByEmail, trustsEmail];
    await db.rows(SAVE_PROVIDER, [accountId, id, ...values, provisionedRole]);
    await setDomains(tx, id, wanted.domains);
    await saveSecurityEvent(db, { ...OPERATOR, accountId, kind: 'provider_created', detail: { provider: name } });
    return getProvider(tx, id);
  });
}

/**
 * Changes the sent fields of a provider, whose sessions and linked people stay. For the operator.
 * @throws ServiceError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND, CONFLICT for a domain that another provider has.
 */
export async function updateProvider(
  ctx: Context,
  secrets: SecretBox,
  providerId: unknown,
  input: unknown,
): Promise<ProviderView> {
  refuseUnlessOperator(ctx);
  const sent = parse(updateInput, input);
  const { accountId } = ctx.caller;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await db.rows(LOCK_ACCOUNT, [accountId]);
    const { id, name } = await getProvider(tx, providerId);
    const sealed = sent.clientSecret === undefined ? null : secrets.seal(Buffer.from(sent.clientSecret), id);
    await db.rows(CHANGE_PROVIDER, [
      accountId,
      id,
      sent.name ?? null,
      sent.clientId ?? null,
      sealed?.secret ?? null,
      sealed?.isEncrypted ?? null,
      sent.linksByEmail ?? null,
      sent.trustsEmail ?? null,
      sent.provisionedRole !== undefined,
      sent.provisionedRole ?? null,
    ]);
    if (sent.domains) await setDomains(tx, id, sent.domains);
    const changed = Object.keys(sent).toSorted().join(', ');
    const detail = { provider: sent.name ?? name, changed };
    if (changed !== '') await saveSecurityEvent(db, { ...OPERATOR, accountId, kind: 'provider_changed', detail });
    return getProvider(tx, id);
  });
}

/**
 * Removes a provider: its domains are free, the sessions that it opened end, and passwords sign in again where it was
 * required. For the operator. @throws ServiceError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND.
 */
export async function removeProvider(
  ctx: Context,
  providerId: unknown,
): Promise<{ id: string; sessionsEnded: number }> {
  refuseUnlessOperator(ctx);
  const { accountId } = ctx.caller;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await db.rows(LOCK_ACCOUNT, [accountId]);
    const { id, name } = await getProvider(tx, providerId);
    await db.rows(REMOVE_PROVIDER, [accountId, id]);
    await db.rows(DELETE_DOMAINS, [accountId, id]);
    const ended = await db.rows(END_SESSIONS_BY_PROVIDER, [accountId, id]);
    const detail = { provider: name, sessions: String(ended.length) };
    await saveSecurityEvent(db, { ...OPERATOR, accountId, kind: 'provider_removed', detail });
    return { id, sessionsEnded: ended.length };
  });
}

/** Domains are unique over all accounts, which no key could ensure: each is locked as addresses are, in order. */
async function setDomains({ db, caller }: Context, providerId: string, domains: readonly string[]): Promise<void> {
  const { accountId } = caller;
  await db.rows(DELETE_DOMAINS, [accountId, providerId]);
  for (const each of domains.toSorted()) {
    await lock(db, emailLock(`@${each}`));
    if ((await db.rows(FIND_BY_DOMAIN, [each])).length > 0) {
      throw new ServiceError('CONFLICT', `Another provider has the domain ${each}`);
    }
    await db.rows(SAVE_DOMAIN, [accountId, each, providerId]);
  }
  const [counted] = await db.rows(COUNT_DOMAINS, [accountId]);
  if ((counted?.domains ?? 0) > DOMAINS_MAX) {
    throw invalid(['domains'], `the providers of an account have at most ${DOMAINS_MAX} domains together`);
  }
}

function refuseUnlessOperator({ caller }: Context): void {
  if (caller.kind !== 'operator') throw new ServiceError('FORBIDDEN', 'Only the operator can do this');
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#\s]/.test(text)) return false;
  const url = new URL(text);
  return isCallable(url) && url.username === '' && url.password === '';
}

function toView(row: ProviderRow): ProviderView {
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    domains: row.domains,
    linksByEmail: row.links_by_email,
    trustsEmail: row.trusts_email,
    provisionedRole: row.provisioned_role,
    isRequired: row.is_required,
    createdAt: toTimestamp(row.created_at),
  };
}
