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
  /** @throws Error without a key that it was sealed with. */
  open(stored: StoredSecret, owner: string): Buffer;
  /** As {@link seal} would store now what was stored before; `current` where it is so, `unreadable` without its key. */
  reseal(stored: StoredSecret, owner: string): StoredSecret | 'current' | 'unreadable';
}

/**
 * AES-256-GCM with a key from outside the database; without one, secrets lie in the clear (decisions.md, "Signing in").
 * What was stored before there was a key stays readable.
 * @param otherKey reads too, and never writes: while the key is changed, some secrets are under either.
 */
export function createSecretBox(key?: Buffer | null, otherKey?: Buffer | null): SecretBox {
  const keys = [key, otherKey].filter((each) => each !== undefined && each !== null);
  const seal = (plain: Buffer, owner: string): StoredSecret =>
    key ? { secret: encrypt(key, plain, owner), isEncrypted: true } : { secret: plain, isEncrypted: false };
  const read = ({ secret, isEncrypted }: StoredSecret, owner: string): Buffer | null => {
    if (!isEncrypted) return secret;
    for (const each of keys) {
      const plain = decrypt(each, secret, owner);
      if (plain) return plain;
    }
    return null;
  };
  return {
    seal,
    open: (stored, owner) => {
      const plain = read(stored, owner);
      if (plain) return plain;
      if (keys.length === 0) throw new Error('SECOND_FACTOR_KEY is not set, and secrets were encrypted with one');
      throw new Error('SECOND_FACTOR_KEY is not the key that secrets were encrypted with');
    },
    reseal: (stored, owner) => {
      const { secret, isEncrypted } = stored;
      const isCurrent = key ? isEncrypted && decrypt(key, secret, owner) !== null : !isEncrypted;
      if (isCurrent) return 'current';
      const plain = read(stored, owner);
      return plain ? seal(plain, owner) : 'unreadable';
    },
  };
}

function encrypt(key: Buffer, plain: Buffer, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]);
}

/** Null where it was encrypted with another key, or for another owner. */
function decrypt(key: Buffer, stored: Buffer, owner: string): Buffer | null {
  const [nonce, tag] = [stored.subarray(0, NONCE_BYTES), stored.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
  const text = decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return null;
  }
}
