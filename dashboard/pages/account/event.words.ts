import { plural } from '../../format.ts';
import type { SecurityEvent } from './account.document.ts';

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
