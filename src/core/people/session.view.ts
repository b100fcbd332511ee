import { toTimestamp } from '../timestamp.js';

/** A browser that a holder is signed in with. */
export interface SessionView {
  sessionId: string;
  holderId: string;
  createdAt: string;
  lastSeenAt: string;
  network: string;
  userAgent: string;
}

export interface SessionRow {
  id: string;
  holder_id: string;
  created_at: string;
  last_seen_at: string;
  network: string;
  user_agent: string;
}

export function toSessionView(row: SessionRow): SessionView {
  return {
    sessionId: row.id,
    holderId: row.holder_id,
    createdAt: toTimestamp(row.created_at),
    lastSeenAt: toTimestamp(row.last_seen_at),
    network: row.network,
    userAgent: row.user_agent,
  };
}
