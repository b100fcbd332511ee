import { defineEntity, p } from '@mikro-orm/core';
import { FREQUENCIES, KEY_ACCESS, SUBSCRIPTIONS, TIERS } from './vocabulary.js';

/** A customer: the wall between tenants. Every other table's keys begin with its `account_id`. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'account',
  properties: {
    accountId: p.uuid().primary(),
    name: p.text(),
    email: p.text(),
    tier: p.enum([...TIERS]),
    subscription: p.enum([...SUBSCRIPTIONS]),
    cadence: p.enum([...FREQUENCIES]),
    /** Whether all holders need a second factor. */
    secondFactorRequired: p.boolean().default(false),
    /** Whether its owners run the installation: they may see and change what belongs to no tenant. */
    isOperator: p.boolean().default(false),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** An API key at rest: its hash, never the key. `prefix` is the readable beginning that the holder knows it by. */
export const ApiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    keyHash: p.blob(),
    prefix: p.text(),
    name: p.text(),
    description: p.text(),
    access: p.enum([...KEY_ACCESS]).default('full'),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
    requestCount: p.bigint('number'),
    revokedAt: p.datetime(3).nullable(),
  },
});

/**
 * The account's two request windows. `admitted` is the outcome of the last charge: one statement charges and returns
 * it.
 */
export const RequestBudget = defineEntity({
  name: 'RequestBudget',
  tableName: 'request_budget',
  properties: {
    accountId: p.uuid().primary(),
    minuteStartedAt: p.datetime(3),
    minuteCount: p.integer(),
    dayDate: p.type('date').$type<string>(),
    dayCount: p.integer(),
    admitted: p.boolean(),
  },
});

/**
 * What the judge of sentiment was asked for an account on a UTC day, by the database's clock. `granted` is the outcome
 * of the last request for calls: one statement charges and returns it. `refused`: calls that the bounds of the day
 * left no room for. `reservedMicroUsd`: the part of the cost that calls under way may still give back.
 */
export const JudgeUse = defineEntity({
  name: 'JudgeUse',
  tableName: 'judge_use',
  properties: {
    accountId: p.uuid().primary(),
    day: p.type('date').$type<string>().primary(),
    calls: p.integer(),
    costMicroUsd: p.bigint('number'),
    reservedMicroUsd: p.bigint('number').default(0),
    granted: p.integer(),
    refused: p.integer(),
  },
});

/** The hash of the code that opens the first account, and since when there is nothing to set up. */
export const Setup = defineEntity({
  name: 'Setup',
  tableName: 'setup',
  properties: {
    isOnly: p.boolean().primary(),
    codeHash: p.blob().nullable(),
    closedAt: p.datetime(3).nullable(),
  },
});

/** Switches of the whole service, not of a tenant: its rows belong to no account. */
export const ServiceSwitch = defineEntity({
  name: 'ServiceSwitch',
  tableName: 'service_switch',
  properties: { name: p.text().primary(), isActive: p.boolean(), changedAt: p.datetime(3) },
});

/** The first response under an `Idempotency-Key`, stored for a day. */
export const IdempotencyRecord = defineEntity({
  name: 'IdempotencyRecord',
  tableName: 'idempotency_record',
  properties: {
    accountId: p.uuid().primary(),
    method: p.text().primary(),
    path: p.text().primary(),
    key: p.text().primary(),
    bodyHash: p.blob(),
    status: p.integer().nullable(),
    body: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/**
 * An account that is to be deleted for good at `deleteAt`; until then its subscription is inactive, and
 * `subscriptionBefore` comes back with it. `removingSince`: its rows are going, and it cannot be taken back.
 */
export const AccountDeletion = defineEntity({
  name: 'AccountDeletion',
  tableName: 'account_deletion',
  properties: {
    accountId: p.uuid().primary(),
    requestedAt: p.datetime(3),
    deleteAt: p.datetime(3),
    /** The owner who asked; null for the operator. */
    requestedBy: p.uuid().nullable(),
    subscriptionBefore: p.enum([...SUBSCRIPTIONS]),
    removingSince: p.datetime(3).nullable(),
  },
});
