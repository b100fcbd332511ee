import { call, callFor } from './call.ts';

/** A passkey as its holder sees it. */
export interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** What somebody has beside the password. */
export interface Factors {
  /** Since when there is an authenticator app; null without one. */
  totp_since: string | null;
  passkeys: readonly Passkey[];
  recovery_codes_left: number;
  /** Whether the account requires a second factor of everybody. */
  is_required: boolean;
}

/** Codes that came with a first factor, shown once; null where there are some already. */
export type FirstCodes = readonly string[] | null;

interface Coded {
  recovery_codes: FirstCodes;
}

const PATH = '/dashboard/factors';

/** Each of these throws Refused, also until a proof of who it is was given. */
export const getFactors = () => callFor<Factors>('GET', PATH);

/** The secret of a new app, shown once; it counts once a code of it was sent. */
export const startApp = () => callFor<{ secret: string; uri: string }>('POST', `${PATH}/totp`);

export async function confirmApp(code: string): Promise<FirstCodes> {
  return (await callFor<Coded>('POST', `${PATH}/totp/confirm`, { code })).recovery_codes;
}

export const removeApp = () => call('DELETE', `${PATH}/totp`);

/** Lets the browser make a passkey, and adds it. @throws also Error where the browser makes none. */
export async function addPasskey(name: string): Promise<FirstCodes> {
  const asked = await callFor<PublicKeyCredentialCreationOptionsJSON>('POST', `${PATH}/passkeys/challenge`);
  const passkey = await makePasskey(asked);
  return (await callFor<Coded>('POST', `${PATH}/passkeys`, { name, passkey })).recovery_codes;
}

export const removePasskey = (id: string) => call('DELETE', `${PATH}/passkeys/${encodeURIComponent(id)}`);

/** Ten new codes in place of those before. */
export async function renewRecoveryCodes(): Promise<FirstCodes> {
  return (await callFor<Coded>('POST', `${PATH}/recovery-codes`)).recovery_codes;
}

/** For owners: whether everybody of the account needs a second factor. */
export const requireFactor = (isRequired: boolean) => call('POST', `${PATH}/requirement`, { is_required: isRequired });

const NOT_USED = 'No passkey was used. The request was cancelled, or this browser has none for this site.';
const NOT_MADE = 'No passkey was added. The request was cancelled, or this device already has one.';

/**
 * Asks the browser for one of the passkeys that are asked for.
 * @returns what the service takes as `passkey`. @throws Error where the person or the browser gives none.
 */
export async function presentPasskey(asked: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return toJson(await navigator.credentials.get({ publicKey }).catch(fail(NOT_USED)), NOT_USED);
}

/** Lets the browser make a passkey. @returns what the service takes as `passkey`. @throws Error likewise. */
async function makePasskey(asked: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return toJson(await navigator.credentials.create({ publicKey }).catch(fail(NOT_MADE)), NOT_MADE);
}

/** Browsers make none for an address in numbers, and none over plain http but on this machine. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** What browsers say of it is written for developers, and tells little on purpose. */
function fail(sentence: string) {
  return (cause: unknown): never => {
    throw new Error(sentence, { cause });
  };
}

function toJson(credential: Credential | null, sentence: string): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error(sentence);
  return credential.toJSON();
}
