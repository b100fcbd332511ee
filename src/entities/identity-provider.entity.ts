import { defineEntity, p } from '@mikro-orm/core';
import { PROVISIONED_ROLES, SSO_PURPOSES } from './vocabulary.js';

/** A company's own provider (OpenID Connect) that people of an account sign in by; a removed one keeps its row. */
export const IdentityProvider = defineEntity({
  name: 'IdentityProvider',
  tableName: 'identity_provider',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    /** As the provider names itself in its tokens. */
    issuer: p.text(),
    clientId: p.text(),
    /** Encrypted where `isEncrypted`: nonce, ciphertext and tag. */
    clientSecret: p.blob(),
    isEncrypted: p.boolean(),
    /** Whether a verified address links a person who has it. */
    linksByEmail: p.boolean(),
    /** Whether an address counts as verified that the provider says nothing about. */
    trustsEmail: p.boolean(),
    /** What who has no place in the account becomes; null: nobody is added. */
    provisionedRole: p.enum([...PROVISIONED_ROLES]).nullable(),
    /** Whether people with addresses of its domains sign in by it alone. */
    isRequired: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    removedAt: p.datetime(3).nullable(),
  },
});

/** What comes after the @ of addresses that a provider speaks for; over all accounts a domain has one. */
export const ProviderDomain = defineEntity({
  name: 'ProviderDomain',
  tableName: 'provider_domain',
  properties: {
    accountId: p.uuid().primary(),
    domain: p.text().primary(),
    providerId: p.uuid(),
  },
});

/** Who a provider's `sub` is here. */
export const HolderIdentity = defineEntity({
  name: 'HolderIdentity',
  tableName: 'holder_identity',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    holderId: p.uuid(),
    providerId: p.uuid(),
    subject: p.text(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
  },
});

/** A browser that was sent to a provider: its token, `state`, nonce and verifier are good once, together. */
export const SsoFlow = defineEntity({
  name: 'SsoFlow',
  tableName: 'sso_flow',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    providerId: p.uuid(),
    tokenHash: p.blob(),
    stateHash: p.blob(),
    nonce: p.text(),
    codeVerifier: p.text(),
    purpose: p.enum([...SSO_PURPOSES]),
    /** Who steps up, or links the provider by hand; null for who signs in. */
    holderId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    /** A path below `/dashboard`. */
    returnTo: p.text(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
});
