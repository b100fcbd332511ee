import { defineEntity, p } from '@mikro-orm/core';
import { REPORT_CADENCES, REPORT_STATES, WITHOUT_PDF } from './vocabulary.js';

/** When reports of a project are made and whom they are mailed to (`report_recipient`). */
export const ReportSchedule = defineEntity({
  name: 'ReportSchedule',
  tableName: 'report_schedule',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    cadence: p.enum([...REPORT_CADENCES]),
    /** Of the day in `timeZone`, 0 to 23. */
    hour: p.smallint(),
    timeZone: p.text(),
    hasPdf: p.boolean(),
    /** When the next one is made. */
    nextAt: p.datetime(3),
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    removedAt: p.datetime(3).nullable(),
  },
});

/** A person of the account or an address; either is set. */
export const ReportRecipient = defineEntity({
  name: 'ReportRecipient',
  tableName: 'report_recipient',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    scheduleId: p.uuid(),
    holderId: p.uuid().nullable(),
    /** In lower case. */
    address: p.text().nullable(),
    createdAt: p.datetime(3),
    unsubscribedAt: p.datetime(3).nullable(),
  },
});

/** An address of no person of the account, and whether it confirmed that it wants the account's mail. */
export const MailAddress = defineEntity({
  name: 'MailAddress',
  tableName: 'mail_address',
  properties: {
    accountId: p.uuid().primary(),
    /** In lower case. */
    address: p.text().primary(),
    /** Of the link that was mailed last. */
    tokenHash: p.blob().nullable(),
    expiresAt: p.datetime(3).nullable(),
    /** When that was. */
    askedAt: p.datetime(3).nullable(),
    confirmedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/** The token of one mail, by which its receiver ends what it came by. */
export const MailUnsubscription = defineEntity({
  name: 'MailUnsubscription',
  tableName: 'mail_unsubscription',
  properties: {
    accountId: p.uuid().primary(),
    tokenHash: p.blob().primary(),
    destinationId: p.uuid(),
    /** Reports of this schedule; null: all mail to the destination. */
    scheduleId: p.uuid().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});

/** What a project's numbers of a period say, made once and kept as it is. */
export const Report = defineEntity({
  name: 'Report',
  tableName: 'report',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    /** Null where it was asked for by hand. */
    scheduleId: p.uuid().nullable(),
    fromDate: p.type('date').$type<string>(),
    toDate: p.type('date').$type<string>(),
    hasPdf: p.boolean(),
    state: p.enum([...REPORT_STATES]),
    /** When a worker makes it, or looks again. */
    dueAt: p.datetime(3),
    /** How long it waits for answers that are being analysed again. */
    waitsUntil: p.datetime(3),
    attempts: p.smallint(),
    /** The fence of the claim that makes it. */
    claimNo: p.integer(),
    leaseUntil: p.datetime(3).nullable(),
    /** Its headline; null until it is ready, as the next two. */
    summary: p.text().nullable(),
    /** As `core/reports/report-document` has it. */
    document: p.json().nullable(),
    pdf: p.blob().nullable(),
    withoutPdf: p.enum([...WITHOUT_PDF]).nullable(),
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(3),
    madeAt: p.datetime(3).nullable(),
  },
});

/** The name, colour and logo that an account's reports and shared pages have. */
export const Branding = defineEntity({
  name: 'Branding',
  tableName: 'branding',
  properties: {
    accountId: p.uuid().primary(),
    name: p.text().nullable(),
    color: p.text().nullable(),
    logo: p.blob().nullable(),
    logoType: p.text().nullable(),
    /** The person whom readers of reports answer to. */
    replyToId: p.uuid().nullable(),
    updatedAt: p.datetime(3),
  },
});
