import { defineEntity, p } from '@mikro-orm/core';
import {
  COMPETITOR_QUESTION_STATES,
  GATE_BREAKERS,
  GATE_PAUSES,
  PLATFORMS,
  PROJECT_TASKS,
  RUN_REASONS,
  RUN_STATES,
} from './vocabulary.js';

/** When a prompt is due to be planned next; every unarchived prompt has a row. */
export const PromptSchedule = defineEntity({
  name: 'PromptSchedule',
  tableName: 'prompt_schedule',
  properties: {
    accountId: p.uuid().primary(),
    promptId: p.uuid().primary(),
    nextAt: p.datetime(3),
  },
});

/**
 * An account's credits of a UTC month, and its place in the queue: `tailAt` is where its next run lines up. The row is
 * the lock under which its runs are planned.
 */
export const MonitoringMonth = defineEntity({
  name: 'MonitoringMonth',
  tableName: 'monitoring_month',
  properties: {
    accountId: p.uuid().primary(),
    /** Its first day. */
    month: p.type('date').$type<string>().primary(),
    /** Reserved and spent: of runs that are queued, running or accepted. */
    creditsUsed: p.integer(),
    /** Attempts that may have been paid for, of runs that gave their credit back. */
    unanswered: p.integer(),
    tailAt: p.datetime(3),
  },
});

/**
 * One asking of one prompt on one platform; the table is the queue. `occasion` is 0 for the run of a period (the UTC
 * day, or the week from Monday, that begins on `periodDate`) or of its first part, 11 to 13 for those of a week's
 * further parts, and 1 to 3 for those that somebody requested on that day.
 * `claimNo` fences: whoever holds an older claim settles nothing.
 */
export const Run = defineEntity({
  name: 'Run',
  tableName: 'run',
  properties: {
    accountId: p.uuid().primary(),
    promptId: p.uuid().primary(),
    platform: p.enum([...PLATFORMS]).primary(),
    periodDate: p.type('date').$type<string>().primary(),
    occasion: p.smallint().primary(),
    projectId: p.uuid(),
    state: p.enum([...RUN_STATES]),
    reason: p.enum([...RUN_REASONS]).nullable(),
    /** A sentence that a user may see: it holds neither key nor address. */
    message: p.text().nullable(),
    /** The order of the queue: the earliest first, whatever the account. */
    queueAt: p.datetime(3),
    /** No attempt before. */
    notBefore: p.datetime(3),
    /** No attempt from then on. */
    expiresAt: p.datetime(3),
    claimNo: p.integer(),
    /** Attempts that may have been paid for. */
    attempts: p.smallint(),
    leaseUntil: p.datetime(3).nullable(),
    worker: p.text().nullable(),
    /** The month that the credit was taken from; null where the run holds none. */
    creditMonth: p.type('date').$type<string>().nullable(),
    plannedAt: p.datetime(3),
    startedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
    answerId: p.uuid().nullable(),
    /** The answer's day, which its partition goes by. */
    bucketDate: p.type('date').$type<string>().nullable(),
    /** As the platform named it. */
    model: p.text().nullable(),
    /** The version of the request's form; a change of method shows as a change of it. */
    requestVersion: p.smallint().nullable(),
    /** Of all attempts together, as `costMicrousd`. */
    searches: p.integer(),
    costMicrousd: p.bigint('number'),
  },
});

/**
 * One question for the competitors of a brand, and what came of it. A worker that has the key of one of `platforms`
 * asks it; one that waited or is asked for too long counts as failed, whatever `state` says.
 */
export const CompetitorQuestion = defineEntity({
  name: 'CompetitorQuestion',
  tableName: 'competitor_question',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    brandName: p.text(),
    /** Empty: none is known. */
    websiteUrl: p.text(),
    /** The text that is asked. */
    question: p.text(),
    country: p.text(),
    /** Those of the account's plan, at the time of asking. */
    platforms: p.array<string>().$type<string[]>().columnType('text[]'),
    state: p.enum([...COMPETITOR_QUESTION_STATES]),
    askedAt: p.datetime(3),
    /** When a worker took it. */
    begunAt: p.datetime(3).nullable(),
    platform: p.enum([...PLATFORMS]).nullable(),
    /** As the platform named it. */
    model: p.text().nullable(),
    /** The beginning of what the platform wrote. */
    answer: p.text().nullable(),
    suggestions: p.json(),
    /** A sentence that a user may see: why there is no answer. */
    message: p.text().nullable(),
    costMicrousd: p.bigint('number'),
  },
});

/**
 * Something that a worker is to do for a project; found by `dueAt`, which is null where nothing is to be done. A worker
 * that has begun moves `dueAt` on as long as it is at it. `fence` changes with every demand and every beginning: what a
 * worker writes of an earlier one is void.
 */
export const ProjectTask = defineEntity({
  name: 'ProjectTask',
  tableName: 'project_task',
  properties: {
    accountId: p.uuid().primary(),
    projectId: p.uuid().primary(),
    task: p.enum([...PROJECT_TASKS]).primary(),
    dueAt: p.datetime(3).nullable(),
    /** Since when it waits to be done; null where nothing is to be done. */
    askedAt: p.datetime(3).nullable(),
    /** A demand makes it due no sooner. */
    notBefore: p.datetime(3).nullable(),
    fence: p.integer(),
  },
});

/**
 * What all processes together may ask of a platform: its rate, its pause, its breaker and its money of a UTC day. A row
 * a platform, of no account.
 */
export const PlatformGate = defineEntity({
  name: 'PlatformGate',
  tableName: 'platform_gate',
  properties: {
    platform: p.enum([...PLATFORMS]).primary(),
    perMinute: p.integer(),
    burst: p.integer(),
    /** Requests that may go out at once, as of `refilledAt`. */
    tokens: p.double(),
    refilledAt: p.datetime(3),
    /** The outcome of the last request for permits: it lets one statement decide and tell. */
    granted: p.integer(),
    pausedUntil: p.datetime(3).nullable(),
    pauseReason: p.enum([...GATE_PAUSES]).nullable(),
    breaker: p.enum([...GATE_BREAKERS]),
    /** Failures since the last success. */
    failures: p.integer(),
    /** Whose questions were refused without a reason since the last success: a few at most. */
    refusedAccounts: p.array<string>().$type<string[]>().columnType('text[]'),
    /** When an open breaker lets one request through. */
    probeAt: p.datetime(3).nullable(),
    spentDate: p.type('date').$type<string>(),
    /** What requests under way may cost included, and those whose process died. */
    spentMicrousd: p.bigint('number'),
    /** The day before `spentDate` on which something was asked, and what it cost; null before there was one. */
    previousDate: p.type('date').$type<string>().nullable(),
    previousMicrousd: p.bigint('number'),
    /** The part of it that requests under way may still give back, until `reservedUntil`. */
    reservedMicrousd: p.bigint('number'),
    reservedUntil: p.datetime(3).nullable(),
    /** Null: no bound. */
    capMicrousd: p.bigint('number').nullable(),
    /** Until then a worker that has the platform's key is known to be there. */
    servedUntil: p.datetime(3).nullable(),
    /** When the key in use was last tried by hand; null before. */
    triedAt: p.datetime(3).nullable(),
    /** Why the platform did not answer then, without the key; null where it did. */
    trialFault: p.text().nullable(),
  },
});

/** A platform's key that the operator stored, encrypted with a key from outside the database; of no account. */
export const PlatformKey = defineEntity({
  name: 'PlatformKey',
  tableName: 'platform_key',
  properties: {
    platform: p.enum([...PLATFORMS]).primary(),
    secret: p.blob(),
    /** The only part of the key that is ever shown: four characters at most. */
    lastCharacters: p.text(),
    storedAt: p.datetime(3),
  },
});
