import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from './text-array.type.js';

/** An address that shows parts of a project to whoever has it; the windows of its budget lie in its row. */
export const ShareLink = defineEntity({
  name: 'ShareLink',
  tableName: 'share_link',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    name: p.text(),
    tokenHash: p.blob(),
    shows: p.type(TextArrayType).$type<string[]>().columnType('text[]'),
    /** Null where no password is asked for. */
    passwordHash: p.text().nullable(),
    passwordSetAt: p.datetime(3).nullable(),
    /** Null where the operator made it, and once its maker has left. */
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
    visitCount: p.bigint('number'),
    lastVisitedAt: p.datetime(3).nullable(),
    minuteStartedAt: p.datetime(3),
    minuteCount: p.integer(),
    dayDate: p.type('date').$type<string>(),
    dayCount: p.integer(),
    admitted: p.boolean(),
  },
});

/** A browser that a link was opened with: it counts while the link is good and its password the same. */
export const ShareVisit = defineEntity({
  name: 'ShareVisit',
  tableName: 'share_visit',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    linkId: p.uuid(),
    tokenHash: p.blob(),
    /** The link's when it was opened. */
    passwordSetAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});
