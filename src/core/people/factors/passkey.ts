import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import { CHALLENGE_MINUTES } from './challenges.js';
import { type HolderKey, PASSKEY, type PasskeyRow } from './own-factors.js';

const NAME = 'Brand Visibility';
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
/** EdDSA, ES256 and RS256: what authenticators make. */
const ALGORITHMS = [-8, -7, -257];
/** Authenticators send less than 1 KB of each; an RSA key with its attestation has some 2 KB. */
const PASSKEY_PART_MAX = 8_192;

const bytes = z
  .string('must be a string')
  .regex(/^[\w-]+$/, 'must be base64url')
  .max(PASSKEY_PART_MAX, `must be at most ${PASSKEY_PART_MAX} characters`);

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get()`; the rest of it is not looked at. */
export const assertion = z
  .object(
    {
      id: bytes,
      response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }, 'must be an object'),
    },
    'must be an object',
  )
  .transform(({ id, response }) => ({ id, ...response }));

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.create()`. */
export const made = z
  .object(
    { id: bytes, response: z.object({ clientDataJSON: bytes, attestationObject: bytes }, 'must be an object') },
    'must be an object',
  )
  .transform(({ id, response }) => ({ id, ...response }));

type PasskeyAssertion = z.output<typeof assertion>;

type NewPasskey = z.output<typeof made>;

/** Who an authenticator deals with: the host that its keys are made for, and the origin of our pages. */
export interface RelyingParty {
  /** A host name, without its port. */
  host: string;
  origin: string;
}

/** The public key of a new passkey. */
interface MadePasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
}

/** Locked: of two uses at once the second sees the count of the first. */
const LOCK_PASSKEY = statement<PasskeyRow>(
  'lock-passkey',
  `select ${PASSKEY}
   from passkey
   where account_id = $1 and holder_id = $2 and credential_id = $3
   for no key update`,
);

const RECORD_PASSKEY_USE = statement<object>(
  'note-use-of-passkey',
  `update passkey
   set counter = $3, last_used_at = now()
   where account_id = $1 and id = $2`,
);

/** What a browser asks an authenticator for, to make a passkey; those that the holder has are left out. */
export function creationOptions(
  challenge: Buffer,
  holder: { holderId: string; email: string; passkeys: readonly PasskeyRow[] },
  { host }: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: NAME,
    rpID: host,
    userName: holder.email,
    userID: Uint8Array.from(Buffer.from(holder.holderId.replaceAll('-', ''), 'hex')),
    challenge: Uint8Array.from(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: holder.passkeys.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** What a browser asks an authenticator for, to prove one of the holder's passkeys. */
export function requestOptions(
  challenge: Buffer,
  passkeys: readonly PasskeyRow[],
  { host }: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: host,
    challenge: Uint8Array.from(challenge),
    allowCredentials: passkeys.filter(({ relying_party }) => relying_party === host).map(toDescriptor),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  });
}

/** What an authenticator made for a challenge; null for anything else than it. */
export async function readNewPasskey(
  made: NewPasskey,
  challenge: Buffer,
  { host, origin }: RelyingParty,
): Promise<MadePasskey | null> {
  const result = await verifyRegistrationResponse({
    response: toRegistration(made),
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(notVerified);
  if (!result?.verified) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter };
}

export async function usePasskey(
  tx: DatabaseSession,
  { accountId, holderId }: HolderKey,
  assertion: PasskeyAssertion,
  challenge: Buffer,
  relyingParty: RelyingParty,
): Promise<{ isGood: boolean; isCopy?: true }> {
  const credentialId = Buffer.from(assertion.id, 'base64url');
  const [passkey] = await tx.rows(LOCK_PASSKEY, [accountId, holderId, credentialId]);
  if (!passkey) return { isGood: false };
  const counter = await readAssertion(assertion, challenge, passkey, relyingParty);
  if (counter === null) return { isGood: false };
  if (!isCounterGood(Number(passkey.counter), counter)) return { isGood: false, isCopy: true };
  await tx.rows(RECORD_PASSKEY_USE, [accountId, passkey.id, counter]);
  return { isGood: true };
}

/** How often the authenticator was used, where it signed the challenge with the passkey; null where it did not. */
async function readAssertion(
  assertion: PasskeyAssertion,
  challenge: Buffer,
  passkey: PasskeyRow,
  { host, origin }: RelyingParty,
): Promise<number | null> {
  if (passkey.relying_party !== host) return null;
  const result = await verifyAuthenticationResponse({
    response: toAuthentication(assertion),
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    // Compared by us (`isCounterGood`), once the signature is known to be good: the library throws for both alike.
    credential: { id: assertion.id, publicKey: Uint8Array.from(passkey.public_key), counter: 0 },
  }).catch(notVerified);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/** A counter that does not rise is the sign of a copy of the authenticator; those that count nothing stay at 0. */
function isCounterGood(before: number, after: number): boolean {
  return (before === 0 && after === 0) || after > before;
}

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

/** The library throws for whatever an authenticator, or who poses as one, has sent. */
function notVerified(_error: unknown): null {
  return null;
}

function toDescriptor({ credential_id }: PasskeyRow) {
  return { id: credential_id.toString('base64url') };
}

function toRegistration({ id, clientDataJSON, attestationObject }: NewPasskey): RegistrationResponseJSON {
  const response = { clientDataJSON, attestationObject };
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
}

function toAuthentication({
  id,
  clientDataJSON,
  authenticatorData,
  signature,
}: PasskeyAssertion): AuthenticationResponseJSON {
  const response = { clientDataJSON, authenticatorData, signature };
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
}
