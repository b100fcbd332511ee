import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What an authenticator is asked for, as far as it looks at it. */
export interface CreationOptions {
  challenge: string;
  rp: { id?: string };
}

export interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** What a browser and an authenticator do otherwise than they should. */
export interface Faults {
  origin?: string;
  rpId?: string;
  counter?: number;
  isUnverified?: boolean;
}

/** An authenticator with one passkey, in software: real keys, real signatures, as WebAuthn Level 3 describes them. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  counter = 0;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor(readonly origin: string) {
    ({ privateKey: this.#privateKey, publicKey: this.#publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  /** As `navigator.credentials.create()` and `toJSON()`. */
  create({ challenge, rp }: CreationOptions, faults: Faults = {}) {
    const clientDataJSON = this.#clientData('webauthn.create', challenge, faults);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      this.#coseKey(),
    ]);
    const authData = Buffer.concat([this.#authData(faults.rpId ?? rp.id ?? '', HAS_CREDENTIAL, faults), credential]);
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    const response = { clientDataJSON: encode(clientDataJSON), attestationObject: encode(attestationObject) };
    return { id: encode(this.credentialId), rawId: encode(this.credentialId), type: 'public-key', response };
  }

  /** As `navigator.credentials.get()` and `toJSON()`. */
  get({ challenge, rpId = '' }: RequestOptions, faults: Faults = {}) {
    this.counter += 1;
    const clientDataJSON = this.#clientData('webauthn.get', challenge, faults);
    const authData = this.#authData(faults.rpId ?? rpId, 0, { counter: this.counter, ...faults });
    const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()]);
    const signature = createSign('sha256').update(signed).sign(this.#privateKey);
    const response = {
      clientDataJSON: encode(clientDataJSON),
      authenticatorData: encode(authData),
      signature: encode(signature),
    };
    return { id: encode(this.credentialId), rawId: encode(this.credentialId), type: 'public-key', response };
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Faults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authData(rpId: string, flags: number, { counter = 0, isUnverified = false }: Faults): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const proved = isUnverified ? USER_PRESENT : USER_PRESENT | USER_VERIFIED;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags | proved]), count]);
  }

  /** EC2 on P-256 for ES256 (RFC 9053). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** The part of CBOR (RFC 8949) that attestations and keys need. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, held]) => [cbor(key), cbor(held)]);
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  throw new Error('a value that CBOR is not written for here');
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff]);
}
