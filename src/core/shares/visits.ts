import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { SharedPart, Tier } from '../../entities/vocabulary.js';
import { generateToken, isOpenedBy, type ParsedCredential, parseToken } from '../access/token.js';
import { type Admission, readCharge } from '../admission/admission.js';
import { type ChargeRow, chargeOfBudget, INSTANT, windowsOfBudget } from '../admission/admission.sql.js';
import type { Caller } from '../context.js';
import { ServiceError } from '../errors.js';
import { NAME_MAX, parse } from '../input.js';
import { isPassword, password } from '../people/passwords.js';
import { type Client, saveUnverifiedEvent } from '../people/security-events.js';
import {
  countSharePassword,
  countShareToken,
  forgiveSharePassword,
  forgiveShareToken,
  TooManyAttempts,
} from '../people/sign-in-throttle.js';

/** Requests of the visitors of one link together, apart from those of its account. */
export const LINK_REQUESTS = { perMinute: 120, perDay: 5_000 } as const;

/** Hours that a visit lasts, if the link is good for so long. */
const VISIT_HOURS = 12;

const visitInput = z.object(
  { token: z.string('must be a string').max(NAME_MAX), password: password.nullish() },
  'must be an object',
);

/** What a browser is given that opened a link: once. */
export interface NewVisit {
  token: string;
  /** Seconds that it lasts. */
  seconds: number;
}

/** Whether link `l` of project `p` and account `a` is good now, on the database's clock. */
const IS_GOOD = `l.revoked_at is null and l.expires_at > now() and p.archived_at is null
       and a.subscription = 'active'`;

const OF_LINK = `join project p on p.account_id = $1 and p.id = l.project_id
     join account a on a.account_id = $1`;

interface LinkRow {
  id: string;
  password_hash: string | null;
  password_set_at: string | null;
}

const FIND_LINK = statement<LinkRow>(
  'find-good-share-link',
  `select l.id, l.password_hash, l.password_set_at
   from share_link l
   ${OF_LINK}
   where ${isOpenedBy('l')} and ${IS_GOOD}`,
);

const { perMinute: PER_MINUTE, perDay: PER_DAY } = LINK_REQUESTS;
const BOUNDS = { perMinute: String(PER_MINUTE), perDay: String(PER_DAY) };

/** One request is charged to the link of `found`, in its row, which is the lock: `counted` are further columns. */
const charged = (counted: string) => `charged as (
     update share_link b
     set ${chargeOfBudget(BOUNDS)}${counted}
     from found i
     where b.account_id = $1 and b.id = i.link_id
     returning b.admitted, b.minute_started_at, b.minute_count, b.day_date, b.day_count
   )`;

/** The password is the one that was compared a moment ago. */
const OPEN_VISIT = statement<ChargeRow>(
  'open-share-visit',
  `with found as (
     select l.id as link_id, 1 as charge, ${INSTANT}
     from share_link l
     ${OF_LINK}
     where l.account_id = $1 and l.id = $2 and l.password_set_at is not distinct from $3::timestamptz and ${IS_GOOD}
   ),
   ${charged(', visit_count = b.visit_count + 1, last_visited_at = i.asked_at')}
   select i.charge, c.admitted, ${windowsOfBudget('c')}
   from found i
   join charged c on true`,
);

const SAVE_VISIT = statement<object>(
  'save-share-visit',
  `insert into share_visit (account_id, id, link_id, token_hash, password_set_at, created_at, expires_at)
   values ($1, $2, $3, $4, $5, now(), now() + make_interval(hours => ${VISIT_HOURS}))`,
);

interface VisitRow extends ChargeRow {
  link_id: string;
  project_id: string;
  shows: SharedPart[];
  tier: Tier;
}

/** The visit, its link, project and account as they are now, and the charge, in one statement. */
const ADMIT_VISIT = statement<VisitRow>(
  'visitor-door',
  `with found as (
     select l.id as link_id, l.project_id, l.shows, a.tier, 1 as charge, ${INSTANT}
     from share_visit v
     join share_link l on l.account_id = $1 and l.id = v.link_id
     ${OF_LINK}
     where ${isOpenedBy('v')} and v.password_set_at is not distinct from l.password_set_at and ${IS_GOOD}
   ),
   ${charged('')}
   select i.link_id, i.project_id, i.shows, i.tier, i.charge, c.admitted, ${windowsOfBudget('c')},
     set_config('synchronous_commit', 'off', true) as commit_mode
   from found i
   join charged c on true`,
);

/**
 * Opens a link: wrong tokens are counted by network before they are looked up, wrong passwords by network and link.
 * @throws ServiceError VALIDATION_ERROR; NOT_FOUND for whatever is wrong with the link; UNAUTHORIZED where its password
 *   is missing or another; RateLimitExceeded, TooManyAttempts, Unavailable.
 */
export async function openVisit(db: DatabaseSession, input: unknown, client: Client): Promise<NewVisit> {
  const { token, password: presented } = parse(visitInput, input);
  await countShareToken(db, client.network);
  const parsed = parseToken('share', token);
  const [link] = parsed ? await db.rows(FIND_LINK, [parsed.accountId, parsed.hash]) : [];
  if (!parsed || !link) throw gone();
  await forgiveShareToken(db, client.network);
  if (link.password_hash !== null) await refuseWrongPassword(db, parsed, link, presented, client);
  return db.transaction((tx) => saveVisit(tx, parsed.accountId, link));
}

async function saveVisit(tx: DatabaseSession, accountId: string, link: LinkRow): Promise<NewVisit> {
  const [row] = await tx.rows(OPEN_VISIT, [accountId, link.id, link.password_set_at]);
  if (!row) throw gone();
  readCharge(row, LINK_REQUESTS, 1);
  const { token, hash } = generateToken('visit', accountId);
  await tx.rows(SAVE_VISIT, [accountId, randomUUID(), link.id, hash, link.password_set_at]);
  return { token, seconds: VISIT_HOURS * 3_600 };
}

async function refuseWrongPassword(
  db: DatabaseSession,
  { accountId }: ParsedCredential,
  { id, password_hash: expected }: LinkRow,
  presented: string | null | undefined,
  client: Client,
): Promise<void> {
  if (presented === undefined || presented === null) throw wanted('This link asks for a password');
  const attempt = { linkId: id, network: client.network };
  try {
    await countSharePassword(db, attempt);
  } catch (error) {
    if (error instanceof TooManyAttempts && error.isFirst) {
      await saveUnverifiedEvent(db, { accountId, holderId: null, kind: 'limits_hit', client, detail: { link: id } });
    }
    throw error;
  }
  if (!(await isPassword(presented, expected))) throw wanted('The password is not that of this link');
  await forgiveSharePassword(db, attempt);
}

/**
 * Admits a visitor's request and charges it to the link: who revoked it, archived its project or changed its password
 * is heard at once, on every replica.
 * @throws ServiceError NOT_FOUND for whatever is wrong, RateLimitExceeded.
 */
export async function admitVisit(db: DatabaseSession, { accountId, hash }: ParsedCredential): Promise<Admission> {
  const [row] = await db.rows(ADMIT_VISIT, [accountId, hash]);
  if (!row) throw gone();
  const { tier, link_id: linkId, project_id: projectId, shows } = row;
  const caller: Caller = { kind: 'visitor', accountId, tier, linkId, projectId, shows };
  return { caller, ...readCharge(row, LINK_REQUESTS, 1) };
}

/** One message, so that it does not tell a link that ended from one that never was. */
export function gone(): ServiceError {
  return new ServiceError('NOT_FOUND', 'This link is not valid. Ask whoever sent it for a new one');
}

function wanted(message: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', message);
}

/** Of all accounts, for the upkeep: visits that are over. */
const DELETE_OLD_VISITS = statement<object>(
  'delete-old-share-visits',
  `delete from share_visit
   where expires_at < now()`,
);

/** Of all accounts, for the upkeep: links that ended long ago, and with them their visits. */
const DELETE_OLD_LINKS = statement<object>(
  'delete-old-share-links',
  `delete from share_link
   where least(revoked_at, expires_at) < now() - interval '90 days'`,
);

/** Deletes, of all accounts, visits that are over and links that ended 90 days ago. For maintenance. */
export async function deleteExpiredShares(db: DatabaseSession): Promise<void> {
  await db.rows(DELETE_OLD_VISITS, []);
  await db.rows(DELETE_OLD_LINKS, []);
}
