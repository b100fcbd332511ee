import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import type { SecondFactor } from '../../../entities/vocabulary.js';
import type { Context } from '../../context.js';
import { invalid } from '../../errors.js';
import { parse } from '../../input.js';
import { type SessionHolder, sessionHolderOf } from '../holder-sessions.js';
import { findPasswordHash, isPassword } from '../passwords.js';
import { type Client, saveSecurityEvent } from '../security-events.js';
import { countStepUp, forgiveStepUp } from '../sign-in-throttle.js';
import { askSession, takeChallenge } from './challenges.js';
import { findFactors, type HolderKey, hasFactor, methodsOf } from './own-factors.js';
import { type PublicKeyCredentialRequestOptionsJSON, requestOptions } from './passkey.js';
import { describeOutcome, type FactorTools, type PresentedFactor, stepUpInput, useFactor } from './presented-factor.js';

const STEP_UP_SESSION = statement<object>(
  'step-up-session',
  `update session
   set stepped_up_at = now()
   where account_id = $1 and id = $2 and ended_at is null
   returning id`,
);

const IS_BY_PROVIDER = statement<object>(
  'is-session-opened-by-provider',
  `select
   from session
   where account_id = $1 and id = $2 and provider_id is not null`,
);

/** What a session is to be stepped up with. */
interface StepUpRequest {
  /**
   * The password alone where the holder has no second factor; then never again once there is one. In its place, where a
   * provider opened the session, `provider`: the person goes there and comes back (`POST /dashboard/sso/step-up`).
   */
  methods: (SecondFactor | 'password' | 'provider')[];
  /** To sign with a passkey, where the holder has one. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

/** Asks who is signed in to prove it again; what was asked before is good no longer. @throws ServiceError FORBIDDEN. */
export async function askToStepUp(ctx: Context, { relyingParty }: FactorTools): Promise<StepUpRequest> {
  const holder = sessionHolderOf(ctx);
  const held = await findFactors(ctx.db, holder);
  const isByProvider = await isOpenedByProvider(ctx.db, holder);
  if (!hasFactor(held)) return { methods: [isByProvider ? 'provider' : 'password'], passkey: null };
  const methods = [...(isByProvider ? (['provider'] as const) : []), ...methodsOf(held)];
  if (held.passkeys.length === 0) return { methods, passkey: null };
  const challenge = await ctx.db.transaction((tx) => askSession(tx, holder, 'step_up'));
  return { methods, passkey: await requestOptions(challenge, held.passkeys, relyingParty) };
}

/**
 * Notes that who is signed in has proved it again: with a second factor, or with the password where there is none.
 * @throws ServiceError VALIDATION_ERROR, also for what is not good; FORBIDDEN; TooManyAttempts, ten in 15 minutes a
 *   session.
 */
export async function stepUp(ctx: Context, input: unknown, client: Client, tools: FactorTools): Promise<void> {
  const { password, ...presented } = parse(stepUpInput, input);
  const holder = sessionHolderOf(ctx);
  const event = { accountId: holder.accountId, holderId: holder.holderId, client };
  if (password !== undefined) await refusePassword(ctx.db, holder);
  await countStepUp(ctx.db, holder.sessionId);
  const { isGood, detail } =
    password === undefined
      ? await proveFactor(ctx.db, holder, presented, tools)
      : await provePassword(ctx.db, holder, password);
  if (!isGood) {
    await saveSecurityEvent(ctx.db, { ...event, kind: 'step_up_failed', detail });
    throw invalid([], 'That was not accepted. Try again.');
  }
  await ctx.db.rows(STEP_UP_SESSION, [holder.accountId, holder.sessionId]);
  await forgiveStepUp(ctx.db, holder.sessionId);
  if (presented.recoveryCode !== undefined) await saveSecurityEvent(ctx.db, { ...event, kind: 'recovery_code_used' });
  await saveSecurityEvent(ctx.db, { ...event, kind: 'stepped_up', detail });
}

/** Who stole a password must not do with it what the second factor, or a provider, is there to prevent. */
async function refusePassword(db: DatabaseSession, holder: SessionHolder): Promise<void> {
  if (await isOpenedByProvider(db, holder)) throw invalid(['password'], 'is not enough: confirm with your company');
  if (hasFactor(await findFactors(db, holder))) throw invalid(['password'], 'is not enough: send a second factor');
}

async function isOpenedByProvider(db: DatabaseSession, { accountId, sessionId }: SessionHolder): Promise<boolean> {
  return (await db.rows(IS_BY_PROVIDER, [accountId, sessionId])).length > 0;
}

/** Whether what was sent is good, and what the event says of it. */
interface Proof {
  isGood: boolean;
  detail: Record<string, string>;
}

async function provePassword(db: DatabaseSession, holder: HolderKey, password: string): Promise<Proof> {
  return { isGood: await isPassword(password, await findPasswordHash(db, holder)), detail: { factor: 'password' } };
}

async function proveFactor(
  db: DatabaseSession,
  holder: SessionHolder,
  presented: PresentedFactor,
  tools: FactorTools,
): Promise<Proof> {
  const challenge = presented.passkey ? await takeChallenge(db, holder, 'step_up') : null;
  const outcome = await db.transaction((tx) => useFactor(tx, holder, presented, challenge, tools));
  return { isGood: outcome.isGood, detail: describeOutcome(outcome) };
}
