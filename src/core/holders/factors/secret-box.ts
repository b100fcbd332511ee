import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret as a row holds it: nonce, ciphertext and tag where it is encrypted. */
export interface StoredSecret {
  secret: Buffer;
  isEncrypted: boolean;
}

/** Encrypts secrets that must be read again, so that a copy of the database alone does not hold them. */
export interface SecretBox {
  /** @param owner whose it is: in another's row it cannot be read. */
  seal(plain: Buffer, owner: string): StoredSecret;
  /** @throws Error without the key that it was sealed with. */
  open(stored: StoredSecret, owner: string): Buffer;
}

/**
 * AES-256-GCM with a key from outside the database; without one, secrets lie in the clear (decisions.md, "Signing in").
 * What was stored before there was a key stays readable.
 */
export function createSecretBox(key: Buffer | null): SecretBox {
  return {
    seal: (plain, owner) => (key ? encrypt(key, plain, owner) : { secret: plain, isEncrypted: false }),
    open: ({ secret, isEncrypted }, owner) => {
      if (!isEncrypted) return secret;
      if (!key) throw new Error('SECOND_FACTOR_KEY is not set, and secrets were encrypted with one');
      return decrypt(key, secret, owner);
    },
  };
}

function encrypt(key: Buffer, plain: Buffer, owner: string): StoredSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { secret: Buffer.concat([nonce, text, cipher.getAuthTag()]), isEncrypted: true };
}

function decrypt(key: Buffer, stored: Buffer, owner: string): Buffer {
  const [nonce, tag] = [stored.subarray(0, NONCE_BYTES), stored.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new Error('SECOND_FACTOR_KEY is not the key that secrets were encrypted with', { cause: error });
  }
}
