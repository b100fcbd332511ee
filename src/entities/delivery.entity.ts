import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from './text-array.type.js';
import { DELIVERY_STATES, DESTINATION_KINDS, DESTINATION_STATES } from './vocabulary.js';

/** Where an account's events are delivered to. */
export const Destination = defineEntity({
  name: 'Destination',
  tableName: 'destination',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.enum([...DESTINATION_KINDS]),
    name: p.text(),
    /** Of a webhook whole; of Slack its origin alone, as the rest is the secret; null for mail. */
    url: p.text().nullable(),
    /** The person that mail goes to; null where it goes to an address. */
    holderId: p.uuid().nullable(),
    /** An address that confirmed that it wants mail. */
    address: p.text().nullable(),
    /** Types of events that are delivered without being addressed to it. */
    events: p.type(TextArrayType).$type<string[]>().columnType('text[]'),
    /** Kinds of alerts among those; null for all. */
    kinds: p.type(TextArrayType).$type<string[]>().columnType('text[]').nullable(),
    /** Projects whose events are; null for all. */
    projectIds: p.type(TextArrayType).$type<string[]>().columnType('uuid[]').nullable(),
    /** Sealed where `isEncrypted`: what a webhook's requests are signed with, or the address of a Slack channel. */
    secret: p.blob().nullable(),
    /** Signs too, until `formerUntil`. */
    formerSecret: p.blob().nullable(),
    formerUntil: p.datetime(3).nullable(),
    isEncrypted: p.boolean(),
    state: p.enum([...DESTINATION_STATES]),
    /** Attempts that failed since the last that did not. */
    failures: p.integer(),
    failingSince: p.datetime(3).nullable(),
    /** No attempt before: it asked for a rest, or failed. */
    restingUntil: p.datetime(3).nullable(),
    /** When the owners were told that it fails. */
    warnedAt: p.datetime(3).nullable(),
    disabledAt: p.datetime(3).nullable(),
    lastFault: p.text().nullable(),
    payloadVersion: p.smallint(),
    /** The holder who made it; null for the service itself. */
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    removedAt: p.datetime(3).nullable(),
  },
});

/** What happened, as receivers are told it; only what some destination wants has a row. */
export const Event = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The UTC day of `at`, which partitions go by. */
    day: p.type('date').$type<string>().primary(),
    at: p.datetime(3),
    type: p.text(),
    /** Of an alert. */
    alertKind: p.text().nullable(),
    projectId: p.uuid().nullable(),
    data: p.json(),
  },
});

/** An event on its way to a destination. `claimNo` fences: a worker with an older claim settles nothing. */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The UTC day of `createdAt`, which partitions go by. */
    day: p.type('date').$type<string>().primary(),
    destinationId: p.uuid(),
    eventId: p.uuid(),
    eventDay: p.type('date').$type<string>(),
    state: p.enum([...DELIVERY_STATES]),
    /** No attempt before. */
    dueAt: p.datetime(3),
    /** Those that ended. */
    attempts: p.smallint(),
    claimNo: p.integer(),
    leaseUntil: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** What came of an attempt to deliver. */
export const DeliveryAttempt = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempt',
  properties: {
    accountId: p.uuid().primary(),
    deliveryId: p.uuid().primary(),
    /** That of the delivery. */
    day: p.type('date').$type<string>().primary(),
    /** From 1 on. */
    number: p.smallint().primary(),
    at: p.datetime(3),
    /** Of HTTP, or of SMTP; null where there was no reply. */
    status: p.smallint().nullable(),
    /** In whole tenths of a second. */
    tookMs: p.integer(),
    /** Null where it was delivered. */
    fault: p.text().nullable(),
    /** The beginning of the reply, without control characters. */
    responseHead: p.text().nullable(),
  },
});
