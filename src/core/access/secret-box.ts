import { decrypt, encrypt } from '../encryption.js';

/** A secret as a row holds it: nonce, ciphertext and tag where it is encrypted. */
interface StoredSecret {
  secret: Buffer;
  isEncrypted: boolean;
}

/** The columns of a secret as a statement returns them. */
export interface SecretColumns {
  secret: Buffer;
  is_encrypted: boolean;
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
 * @param variable of the environment that holds the key, for messages.
 */
export function createSecretBox(
  key?: Buffer | null,
  otherKey?: Buffer | null,
  variable: 'SECOND_FACTOR_KEY' | 'SECRETS_KEY' = 'SECOND_FACTOR_KEY',
): SecretBox {
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
      if (keys.length === 0) throw new Error(`${variable} is not set, and secrets were encrypted with one`);
      throw new Error(`${variable} is not the key that secrets were encrypted with`);
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

export function storedOf({ secret, is_encrypted: isEncrypted }: SecretColumns): StoredSecret {
  return { secret, isEncrypted };
}
