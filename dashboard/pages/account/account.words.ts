import { count } from '../../format.ts';
import type { Account } from './account.document.ts';

export const TIER_NAMES = { STARTER: 'Starter', PROFESSIONAL: 'Professional', AGENCY: 'Agency' } as const;
export const CADENCE_NAMES = { DAILY: 'daily', WEEKLY: 'weekly' } as const;

/** The plan, and how much of the month's credits is left. */
export function planFinding({ tier, limits, usage }: Pick<Account, 'tier' | 'limits' | 'usage'>): string {
  if (!usage) return `The ${TIER_NAMES[tier]} plan.`;
  const left = `${count(usage.creditsRemaining)} of ${count(limits.creditsPerMonth)} credits`;
  return `${TIER_NAMES[tier]}: ${left} are left this month.`;
}

const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;
const TEXT_MAX = 60;

/** A browser by its name and system, as far as it tells; else what it called itself. */
export function browserOf(userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser === undefined) return userAgent === '' ? 'unknown' : userAgent.slice(0, TEXT_MAX);
  return system === undefined ? browser : `${browser} on ${system}`;
}
