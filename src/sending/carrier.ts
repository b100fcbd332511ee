import type { DeliveryFault, DestinationKind, EventType } from '../entities/vocabulary.js';

/** A delivery that this process has claimed, with all that its carrier needs. */
export interface ClaimedDelivery {
  accountId: string;
  id: string;
  /** `YYYY-MM-DD`, which its partition goes by. */
  day: string;
  /** The fence: settled by whoever made the latest claim. */
  claimNo: number;
  /** Attempts that ended before this one. */
  attempts: number;
  /** When the first of them began; null before it. */
  firstAttemptAt: Date | null;
  destination: ClaimedDestination;
  event: ClaimedEvent;
}

export interface ClaimedDestination {
  id: string;
  kind: DestinationKind;
  name: string;
  url: string | null;
  holderId: string | null;
  address: string | null;
  /** As the row holds them; sealed where `isEncrypted`. */
  secret: Buffer | null;
  formerSecret: Buffer | null;
  formerUntil: Date | null;
  isEncrypted: boolean;
}

export interface ClaimedEvent {
  id: string;
  type: EventType;
  at: Date;
  /** As `recordEvent` wrote it: `version`, `account_id`, `project`, and what the type has. */
  data: Readonly<Record<string, unknown>>;
}

/** What came of an attempt. */
export interface Outcome {
  /** Null: delivered. */
  fault: DeliveryFault | null;
  /** Of HTTP or SMTP; null without a reply. */
  status: number | null;
  /** The beginning of the reply, 1 kB at most, without control characters. */
  responseHead: string | null;
  /** It fails for good: it is not tried again. */
  isFinal?: boolean;
  /** The fault is none of the destination's, such as a mail server of the operator's that is down. */
  isElsewhere?: boolean;
  /** The next attempt comes no sooner. */
  retryAfterMs?: number;
  /** `retryAfterMs` holds for all that waits for the destination. */
  isOfDestination?: boolean;
  /** The destination is disabled once so many attempts failed running; after five days of failures in any case. */
  disablesAfter?: number;
}

/** Nothing was tried, as this service sends no more for now: no attempt is spent. */
export interface PutOff {
  /** It is due again after so long. */
  putOffMs: number;
}

/**
 * Brings an event to a destination of one kind, within {@link ATTEMPT_MS}.
 * @param now the instant of the attempt.
 * @param signal aborted where the process stops: the carrier throws, and the delivery is tried again.
 * @param alongside further deliveries to the same destination that go in the same message, where it gathers them.
 */
export interface Carrier {
  send(
    delivery: ClaimedDelivery,
    now: Date,
    signal: AbortSignal,
    alongside: readonly ClaimedDelivery[],
  ): Promise<Outcome | PutOff>;
  /** Whether what is due at once of alerts goes as one message. Not where left out. */
  gathersAlerts?: boolean;
  /** Whether this process sends any now: until then it claims none of the kind. Always where left out. */
  isReady?(now: Date): boolean;
  /** Retries end so long after the first attempt; without a bound but their number where left out. */
  patienceMs?: number;
}

/** How each kind is carried; null: not by this process, and its deliveries wait for one that does. */
export type Carriers = Readonly<Record<DestinationKind, Carrier | null>>;

/** What an attempt may take: well within the lease of a claim. */
export const ATTEMPT_MS = 20_000;
