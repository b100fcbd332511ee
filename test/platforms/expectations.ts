import type { PlatformReply, RejectionReason } from '../../src/platforms/reply.js';

type Accepted = Extract<PlatformReply, { accepted: true }>;
type Rejected = Extract<PlatformReply, { accepted: false }>;

/** The reply as an accepted one; fails the test otherwise. */
export function accepted(reply: PlatformReply): Accepted {
  if (!reply.accepted) throw new Error(`not accepted: ${reply.reason}: ${reply.message}`);
  return reply;
}

/** The reply as one that is not accepted; fails the test otherwise. */
export function refused(reply: PlatformReply): Rejected {
  if (reply.accepted) throw new Error(`accepted: ${reply.text}`);
  return reply;
}

/** `accepted`, or the reason why not. */
export function outcome(reply: PlatformReply): 'accepted' | RejectionReason {
  return reply.accepted ? 'accepted' : reply.reason;
}
