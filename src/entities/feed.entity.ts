import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from './text-array.type.js';
import { FEED_KINDS, FEED_WINDOWS } from './vocabulary.js';

/**
 * A file of a project at an address that needs no other credential, for programs that send none. Its rows are of the
 * days that the window reaches back from today.
 */
export const Feed = defineEntity({
  name: 'Feed',
  tableName: 'feed',
  properties: {
    accountId: p.uuid().primary(),
    id: p.uuid().primary(),
    projectId: p.uuid(),
    name: p.text(),
    kind: p.enum([...FEED_KINDS]),
    rollingWindow: p.enum([...FEED_WINDOWS]),
    /** Null: all. */
    platforms: p.type(TextArrayType).$type<string[]>().columnType('text[]').nullable(),
    /** Which prompts' answers; null: all. */
    promptFilter: p.json().nullable(),
    tokenHash: p.blob(),
    /** The last characters of its address, by which people tell addresses apart. */
    ending: p.text(),
    /** Null where the operator made it. */
    createdBy: p.uuid().nullable(),
    createdAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
    lastUsedAt: p.datetime(3).nullable(),
    requestCount: p.bigint('number'),
    /** When a request was last charged, for which state of the numbers, and how often that was sent again since. */
    chargedAt: p.datetime(3).nullable(),
    chargedVersion: p.text().nullable(),
    repeatCount: p.integer(),
  },
});
