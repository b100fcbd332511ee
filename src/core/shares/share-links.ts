import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { SHARED_PARTS, type SharedPart } from '../../entities/vocabulary.js';
import {
  notFoundOrForbidden,
  refuseUnlessHolder,
  refuseUnlessMayWrite,
  refuseUnlessSteppedUp,
} from '../access/access.js';
import { generateToken } from '../access/token.js';
import { bindProjects, type Context, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { NAME_MAX, parse, requiredText, uuid } from '../input.js';
import { hashPassword } from '../people/passwords.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { toTimestamp } from '../time.js';

const WHAT = 'Share links';

/** Links of a project that are good at a time. */
export const LIVE_LINKS_MAX = 20;

/** Links of a project that are listed: those that are good, and those that ended within 90 days. */
export const SHARE_LINKS_MAX = 200;

/** Days that a link is good for. */
export const SHARED_DAYS = { min: 1, max: 365, usual: 90 } as const;

/** Characters of a link's password, after NFC. */
export const SHARE_PASSWORD = { min: 8, max: 256 } as const;

const password = z
  .string('must be a string')
  .refine((text) => text.isWellFormed(), 'must not contain a lone surrogate')
  .transform((text) => text.normalize('NFC'))
  .refine((text) => [...text].length >= SHARE_PASSWORD.min, `must be at least ${SHARE_PASSWORD.min} characters`)
  .refine((text) => [...text].length <= SHARE_PASSWORD.max, `must be at most ${SHARE_PASSWORD.max} characters`);

const days = z
  .int(`must be a whole number of days from ${SHARED_DAYS.min} to ${SHARED_DAYS.max}`)
  .min(SHARED_DAYS.min, `must be at least ${SHARED_DAYS.min}`)
  .max(SHARED_DAYS.max, `must be at most ${SHARED_DAYS.max}`);

const shows = z
  .array(z.enum(SHARED_PARTS, `must be one of ${SHARED_PARTS.join(', ')}`), 'must be an array of parts')
  .min(1, 'must name at least one part')
  .max(2 * SHARED_PARTS.length, `must have at most ${2 * SHARED_PARTS.length} entries`)
  .transform((sent) => SHARED_PARTS.filter((part) => sent.includes(part)));

const createInput = z.object(
  {
    name: requiredText(NAME_MAX),
    expiresInDays: days.default(SHARED_DAYS.usual),
    password: password.nullish(),
    shows,
  },
  'must be an object',
);

/** What is left out stays; a `password` of null asks for none any more. */
const updateInput = z.object(
  {
    name: requiredText(NAME_MAX).optional(),
    expiresInDays: days.optional(),
    password: password.nullable().optional(),
    shows: shows.optional(),
  },
  'must be an object',
);

/** A link as lists show it: never its address. */
export interface ShareLinkView {
  id: string;
  name: string;
  /** In the order of {@link SHARED_PARTS}. */
  shows: readonly SharedPart[];
  hasPassword: boolean;
  /** Null where the operator made it, and once its maker has left. */
  createdByName: string | null;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** How often it was opened. */
  visitCount: number;
  lastVisitedAt: string | null;
}

interface ShareLinkRow {
  id: string;
  project_id: string;
  name: string;
  shows: SharedPart[];
  has_password: boolean;
  created_by_name: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  is_live: boolean;
  visit_count: number;
  last_visited_at: string | null;
}

const COLUMNS = `l.id, l.project_id, l.name, l.shows, l.password_hash is not null as has_password,
     h.name as created_by_name, l.created_at, l.expires_at, l.revoked_at,
     l.revoked_at is null and l.expires_at > now() as is_live, l.visit_count::float8 as visit_count,
     l.last_visited_at`;

/** Upkeep deletes what ended before, once a day at least. */
const IS_LISTED = `least(l.revoked_at, l.expires_at) > now() - interval '90 days'`;

const LIST_LINKS = statement<ShareLinkRow>(
  'list-share-links',
  `select ${COLUMNS}
   from share_link l
   left join holder h on h.account_id = $1 and h.id = l.created_by
   where l.account_id = $1 and l.project_id = any ($2::uuid[]) and ${IS_LISTED}
   order by l.created_at, l.id`,
);

const FIND_LINK = statement<ShareLinkRow>(
  'find-share-link',
  `select ${COLUMNS}
   from share_link l
   join project p on p.account_id = $1 and p.id = l.project_id and p.archived_at is null
   left join holder h on h.account_id = $1 and h.id = l.created_by
   where l.account_id = $1 and l.id = $2`,
);

interface CountRow {
  live: number;
  listed: number;
  asked_at: string;
  expires_at: string;
}

/** And what time it is, and when a link ends that is good for $3 days from now on: no update may ask that itself. */
const COUNT_LINKS = statement<CountRow>(
  'count-share-links',
  `select count(*) filter (where l.revoked_at is null and l.expires_at > now())::int as live, count(*)::int as listed,
     now() as asked_at, now() + make_interval(days => $3) as expires_at
   from share_link l
   where l.account_id = $1 and l.project_id = $2 and ${IS_LISTED}`,
);

const SAVE_LINK = statement<{ id: string }>(
  'save-share-link',
  `insert into share_link (account_id, id, project_id, name, token_hash, shows, password_hash, password_set_at,
     created_by, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, case when $7::text is null then null else now() end, $8, now(), $9)
   returning id`,
);

/** $5: whether there is another password, or none any more. */
const UPDATE_LINK = statement<{ id: string }>(
  'update-share-link',
  `update share_link l
   set name = coalesce($3, l.name),
     shows = coalesce($4, l.shows),
     password_hash = case when $5::boolean then $6 else l.password_hash end,
     password_set_at = case when $5 then $8::timestamptz else l.password_set_at end,
     expires_at = coalesce($7, l.expires_at)
   where l.account_id = $1 and l.id = $2 and l.revoked_at is null
   returning l.id`,
);

const REVOKE_LINK = statement<{ id: string }>(
  'revoke-share-link',
  `update share_link
   set revoked_at = now()
   where account_id = $1 and id = $2 and revoked_at is null
   returning id`,
);

/**
 * The links of projects, by project, oldest first, 200 at most; those that ended 90 days ago are left out.
 * @throws ServiceError FORBIDDEN for a key: only people share.
 */
export async function shareLinksOf(ctx: Context, projectIds: readonly string[]): Promise<Map<string, ShareLinkView[]>> {
  refuseUnlessHolder(ctx.caller, WHAT);
  const [accountId, seen] = bindProjects(ctx, projectIds);
  const byProject = new Map<string, ShareLinkView[]>(seen.map((id) => [id, []]));
  for (const row of await ctx.db.rows(LIST_LINKS, [accountId, seen])) {
    byProject.get(row.project_id)?.push(toView(row));
  }
  return byProject;
}

/**
 * Creates a link of a project; its token is returned here and never again. Sharing goes on while writes are switched
 * off: it changes no project.
 * @throws ServiceError FORBIDDEN for keys, viewers and an inactive subscription; ProofRequired; VALIDATION_ERROR (also
 *   for the bounds on links), NOT_FOUND, Unavailable.
 */
export async function createShareLink(
  ctx: Context,
  projectId: unknown,
  input: unknown,
  client: Client,
): Promise<{ link: ShareLinkView; token: string }> {
  refuseUnlessMayShare(ctx);
  const id = parse(uuid, projectId, 'projectId');
  const { name, expiresInDays, password: text, shows: parts } = parse(createInput, input);
  const passwordHash = await hashOf(text);
  const { accountId } = ctx.caller;
  const actor = actorOf(ctx.caller, client);
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await lockProjectAlone(tx, id);
    const expiresAt = await refuseBeyondBounds(tx, id, expiresInDays);
    const { token, hash } = generateToken('share', accountId);
    const linkId = randomUUID();
    const values = [accountId, linkId, id, name, hash, parts, passwordHash, actor.holderId, expiresAt];
    await db.rows(SAVE_LINK, values);
    const detail = { link: linkId, project: id, shows: parts.join(' '), password: passwordHash ? 'yes' : 'no' };
    await saveSecurityEvent(db, { ...actor, accountId, kind: 'share_link_created', detail });
    return { link: await getLink(tx, linkId), token };
  });
}

/**
 * Changes a link that was not revoked. Another password, or none, ends the visits of before; what it shows holds from
 * the next request on; its days count from now, and may open one that has expired.
 * @throws as {@link createShareLink}.
 */
export async function updateShareLink(
  ctx: Context,
  linkId: unknown,
  input: unknown,
  client: Client,
): Promise<ShareLinkView> {
  refuseUnlessMayShare(ctx);
  const id = parse(uuid, linkId, 'linkId');
  const { name, expiresInDays, password: text, shows: parts } = parse(updateInput, input);
  const passwordHash = await hashOf(text);
  const { accountId } = ctx.caller;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const before = await getRow(tx, id);
    await lockProjectAlone(tx, before.project_id);
    const { live, asked_at: now, expires_at } = await countLinks(tx, before.project_id, expiresInDays ?? 0);
    // One that has expired is good again, where there is room for it.
    if (expiresInDays !== undefined && !before.is_live) refuseBeyondLive(live);
    const expiresAt = expiresInDays === undefined ? null : expires_at;
    const password = [text !== undefined, passwordHash, expiresAt, passwordHash === null ? null : now];
    const changed = await db.rows(UPDATE_LINK, [accountId, id, name ?? null, parts ?? null, ...password]);
    if (changed.length === 0) throw invalid([], 'The link was revoked: create a new one');
    const fields = { name, expires: expiresInDays, password: text === undefined ? undefined : '', shows: parts };
    const names = Object.entries(fields).flatMap(([field, sent]) => (sent === undefined ? [] : [field]));
    const detail = { link: id, project: before.project_id, changed: names.join(' ') };
    const event = { ...actorOf(ctx.caller, client), accountId, kind: 'share_link_changed' as const, detail };
    await saveSecurityEvent(db, event);
    return getLink(tx, id);
  });
}

/**
 * Ends a link and the visits to it, for good: the next request of each is refused, by every replica. Revoking it again
 * changes nothing.
 * @throws ServiceError FORBIDDEN for keys and viewers; ProofRequired; VALIDATION_ERROR, NOT_FOUND.
 */
export async function revokeShareLink(ctx: Context, linkId: unknown, client: Client): Promise<ShareLinkView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'member');
  refuseUnlessSteppedUp(ctx.caller);
  const id = parse(uuid, linkId, 'linkId');
  const { accountId } = ctx.caller;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const { project_id: project } = await getRow(tx, id);
    const revoked = await db.rows(REVOKE_LINK, [accountId, id]);
    if (revoked.length > 0) {
      const event = { ...actorOf(ctx.caller, client), kind: 'share_link_revoked' as const };
      await saveSecurityEvent(db, { ...event, accountId, detail: { link: id, project } });
    }
    return getLink(tx, id);
  });
}

/** Where a link leads: the token is in the fragment, which no log, preview or `Referer` has. */
export function sharedUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/shared#${token}`;
}

/** A leaked key must not open a project to strangers. */
function refuseUnlessMayShare({ caller }: Context): void {
  refuseUnlessHolder(caller, WHAT, 'member');
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
}

/** Outside any transaction, as it waits for its turn. */
async function hashOf(text: string | null | undefined): Promise<string | null> {
  return text === undefined || text === null ? null : hashPassword(text);
}

/** @returns when the new link ends. */
async function refuseBeyondBounds(tx: Context, projectId: string, inDays: number): Promise<string> {
  const { live, listed, expires_at } = await countLinks(tx, projectId, inDays);
  refuseBeyondLive(live);
  if (listed >= SHARE_LINKS_MAX) {
    throw invalid([], `A project has at most ${SHARE_LINKS_MAX} links, those that ended within 90 days included`);
  }
  return expires_at;
}

function refuseBeyondLive(live: number): void {
  if (live < LIVE_LINKS_MAX) return;
  throw invalid([], `A project has at most ${LIVE_LINKS_MAX} links that are good: revoke one first`);
}

async function countLinks({ db, caller }: Context, projectId: string, inDays: number): Promise<CountRow> {
  const [count] = await db.rows(COUNT_LINKS, [caller.accountId, projectId, inDays]);
  if (!count) throw new Error('links were not counted');
  return count;
}

async function getLink(ctx: Context, id: string): Promise<ShareLinkView> {
  return toView(await getRow(ctx, id));
}

/** @throws ServiceError NOT_FOUND, also where the project is archived; FORBIDDEN. */
async function getRow(ctx: Context, id: string): Promise<ShareLinkRow> {
  const [row] = await ctx.db.rows(FIND_LINK, [ctx.caller.accountId, id]);
  if (!row || !seesProject(ctx.caller, row.project_id)) throw await notFoundOrForbidden(ctx, 'shareLink', id);
  return row;
}

function toView(row: ShareLinkRow): ShareLinkView {
  return {
    id: row.id,
    name: row.name,
    shows: row.shows,
    hasPassword: row.has_password,
    createdByName: row.created_by_name,
    createdAt: toTimestamp(row.created_at),
    expiresAt: toTimestamp(row.expires_at),
    revokedAt: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
    visitCount: row.visit_count,
    lastVisitedAt: row.last_visited_at === null ? null : toTimestamp(row.last_visited_at),
  };
}
