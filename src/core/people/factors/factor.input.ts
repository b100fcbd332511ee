import { z } from 'zod';
import { NAME_MAX, requiredText } from '../../fields.input.js';
import { password } from '../holder.input.js';

const CODE_MAX = 64;
/** Authenticators send less than 1 KB of each; an RSA key with its attestation has some 2 KB. */
const PASSKEY_PART_MAX = 8_192;

const code = z.string('must be a string').max(CODE_MAX, `must be at most ${CODE_MAX} characters`);
const bytes = z
  .string('must be a string')
  .regex(/^[\w-]+$/, 'must be base64url')
  .max(PASSKEY_PART_MAX, `must be at most ${PASSKEY_PART_MAX} characters`);

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get()`; the rest of it is not looked at. */
const assertion = z
  .object(
    {
      id: bytes,
      response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }, 'must be an object'),
    },
    'must be an object',
  )
  .transform(({ id, response }) => ({ id, ...response }));

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.create()`. */
const made = z
  .object(
    { id: bytes, response: z.object({ clientDataJSON: bytes, attestationObject: bytes }, 'must be an object') },
    'must be an object',
  )
  .transform(({ id, response }) => ({ id, ...response }));

export type PasskeyAssertion = z.output<typeof assertion>;
export type NewPasskey = z.output<typeof made>;

const ONE_FACTOR = 'must hold one of code, recovery_code, passkey';
const factors = { code, recoveryCode: code, passkey: assertion };

/** One second factor. */
export const factorInput = z
  .strictObject(factors, 'must be an object')
  .partial()
  .refine((sent) => Object.keys(sent).length === 1, ONE_FACTOR);

export const stepUpInput = z
  .strictObject({ ...factors, password }, 'must be an object')
  .partial()
  .refine((sent) => Object.keys(sent).length === 1, `${ONE_FACTOR}, password`);

export type PresentedFactor = z.output<typeof factorInput>;

export const confirmTotpInput = z.object({ code }, 'must be an object');
export const savePasskeyInput = z.object({ name: requiredText(NAME_MAX), passkey: made }, 'must be an object');
export const requireFactorInput = z.object({ isRequired: z.boolean('must be true or false') }, 'must be an object');
