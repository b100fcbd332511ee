/** A session that nobody used for so long has ended. */
const SESSION_IDLE = `interval '7 days'`;

/** Whether session `s` of holder `h` is good now, on the database's clock. */
export const IS_GOOD = `s.ended_at is null and s.expires_at > now() and s.last_seen_at > now() - ${SESSION_IDLE}
       and h.disabled_at is null`;
