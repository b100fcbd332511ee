import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from './text-array.type.js';
import { LINK_PURPOSES, ROLES, SECURITY_EVENTS } from './vocabulary.js';

/** A person who may sign in to an account. `disabledAt` ends what they may do; who leaves is deleted. */
export const Holder = defineEntity({
  name: 'Holder',
  tableName: 'holder',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text(),
    name: p.text(),
    role: p.enum([...ROLES]),
    /** The projects that they see alone; null for all of the account, as an owner does. */
    projectIds: p.type(TextArrayType).$type<string[]>().columnType('uuid[]').nullable(),
    /** Null until a link is used to set a password. */
    passwordHash: p.text().nullable(),
    passwordSetAt: p.datetime(3).nullable(),
    disabledAt: p.datetime(3).nullable(),
    /** An owner whose password still signs in where a provider is required. */
    mayUsePassword: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A browser that a holder signed in with: the hash of its token, never the token. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    holderId: p.uuid(),
    tokenHash: p.blob(),
    createdAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
    expiresAt: p.datetime(3),
    endedAt: p.datetime(3).nullable(),
    /** When the holder last proved who it is, by signing in or by stepping up. */
    steppedUpAt: p.datetime(3),
    network: p.text(),
    userAgent: p.text(),
    /** Whose word opened it; null for a password. */
    providerId: p.uuid().nullable(),
    /** Whether the provider asked for a second factor. */
    isMultiFactor: p.boolean(),
  },
});

/** A browser that a holder signed in with before: its wrong passwords are counted apart from those of strangers. */
export const KnownDevice = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_device',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    holderId: p.uuid(),
    tokenHash: p.blob(),
    createdAt: p.datetime(3),
    lastSeenAt: p.datetime(3),
  },
});

/** A link that sets a password once: for somebody invited, or who forgot theirs. */
export const OneTimeLink = defineEntity({
  name: 'OneTimeLink',
  tableName: 'one_time_link',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    holderId: p.uuid(),
    purpose: p.enum([...LINK_PURPOSES]),
    tokenHash: p.blob(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
});

/**
 * What the holders of an account have asked in its minute: together, and each by id (`holderCounts`); `admitted` as in
 * `RequestBudget`.
 */
export const DashboardBudget = defineEntity({
  name: 'DashboardBudget',
  tableName: 'dashboard_budget',
  properties: {
    accountId: p.uuid().primary(),
    minuteStartedAt: p.datetime(3),
    minuteCount: p.integer(),
    holderCounts: p.json(),
    admitted: p.boolean(),
  },
});

/** What happened to the access of an account; never a password or a token. */
export const SecurityEvent = defineEntity({
  name: 'SecurityEvent',
  tableName: 'security_event',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(3),
    holderId: p.uuid().nullable(),
    kind: p.enum([...SECURITY_EVENTS]),
    network: p.text(),
    userAgent: p.text(),
    detail: p.json(),
  },
});

/** Attempts to sign in, by hashes of address and network; of no account, as who signs in is not known yet. */
export const SignInThrottle = defineEntity({
  name: 'SignInThrottle',
  tableName: 'sign_in_throttle',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer(),
    expire: p.bigint('number').nullable(),
  },
});
