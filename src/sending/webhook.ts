import { createHmac } from 'node:crypto';
import type { SecretBox } from '../core/access/secret-box.js';
import type { Carrier, ClaimedDelivery, ClaimedEvent, Outcome } from './carrier.js';
import { type Guard, type GuardedReply, postGuarded, RequestFailure } from './guarded-request.js';
import { readRetryAfter } from './retries.js';

/** Replies that speak for the whole receiver: it rests for as long as it asks. */
const OF_ALL = [429, 502, 503, 504];
const GONE = 410;

export interface HttpParts {
  guard: Guard;
  secrets: SecretBox;
}

/** Posts events as Standard Webhooks, signed with the destination's secret, and the former one while that is good. */
export function webhookCarrier({ guard, secrets }: HttpParts): Carrier {
  return {
    send: async (delivery, now, signal) => {
      const { destination, event } = delivery;
      if (destination.url === null) throw new Error('a webhook has no address');
      const keys = openKeys(delivery, now, secrets);
      if (keys === null) return { fault: 'secret_unreadable', status: null, responseHead: null, isElsewhere: true };
      const body = bodyOf(event);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'brand-visibility/1',
        ...signedHeaders({ id: messageId(event), at: now, body }, keys),
      };
      return outcomeOf(() => postGuarded({ url: destination.url ?? '', headers, body }, guard, signal), now, [GONE]);
    },
  };
}

/** What is sent, the same in each attempt. */
export function bodyOf({ type, at, data }: ClaimedEvent): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/** The event's, so a receiver knows what it had already. */
export function messageId({ id }: Pick<ClaimedEvent, 'id'>): string {
  return `evt_${id.replaceAll('-', '')}`;
}

/**
 * The headers of Standard Webhooks with a symmetric signature (`v1`) by each key, in the order of the keys.
 * @param keys without `whsec_`, as bytes.
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  keys: readonly Buffer[],
): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  const signatures = keys.map((key) => {
    const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    return `v1,${mac}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

/** The present key, then the former one where it is still good; null where they cannot be read here. */
function openKeys({ destination }: ClaimedDelivery, now: Date, secrets: SecretBox): Buffer[] | null {
  const { id, secret, formerSecret, formerUntil, isEncrypted } = destination;
  const isFormerGood = formerSecret !== null && formerUntil !== null && formerUntil > now;
  const stored = [secret, ...(isFormerGood ? [formerSecret] : [])].filter((each) => each !== null);
  if (stored.length === 0) throw new Error('a webhook has no secret');
  try {
    return stored.map((each) => secrets.open({ secret: each, isEncrypted }, id));
  } catch {
    // Without its key a secret cannot be read: the attempt says so, and waits for a process that has it.
    return null;
  }
}

/**
 * Posts, and tells what came of it.
 * @param ends statuses by which the receiver says that it wants nothing any more.
 * @throws what a stopping process throws.
 */
export async function outcomeOf(
  send: () => Promise<GuardedReply>,
  now: Date,
  ends: readonly number[],
): Promise<Outcome> {
  try {
    const { status, head, retryAfter } = await send();
    if (status >= 200 && status < 300) return { fault: null, status, responseHead: head };
    const failed: Outcome = { fault: 'status', status, responseHead: head };
    if (ends.includes(status)) return { ...failed, isFinal: true, disablesAfter: 1 };
    const retryAfterMs = readRetryAfter(retryAfter, now);
    return retryAfterMs === undefined ? failed : { ...failed, retryAfterMs, isOfDestination: OF_ALL.includes(status) };
  } catch (error) {
    if (error instanceof RequestFailure) return { fault: error.fault, status: null, responseHead: null };
    throw error;
  }
}
