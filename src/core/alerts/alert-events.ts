import type { AlertDirection, AlertKind, AlertResolution, AlertState, EventType } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { mailDestinations } from '../destinations/mail-destinations.js';
import { recordEvent } from '../events/record-event.js';
import { alertSummary } from './alert.words.js';
import { dueAfterQuiet, nextDigest } from './due-time.js';
import type { AlertEvidence } from './evidence.js';
import { type NotificationsView, type NotifiedPerson, notifiedPeople, quietTimeOf } from './notifications.js';

/** An alert as an event tells it. */
export interface ToldAlert {
  id: string;
  projectId: string | null;
  kind: AlertKind;
  state: AlertState;
  direction: AlertDirection | null;
  resolution: AlertResolution | null;
  revision: number;
  openedAt: string;
  evidence: AlertEvidence;
}

/** Kinds that nobody is mailed at once: they are read when there is time. */
const DIGEST_KINDS: readonly AlertKind[] = ['candidate_found', 'source_found'];

/** How alerts are mailed. */
export interface AlertMail {
  /** Whether a person's address may be mailed; null where the service sends no mail. */
  mayMail: ((address: string) => boolean) | null;
}

/**
 * Records what happened to an alert, in the transaction that makes it so: destinations that chose such events get it,
 * and of one that opened or recovered the people who want mail, at the time that suits them.
 */
export async function recordAlert(
  tx: Context,
  type: Extract<EventType, `alert.${string}`>,
  alert: ToldAlert,
  { mayMail }: AlertMail = { mayMail: null },
): Promise<void> {
  const isMailed = type === 'alert.opened' || (type === 'alert.resolved' && alert.resolution === 'recovered');
  const people = isMailed && mayMail ? (await notifiedPeople(tx)).filter(({ email }) => mayMail(email)) : [];
  const mailed = people.flatMap((person) => {
    const dueAt = dueTo(person.notifications, alert, tx.clock.now());
    return dueAt ? [{ person, dueAt }] : [];
  });
  const holders = mailed.map(({ person: { holderId } }: { person: NotifiedPerson }) => ({ holderId }));
  const destinations = await mailDestinations(tx, holders);
  const recipients = destinations.map((destinationId, at) => {
    const dueAt = mailed[at]?.dueAt;
    return dueAt ? { destinationId, dueAt } : { destinationId };
  });
  const { projectId, kind } = alert;
  await recordEvent(tx, { type, projectId, alertKind: kind, data: { alert: toWire(alert) }, recipients });
}

/** When a person is mailed of an alert; null where they are not. */
export function dueTo(
  person: NotificationsView,
  { kind, projectId }: Pick<ToldAlert, 'kind' | 'projectId'>,
  now: Date,
): Date | null {
  if (person.kinds && !person.kinds.includes(kind)) return null;
  if (person.projectIds && projectId !== null && !person.projectIds.includes(projectId)) return null;
  if (person.immediate && !DIGEST_KINDS.includes(kind)) return dueAfterQuiet(now, quietTimeOf(person));
  return person.digest ? nextDigest(now, person.timeZone) : null;
}

/** As `docs/webhooks` describes it. */
function toWire({ evidence, ...alert }: ToldAlert): Record<string, unknown> {
  const side = (of: AlertEvidence['now']) =>
    of && { from: of.from, to: of.to, even_score: of.score, responses: of.answers };
  return {
    id: alert.id,
    revision: alert.revision,
    kind: alert.kind,
    state: alert.state,
    resolution: alert.resolution,
    direction: alert.direction,
    subject: evidence.subject,
    platform: evidence.platform,
    summary: alertSummary(alert.kind, evidence),
    window_days: evidence.windowDays,
    change_points: evidence.changePoints,
    interval: evidence.interval,
    evidence: evidence.ratio,
    now: side(evidence.now),
    before: side(evidence.before),
    parts: evidence.parts.map(({ subject, platform, direction, changePoints, interval }) => ({
      ...{ subject, platform, direction, change_points: changePoints, interval },
    })),
    prompts: evidence.prompts.map(({ promptId, text }) => ({ id: promptId, text })),
    explanation: evidence.explanation,
    changes: evidence.changes,
    answers: evidence.answers.map(({ id, date, platform, promptId, namesSubject }) => ({
      ...{ id, date, platform, prompt_id: promptId, names_subject: namesSubject },
    })),
    opened_at: alert.openedAt,
    url: evidence.url,
  };
}
