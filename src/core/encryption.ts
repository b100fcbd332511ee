import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM: nonce, ciphertext and tag. @param key 32 bytes. @param owner whose the text is, as associated data: in
 * another's row it cannot be read.
 */
export function encrypt(key: Buffer, plain: Buffer, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]);
}

/** Null where it was encrypted with another key, or for another owner, or is not what was encrypted. */
export function decrypt(key: Buffer, stored: Buffer, owner: string): Buffer | null {
  if (stored.length < NONCE_BYTES + TAG_BYTES) return null;
  const [nonce, tag] = [stored.subarray(0, NONCE_BYTES), stored.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner)).setAuthTag(tag);
  const text = decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]);
  } catch {
    return null;
  }
}
