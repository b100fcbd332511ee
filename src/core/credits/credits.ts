import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../clock.js';
import { rows } from '../../database/rows.js';
import { notFound } from '../access.js';
import type { Context } from '../context.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { PLANS } from '../plans.js';
import { COMPARE_CREDITS, CREDITS_OF_MONTH } from './credit.statements.js';
import { creditsLeft } from './credits-left.js';
import { monthOf, nextMonthOf } from './month.js';

/** An account's credits of the present UTC month. */
export interface CreditsView {
  /** The month's first day, `YYYY-MM-DD`. */
  month: string;
  /** The tier's credits a month. */
  granted: number;
  /** Of runs that are queued, running or accepted. */
  used: number;
  /** Never negative; less than the two leave where attempts without an answer go beyond what is free. */
  remaining: number;
  /** The first instant of the next month. */
  resetsAt: string;
}

/** A month whose recorded credits differ from those that its runs hold. */
export interface CreditDifference {
  accountId: string;
  month: string;
  recorded: number;
  counted: number;
}

/** Runs of all these months are retained, and of the month before, in which a run's period may begin. */
const RECOUNTED_MONTHS = 12;

/** The credits of the caller's account. */
export async function creditsOf({ em, caller, clock }: Context): Promise<CreditsView> {
  return creditsOfAccount(em, clock, caller.accountId);
}

/**
 * The credits of an account.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function creditsOfAccount(em: EntityManager, clock: Clock, accountId: unknown): Promise<CreditsView> {
  const id = parse(uuid, accountId, 'account');
  const now = clock.now();
  const month = monthOf(now);
  const [row] = await rows(em, CREDITS_OF_MONTH, [id, month]);
  if (!row) throw notFound('account');
  const { used } = row;
  const granted = PLANS[row.tier].creditsPerMonth;
  return { month, granted, used, remaining: creditsLeft(row.tier, row), resetsAt: nextMonthOf(now).toISOString() };
}

/**
 * Recounts every account's credits of this month and the twelve before it from the runs that hold them.
 * @returns the months where the two differ, by account and month; empty where all agree.
 */
export async function verifyCredits(em: EntityManager, clock: Clock): Promise<CreditDifference[]> {
  const now = clock.now();
  const first = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - RECOUNTED_MONTHS, 1)));
  const differing = await rows(em, COMPARE_CREDITS, [first]);
  return differing.map(({ account_id, month, used, counted }) => ({
    accountId: account_id,
    month,
    recorded: used,
    counted,
  }));
}
