import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from './text-array.type.js';
import { ALERT_DIRECTIONS, ALERT_KINDS, ALERT_RESOLUTIONS, ALERT_SENSITIVITIES, ALERT_STATES } from './vocabulary.js';

/**
 * What the service told by itself: a series that moved, with the evidence as it was then. `series` leads it, `parts`
 * are further series that it tells with it. `revision` grows with each event of the alert. `recoveredChecks` counts the
 * checks running that saw half of the change made up for.
 */
export const Alert = defineEntity({
  name: 'Alert',
  tableName: 'alert',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Null for what concerns the account. */
    projectId: p.uuid().nullable(),
    kind: p.enum([...ALERT_KINDS]),
    series: p.text(),
    direction: p.enum([...ALERT_DIRECTIONS]).nullable(),
    state: p.enum([...ALERT_STATES]),
    resolution: p.enum([...ALERT_RESOLUTIONS]).nullable(),
    evidence: p.json(),
    parts: p.type(TextArrayType).$type<string[]>().columnType('text[]'),
    recoveredChecks: p.smallint(),
    revision: p.integer(),
    /** The UTC day of the check. */
    openedOn: p.type('date').$type<string>(),
    openedAt: p.datetime(3),
    acknowledgedAt: p.datetime(3).nullable(),
    /** The person, or null for a key. */
    acknowledgedBy: p.uuid().nullable(),
    resolvedAt: p.datetime(3).nullable(),
    updatedAt: p.datetime(3),
  },
});

/**
 * What is kept of a watched series between two checks: on how many running it had enough evidence. Days before `since`
 * count no more, as they were told. `known` is what of a list was told already.
 */
export const AlertSeries = defineEntity({
  name: 'AlertSeries',
  tableName: 'alert_series',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    series: p.text().primary(),
    held: p.smallint(),
    direction: p.enum([...ALERT_DIRECTIONS]).nullable(),
    since: p.type('date').$type<string>().nullable(),
    known: p.json().nullable(),
  },
});

/** A day of a project that was checked, once. */
export const AlertCheck = defineEntity({
  name: 'AlertCheck',
  tableName: 'alert_check',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    day: p.type('date').$type<string>().primary(),
    /** Null where the project had none yet. */
    analysisId: p.uuid().nullable(),
    /** Alerts that it opened. */
    opened: p.integer(),
    /** Whether there were too few answers to say anything of the brand. */
    learning: p.boolean(),
    checkedAt: p.datetime(3),
  },
});

/** The last hour of an account whose platforms and credits were checked. */
export const AccountCheck = defineEntity({
  name: 'AccountCheck',
  tableName: 'account_check',
  properties: {
    accountId: p.uuid().primary(),
    /** When it began. */
    hour: p.datetime(3),
  },
});

/** What a project has alerts of; a project without a row has the defaults. */
export const AlertSettings = defineEntity({
  name: 'AlertSettings',
  tableName: 'alert_settings',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    sensitivity: p.enum([...ALERT_SENSITIVITIES]),
    minPoints: p.smallint(),
    kinds: p.type(TextArrayType).$type<string[]>().columnType('text[]'),
    /** Null: those named most. */
    competitorIds: p.type(TextArrayType).$type<string[]>().columnType('uuid[]').nullable(),
    mutedUntil: p.datetime(3).nullable(),
    updatedAt: p.datetime(3),
  },
});

/** How a person wants to be told by mail; one without a row has the defaults of the role. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notification',
  properties: {
    accountId: p.uuid().primary(),
    holderId: p.uuid().primary(),
    timeZone: p.text(),
    /** Hours of the day there; null: none. */
    quietFrom: p.smallint().nullable(),
    quietTo: p.smallint().nullable(),
    /** 1, Monday, to 7. */
    quietDays: p.array<number>().$type<number[]>().columnType('int[]'),
    isImmediate: p.boolean(),
    hasDigest: p.boolean(),
    /** Null: all. */
    kinds: p.type(TextArrayType).$type<string[]>().columnType('text[]').nullable(),
    projectIds: p.type(TextArrayType).$type<string[]>().columnType('uuid[]').nullable(),
    updatedAt: p.datetime(3),
  },
});
