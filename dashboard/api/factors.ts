import { call, callFor } from './call.ts';
import type { Factors } from './held-factors.ts';
import { makePasskey } from './passkeys.ts';

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
