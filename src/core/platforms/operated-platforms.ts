import { z } from 'zod';
import type { Timer } from '../../clock.js';
import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform, type SecurityEventKind } from '../../entities/vocabulary.js';
import { DEFAULT_MODELS } from '../../platforms/platform-client.js';
import { refuseUnlessOperatorsOwner, refuseUnlessSteppedUp } from '../access/access.js';
import type { Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { parse } from '../input.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';
import { countPlatformTrial } from '../people/sign-in-throttle.js';
import { toTimestamp } from '../time.js';
import {
  checkPlatformKey,
  checkSecretsKey,
  listPlatformKeys,
  type PlatformKeyView,
  type PlatformSources,
  removePlatformKey,
} from './platform-keys.js';
import {
  listPlatformLimits,
  PAUSE_MS_MAX,
  type PlatformLimitsView,
  pausePlatform,
  resumePlatform,
} from './platform-status.js';
import { type PlatformTrial, storeTriedKey, tryKeyInUse } from './platform-trial.js';

const WHAT = 'Platforms of the service';
const MINUTE_MS = 60_000;
const PAUSE_MINUTES_MAX = PAUSE_MS_MAX / MINUTE_MS;

const platform = z.enum(PLATFORMS, `must be one of ${PLATFORMS.join(', ')}`);
const keyInput = z.object({ key: z.string('must be a string') }, 'must be an object');
const PAUSE_FAULT = `must be a whole number from 1 to ${PAUSE_MINUTES_MAX}, or null`;
const pauseInput = z.object(
  { minutes: z.int(PAUSE_FAULT).min(1, PAUSE_FAULT).max(PAUSE_MINUTES_MAX, PAUSE_FAULT).nullable().default(null) },
  'must be an object',
);

/** A platform as who runs the service sees it: its state, money, key (never itself) and last trial. */
export interface OperatedPlatformView extends PlatformLimitsView, PlatformKeyView {
  /** The model that it is asked for. */
  model: string;
  /** Over all processes together, as {@link PlatformLimitsView.budgetUsd} is. */
  requestsPerMinute: number;
  /** When a key in use was last tried by hand, and why the platform did not answer then; null before. */
  lastTrial: { at: string; fault: string | null } | null;
}

/** All platforms, in their usual order, and whether keys can be stored: without SECRETS_KEY none can. */
export interface OperatedPlatformsView {
  canStoreKeys: boolean;
  platforms: OperatedPlatformView[];
}

/** How platforms are asked by this process, and the time that trials are measured by. */
export interface PlatformTools {
  sources: PlatformSources;
  timer: Timer;
}

interface GateRow {
  platform: Platform;
  per_minute: number;
  tried_at: string | null;
  trial_fault: string | null;
}

const LIST_GATES = statement<GateRow>(
  'list-gates-of-platforms',
  `select platform, per_minute, tried_at::text, trial_fault
   from platform_gate
   order by platform`,
);

/** What came of the trial of a key that is gone says nothing any more. */
const FORGET_TRIAL = statement<object>(
  'forget-trial-of-platform',
  `update platform_gate
   set tried_at = null, trial_fault = null
   where platform = $1`,
);

/**
 * The platforms of the service, for owners of the operator's own account, as are all verbs here. Rates and budgets are
 * those that the workers go by; of a platform that no worker asks, those of this process's configuration.
 * @throws ServiceError FORBIDDEN.
 */
export async function listOperatedPlatforms(ctx: Context, { sources }: PlatformTools): Promise<OperatedPlatformsView> {
  await refuseUnlessOperatorsOwner(ctx, WHAT);
  const limits = await listPlatformLimits(ctx.db);
  const keys = await listPlatformKeys(ctx.db, sources);
  const gates = await ctx.db.rows(LIST_GATES, []);
  const platforms = limits.map((limit) => {
    const gate = rowOf(gates, limit.platform);
    const settings = rowOf(sources.platformSettings, limit.platform);
    const isAsked = limit.isConfigured;
    return {
      ...limit,
      ...rowOf(keys, limit.platform),
      budgetUsd: isAsked ? limit.budgetUsd : (settings.dailyBudgetUsd ?? null),
      model: settings.model ?? DEFAULT_MODELS[limit.platform],
      requestsPerMinute: isAsked ? gate.per_minute : settings.requestsPerMinute,
      lastTrial: gate.tried_at === null ? null : { at: toTimestamp(gate.tried_at), fault: gate.trial_fault },
    };
  });
  return { canStoreKeys: sources.secretsKey !== undefined, platforms };
}

function rowOf<Row extends { platform: Platform }>(rows: readonly Row[], wanted: Platform): Row {
  const row = rows.find((each) => each.platform === wanted);
  if (!row) throw new Error(`nothing is known of the platform ${wanted}`);
  return row;
}

/**
 * Asks one question with the key in use. Five a minute and account, over all processes, those of {@link setOperatedKey}
 * included. @throws ServiceError FORBIDDEN; VALIDATION_ERROR without a key; TooManyAttempts.
 */
export async function tryOperatedPlatform(ctx: Context, name: unknown, tools: PlatformTools): Promise<PlatformTrial> {
  await refuseUnlessOperatorsOwner(ctx, WHAT);
  const tried = parse(platform, name, 'platform');
  await countPlatformTrial(ctx.db, ctx.caller.accountId);
  return tryKeyInUse(ctx.db, tried, tools.sources, tools.timer);
}

/**
 * Tries a key with one question, and stores it where the platform answers, in place of a former one. Workers use it
 * within a minute, unless the environment has a key, which wins.
 * @param input `key`: as the platform gave it.
 * @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED; VALIDATION_ERROR, also without SECRETS_KEY; CONFLICT with what the
 *   platform said, without the key, where it does not answer; TooManyAttempts.
 */
export async function setOperatedKey(
  ctx: Context,
  name: unknown,
  input: unknown,
  client: Client,
  { sources, timer }: PlatformTools,
): Promise<void> {
  await refuseUnlessOperatorsOwner(ctx, WHAT);
  refuseUnlessSteppedUp(ctx.caller);
  const of = parse(platform, name, 'platform');
  const { key } = parse(keyInput, input);
  // Before it is counted: what cannot be stored is not tried.
  checkPlatformKey(key);
  checkSecretsKey(sources);
  await countPlatformTrial(ctx.db, ctx.caller.accountId);
  await storeTriedKey(ctx.db, { platform: of, apiKey: key }, sources, timer, (tx) =>
    saveEvent({ ...ctx, db: tx }, 'platform_key_set', client, { platform: of }),
  );
}

/**
 * Deletes a stored key; workers stop using it within a minute.
 * @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED, VALIDATION_ERROR, CONFLICT where none is stored.
 */
export async function removeOperatedKey(
  ctx: Context,
  name: unknown,
  client: Client,
  { sources }: PlatformTools,
): Promise<void> {
  await refuseUnlessOperatorsOwner(ctx, WHAT);
  refuseUnlessSteppedUp(ctx.caller);
  const of = parse(platform, name, 'platform');
  await ctx.db.transaction(async (tx) => {
    if (!(await removePlatformKey(tx, of))) throw new ServiceError('CONFLICT', `No key of ${of} is stored`);
    if (sources.platforms.every((own) => own.platform !== of)) await tx.rows(FORGET_TRIAL, [of]);
    await saveEvent({ ...ctx, db: tx }, 'platform_key_removed', client, { platform: of });
  });
}

/**
 * Asks a platform nothing more, for all accounts, as `pausePlatform` does.
 * @param input `minutes`: for how long; null or absent: until it is resumed.
 * @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED, VALIDATION_ERROR.
 */
export async function pauseOperatedPlatform(
  ctx: Context,
  name: unknown,
  input: unknown,
  client: Client,
): Promise<void> {
  await refuseUnlessOperatorsOwner(ctx, WHAT);
  refuseUnlessSteppedUp(ctx.caller);
  const of = parse(platform, name, 'platform');
  const { minutes } = parse(pauseInput, input);
  await ctx.db.transaction(async (tx) => {
    await pausePlatform(tx, of, minutes === null ? null : minutes * MINUTE_MS);
    const detail = { platform: of, ...(minutes !== null && { minutes: String(minutes) }) };
    await saveEvent({ ...ctx, db: tx }, 'platform_paused', client, detail);
  });
}

/**
 * Asks a platform again, as `resumePlatform` does. @throws ServiceError FORBIDDEN, STEP_UP_REQUIRED, VALIDATION_ERROR.
 */
export async function resumeOperatedPlatform(ctx: Context, name: unknown, client: Client): Promise<void> {
  await refuseUnlessOperatorsOwner(ctx, WHAT);
  refuseUnlessSteppedUp(ctx.caller);
  const of = parse(platform, name, 'platform');
  await ctx.db.transaction(async (tx) => {
    await resumePlatform(tx, of);
    await saveEvent({ ...ctx, db: tx }, 'platform_resumed', client, { platform: of });
  });
}

async function saveEvent(
  { db, caller }: Context,
  kind: SecurityEventKind,
  client: Client,
  detail: Record<string, string>,
): Promise<void> {
  await saveSecurityEvent(db, { ...actorOf(caller, client), accountId: caller.accountId, kind, detail });
}
