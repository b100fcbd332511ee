import { call } from './call.ts';

/**
 * Whether the browser has a session, as far as the page knows: the server says so in the document, since scripts do not
 * see the cookie. Nothing is asked without one, as each such request counts as a failed sign-in of the address.
 */
let isOpen = document.documentElement.dataset['session'] === 'open';

export function hasSession(): boolean {
  return isOpen;
}

/** The service no longer knows the session. */
export function forgetSession(): void {
  isOpen = false;
}

/** Whether the first account is to be opened, as the document says: beside the demo's, as the very first, or not. */
export function setupState(): 'none' | 'first' | 'beside-demo' {
  const state = document.documentElement.dataset['setup'];
  return state === 'first' || state === 'beside-demo' ? state : 'none';
}

/** What the first account is opened with. */
interface FirstAccount {
  code: string;
  organisation: string;
  name: string;
  email: string;
  password: string;
  tier: string;
}

/** Opens the first account, and signs its owner in. @throws Refused */
export async function setUp(account: FirstAccount): Promise<void> {
  await call('POST', '/dashboard/setup', account);
  document.documentElement.dataset['setup'] = 'none';
  isOpen = true;
}

/** What is asked for besides the password: one of these, within five minutes. */
export interface SecondStep {
  methods: readonly ('totp' | 'passkey' | 'recovery_code')[];
  /** What `parseRequestOptionsFromJSON` takes; null without a passkey. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

/** One proof of the second step. */
export type Proof = { code: string } | { recovery_code: string } | { passkey: unknown };

/** Signs in. @returns what is asked for besides; null once there is a session. @throws Refused */
export async function signIn(email: string, password: string): Promise<SecondStep | null> {
  return outcomeOf(await call('POST', '/dashboard/session', { email, password }));
}

const APP_CODE = /^\d{6}$/;

/** What somebody typed as a code: six digits are of the app, anything else is a recovery code. */
export function codeProof(text: string): { code: string } | { recovery_code: string } {
  const code = text.replaceAll(/\s/g, '');
  return APP_CODE.test(code) ? { code } : { recovery_code: text.trim() };
}

/** Answers the second step. @throws Refused */
export async function proveFactor(proof: Proof): Promise<void> {
  await call('POST', '/dashboard/session/factor', proof);
  isOpen = true;
}

/** Ends the session, and everything that the page knew of it with the page itself. @throws Refused */
export async function signOut(): Promise<void> {
  await call('DELETE', '/dashboard/session');
  location.assign('/dashboard/sign-in');
}

/** Answered alike whether or not somebody has the address. @throws Refused */
export async function requestLink(email: string): Promise<void> {
  await call('POST', '/dashboard/links', { email });
}

/**
 * Sets a password by the token of a link, and signs in.
 * @returns what is asked for besides; null once there is a session.
 * @throws Refused
 */
export async function useLink(token: string, password: string): Promise<SecondStep | null> {
  return outcomeOf(await call('POST', '/dashboard/links/use', { token, password }));
}

/** Changes the own password: all sessions end, and this browser gets a new one. @throws Refused */
export async function changePassword(current: string, password: string): Promise<void> {
  await call('POST', '/dashboard/password', { current_password: current, password });
}

async function outcomeOf(response: Response): Promise<SecondStep | null> {
  if (response.status === 202) return (await response.json()).data;
  isOpen = true;
  return null;
}
