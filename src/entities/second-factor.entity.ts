import { defineEntity, p } from '@mikro-orm/core';
import { CHALLENGE_PURPOSES } from './vocabulary.js';

/** The secret that a holder's authenticator app shares with the service; unconfirmed until a code of it was sent. */
export const TotpFactor = defineEntity({
  name: 'TotpFactor',
  tableName: 'totp_factor',
  properties: {
    accountId: p.uuid().primary(),
    holderId: p.uuid().primary(),
    /** Encrypted where `isEncrypted`: nonce, ciphertext and tag. */
    secret: p.blob(),
    isEncrypted: p.boolean(),
    createdAt: p.datetime(3),
    confirmedAt: p.datetime(3).nullable(),
    /** The time step of the last code that was used: it and those before it are good no longer. */
    lastUsedStep: p.bigint('number'),
  },
});

/** A public key whose private half an authenticator of the holder keeps. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    holderId: p.uuid(),
    credentialId: p.blob(),
    /** As COSE. */
    publicKey: p.blob(),
    /** Of uses, as the authenticator tells it; 0 where it counts none. */
    counter: p.bigint('number'),
    /** The host that it was made for. */
    relyingParty: p.text(),
    name: p.text(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** A code for who lost the other factors: its hash, good once. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    accountId: p.uuid().primary(),
    holderId: p.uuid().primary(),
    codeHash: p.blob().primary(),
    createdAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
});

/** A second factor that is asked for: of a browser after its password, or of a session. */
export const FactorChallenge = defineEntity({
  name: 'FactorChallenge',
  tableName: 'factor_challenge',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    holderId: p.uuid(),
    purpose: p.enum([...CHALLENGE_PURPOSES]),
    /** Of the browser that signs in. */
    tokenHash: p.blob().nullable(),
    /** That is stepped up, or adds a passkey. */
    sessionId: p.uuid().nullable(),
    deviceId: p.uuid().nullable(),
    passkeyChallenge: p.blob(),
    /** The password that was right: with another one set since, the challenge is good no longer. */
    passwordSetAt: p.datetime(3).nullable(),
    /** That opened the way here, in place of a password. */
    providerId: p.uuid().nullable(),
    /** Of who signs in, to be linked once the factor is proved; null where it is linked or no provider is. */
    providerSubject: p.text().nullable(),
    attempts: p.integer(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
});
