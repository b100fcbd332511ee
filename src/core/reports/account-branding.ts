import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { refuseUnlessHolder, refuseUnlessMayWrite } from '../access/access.js';
import type { Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { parse, requiredText, uuid } from '../input.js';
import { PLANS } from '../plans.js';
import { contrastOnWhite, nearestWithContrast } from './color-contrast.js';
import { type LogoType, readLogo } from './logo-file.js';

/** The name that reports have without one of the account's own. */
export const SERVICE_NAME = 'Brand Visibility';
/** The colour of headings and bars without one of the account's own. */
export const SERVICE_COLOR = '#1f5fbf';

const BRANDING_NAME_MAX = 60;

const updateInput = z.object(
  {
    name: requiredText(BRANDING_NAME_MAX).nullish(),
    color: z
      .string('must be a colour such as #1f5fbf')
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1f5fbf')
      .transform((color) => color.toLowerCase())
      .nullish(),
    /** Base64; null removes it. */
    logo: z.string('must be base64').nullish(),
    replyToId: uuid.nullish(),
  },
  'must be an object',
);

/** How the account's reports and share links look; null where the service's own look holds. */
export interface BrandingView {
  name: string | null;
  color: string | null;
  logo: { type: LogoType; base64: string } | null;
  replyToId: string | null;
}

interface BrandingRow {
  name: string | null;
  color: string | null;
  logo: Buffer | null;
  logo_type: LogoType | null;
  reply_to_id: string | null;
  reply_to: string | null;
}

const FIND = statement<BrandingRow>(
  'find-branding',
  `select b.name, b.color, b.logo, b.logo_type, h.id as reply_to_id, h.email as reply_to
   from branding b
   left join holder h on h.account_id = $1 and h.id = b.reply_to_id and h.disabled_at is null
   where b.account_id = $1`,
);

/**
 * The branding of the account. Visitors of a share link are told what their page is drawn with: nothing where the plan
 * has none, and never a person.
 */
export async function getBranding({ db, caller }: Context): Promise<BrandingView> {
  const isVisitor = caller.kind === 'visitor';
  const isHidden = isVisitor && PLANS[caller.tier].requests === null;
  const [row] = isHidden ? [] : await db.rows(FIND, [caller.accountId]);
  return {
    name: row?.name ?? null,
    color: row?.color ?? null,
    logo: row?.logo && row.logo_type ? { type: row.logo_type, base64: row.logo.toString('base64') } : null,
    replyToId: isVisitor ? null : (row?.reply_to_id ?? null),
  };
}

/** The same as reports are drawn with it: the service's own where the account, or its plan, has none. */
export interface AppliedBranding {
  name: string;
  color: string;
  logo: { type: LogoType; content: Buffer } | null;
  /** An address; null: that of the sender. */
  replyTo: string | null;
}

export async function appliedBranding({ db, caller }: Context): Promise<AppliedBranding> {
  const [row] = PLANS[caller.tier].requests === null ? [] : await db.rows(FIND, [caller.accountId]);
  return {
    name: row?.name ?? SERVICE_NAME,
    color: row?.color ?? SERVICE_COLOR,
    logo: row?.logo && row.logo_type ? { type: row.logo_type, content: row.logo } : null,
    replyTo: row?.reply_to ?? null,
  };
}

const SAVE = statement<object>(
  'save-branding',
  `insert into branding (account_id, name, color, logo, logo_type, reply_to_id, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (account_id) do update
   set name = excluded.name, color = excluded.color, logo = excluded.logo, logo_type = excluded.logo_type,
     reply_to_id = excluded.reply_to_id, updated_at = excluded.updated_at`,
);

const IS_PERSON = statement<object>(
  'is-person-to-reply-to',
  `select
   from holder h
   where h.account_id = $1 and h.id = $2 and h.disabled_at is null`,
);

/**
 * Changes how the account's reports look; what is left out stays, null is the service's own. Owners alone, in plans
 * with API access.
 * @throws ServiceError FORBIDDEN; VALIDATION_ERROR: a colour without enough contrast on white names the nearest that
 *   has it.
 */
export async function updateBranding(ctx: Context, input: unknown): Promise<BrandingView> {
  refuseUnlessHolder(ctx.caller, 'The look of reports', 'owner');
  refuseUnlessMayWrite(ctx.caller);
  const { accountId, tier } = ctx.caller;
  if (PLANS[tier].requests === null) {
    throw new ServiceError('FORBIDDEN', `The ${tier} plan has no look of its own for reports`);
  }
  const sent = parse(updateInput, input);
  if (sent.color) refuseFaintColor(sent.color);
  const logo = typeof sent.logo === 'string' ? readLogo(sent.logo) : sent.logo;
  return ctx.db.transaction(async (db) => {
    if (sent.replyToId && (await db.rows(IS_PERSON, [accountId, sent.replyToId])).length === 0) {
      throw invalid(['replyToId'], 'must be a person of the account');
    }
    const [row] = await db.rows(FIND, [accountId]);
    const kept = row?.logo && row.logo_type ? { content: row.logo, type: row.logo_type } : null;
    const shown = sentOrStored(logo, kept);
    const name = sentOrStored(sent.name, row?.name);
    const color = sentOrStored(sent.color, row?.color);
    const replyToId = sentOrStored(sent.replyToId, row?.reply_to_id);
    const values = [name, color, shown?.content ?? null, shown?.type ?? null, replyToId];
    await db.rows(SAVE, [accountId, ...values, ctx.clock.now()]);
    return getBranding({ ...ctx, db });
  });
}

/** What was sent, null included; what is stored where nothing was. */
function sentOrStored<Value>(sent: Value | null | undefined, stored: Value | null | undefined): Value | null {
  return sent === undefined ? (stored ?? null) : sent;
}

/** Of text on white, so that headings can be read (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5;

function refuseFaintColor(color: string): void {
  if (contrastOnWhite(color) >= CONTRAST_MIN) return;
  const nearest = nearestWithContrast(color, CONTRAST_MIN);
  throw invalid(['color'], `must have a contrast of ${CONTRAST_MIN} on white; the nearest that has it is ${nearest}`);
}
