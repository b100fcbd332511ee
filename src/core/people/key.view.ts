import { toTimestamp } from '../timestamp.js';

/** What an account sees of a key (specification, section 5): never the key, its hash neither. */
export interface KeyView {
  keyId: string;
  name: string;
  description: string;
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  requestCount: number;
  revokedAt: string | null;
}

export interface KeyRow {
  id: string;
  name: string;
  description: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  request_count: number;
  revoked_at: string | null;
}

export function toKeyView(row: KeyRow): KeyView {
  return {
    keyId: row.id,
    name: row.name,
    description: row.description,
    prefix: row.prefix,
    createdAt: toTimestamp(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
    requestCount: row.request_count,
    revokedAt: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
  };
}
