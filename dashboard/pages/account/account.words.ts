import type { Factors, Passkey } from '../../api/factors.ts';
import { count, longDay, plural } from '../../format.ts';
import type { Account, SecurityEvent } from './account.data.ts';

const TIER_NAMES = { STARTER: 'Starter', PROFESSIONAL: 'Professional', AGENCY: 'Agency' } as const;
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

type Told = Pick<SecurityEvent, 'kind' | 'holderId' | 'detail'>;

/** What a sentence needs: a detail of the event, and whom it happened to. */
interface Parts {
  of: (name: string) => string;
  /** Who it happened to, where that is not who did it; else `fallback`. */
  whom: (fallback: string) => string;
}

const FACTORS: Readonly<Record<string, string>> = {
  totp: 'an authenticator app',
  passkey: 'a passkey',
  recovery_code: 'a recovery code',
  password: 'the password',
  all: 'all second factors',
};

const factor = ({ of }: Parts) => FACTORS[of('factor')] ?? 'a second factor';

/** Each kind as what somebody did; who did it stands beside it. */
const SENTENCES: Readonly<Record<SecurityEvent['kind'], (parts: Parts) => string>> = {
  SIGN_IN: (parts) => (parts.of('factor') === '' ? 'Signed in' : `Signed in with ${factor(parts)}`),
  SIGN_IN_FAILED: () => 'Wrong password',
  SIGN_OUT: () => 'Signed out',
  SESSION_ENDED: ({ of, whom }) => `Ended ${plural(Number(of('sessions') || 1), 'session')}${whom('')}`,
  PASSWORD_CHANGED: () => 'Set a password',
  RESET_REQUESTED: ({ whom }) => `Requested a password reset${whom('')}`,
  LINK_USED: ({ of }) => (of('purpose') === 'invitation' ? 'Accepted an invitation' : 'Used a password reset link'),
  INVITED: ({ of, whom }) => `Invited${whom(' someone').replace(' of ', ' ')} as ${of('role')}`,
  ROLE_CHANGED: ({ of, whom }) => `Changed the role${whom('')} from ${of('from')} to ${of('to')}`,
  HOLDER_DISABLED: ({ whom }) => `Disabled${whom(' someone').replace(' of ', ' ')}`,
  KEY_CREATED: ({ of }) => `Created the API key ${of('name')}`.trim(),
  KEY_REVOKED: () => 'Revoked an API key',
  LIMITS_HIT: () => 'Too many wrong passwords or codes',
  FACTOR_ADDED: (parts) => `Added ${factor(parts)}`,
  FACTOR_REMOVED: (parts) => `Removed ${factor(parts)}${parts.whom('')}`,
  FACTOR_FAILED: (parts) => `Right password, wrong second factor${why(parts)}`,
  RECOVERY_CODE_USED: () => 'Used a recovery code',
  RECOVERY_CODES_RENEWED: () => 'Created new recovery codes',
  STEPPED_UP: (parts) => `Confirmed their identity with ${factor(parts)}`,
  STEP_UP_FAILED: (parts) => `Failed to confirm their identity${why(parts)}`,
  SECOND_FACTOR_REQUIRED: () => 'Required a second factor for everyone',
  SECOND_FACTOR_OPTIONAL: () => 'No longer required a second factor',
};

function why({ of }: Parts): string {
  return of('why') === '' ? '' : `: ${of('why')}`;
}

/** An event in plain words. @param nameOf a person by identifier; undefined for nobody of the account. */
export function eventWords(event: Told, nameOf: (id: string) => string | undefined): string {
  const of = (name: string) => event.detail.find((one) => one.name === name)?.value ?? '';
  const whom = (fallback: string) => {
    const id = of('of');
    return id === '' || id === event.holderId ? fallback : ` of ${nameOf(id) ?? 'someone'}`;
  };
  return SENTENCES[event.kind]({ of, whom });
}

type Held = Pick<Factors, 'totp_since' | 'passkeys'>;

export function hasFactor({ totp_since, passkeys }: Held): boolean {
  return totp_since !== null || passkeys.length > 0;
}

/** What lets somebody in, as a sentence. */
export function factorFinding(held: Held): string {
  const parts = [
    ...(held.totp_since === null ? [] : ['a code from your app']),
    ...(held.passkeys.length === 0 ? [] : [held.passkeys.length === 1 ? 'your passkey' : 'one of your passkeys']),
  ];
  if (parts.length === 0) return 'You sign in with your password alone.';
  return `You sign in with your password and ${parts.join(' or ')}.`;
}

/** When a passkey was added and last used. */
export function passkeyNote({ created_at, last_used_at }: Pick<Passkey, 'created_at' | 'last_used_at'>): string {
  const used = last_used_at === null ? 'never used' : `last used ${longDay(last_used_at)}`;
  return `Added ${longDay(created_at)}, ${used}`;
}

/** How many recovery codes are left, and what to do about few. */
export function codesNote(left: number): string {
  if (left === 0) return 'None left. Create new ones, or losing your other factors locks you out.';
  return `${plural(left, 'code')} left. Each works once, if you lose your other factors.`;
}
