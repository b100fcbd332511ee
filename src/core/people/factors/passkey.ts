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
import { CHALLENGE_MINUTES } from './challenge.statements.js';
import type { NewPasskey, PasskeyAssertion } from './factor.input.js';
import type { PasskeyRow } from './factor.statements.js';

/** Who an authenticator deals with: the host that its keys are made for, and the origin of our pages. */
export interface RelyingParty {
  /** A host name, without its port. */
  host: string;
  origin: string;
}

export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

export const CHALLENGE_BYTES = 32;
const NAME = 'Brand Visibility';
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
/** EdDSA, ES256 and RS256: what authenticators make. */
const ALGORITHMS = [-8, -7, -257];

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

/** The public key of a new passkey. */
export interface MadePasskey {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
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

/** How often the authenticator was used, where it signed the challenge with the passkey; null where it did not. */
export async function readAssertion(
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

/** A counter that does not rise tells of a copy of the authenticator; those that count nothing stay at 0. */
export function isCounterGood(before: number, after: number): boolean {
  return (before === 0 && after === 0) || after > before;
}

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
