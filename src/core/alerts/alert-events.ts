import type { AlertDirection, AlertKind, AlertResolution, AlertState, EventType } from '../../entities/vocabulary.js';
import { type Context, isAllowed } from '../context.js';
import { mailDestinations } from '../events/mail-destinations.js';
import { recordEvent } from '../events/record-event.js';
import { alertSummary } from './alert.words.js';
import { isMailedAtOnce } from './alert-kinds.js';
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

/** How alerts are mailed. */
export interface AlertMail {
  /** Whether a person's address may be mailed; null where the service sends no mail. */
  mayMail: ((address: string) => boolean) | null;
}

/** How alerts are told where they are opened. */
export interface AlertTelling {
  mail: AlertMail;
  /** The address of the dashboard; null where it is not known. */
  publicUrl: string | null;
}

/** What happened to an alert. */
export interface AlertEvent {
  type: Extract<EventType, `alert.${string}`>;
  alert: ToldAlert;
}

/**
 * Records what happened to alerts, in the transaction that makes it so: destinations that chose such events get it, and
 * of what opened or recovered the people who want mail, at the time that suits them. Who is mailed is asked once.
 */
export async function recordAlerts(
  tx: Context,
  events: readonly AlertEvent[],
  { mayMail }: AlertMail = { mayMail: null },
): Promise<void> {
  const isMailed = events.some(isForPeople);
  const people = isMailed && mayMail ? (await notifiedPeople(tx)).filter(({ email }) => mayMail(email)) : [];
  const told = events.map((event) => ({ event, mailed: isForPeople(event) ? mailedOf(event.alert, people, tx) : [] }));
  const holderIds = [...new Set(told.flatMap(({ mailed }) => mailed.map(({ holderId }) => holderId)))];
  const destinations = await mailDestinations(
    tx,
    holderIds.map((holderId) => ({ holderId })),
  );
  const destinationOf = new Map(holderIds.map((holderId, at) => [holderId, destinations[at]]));
  for (const { event, mailed } of told) {
    const recipients = mailed.flatMap(({ holderId, dueAt }) => {
      const destinationId = destinationOf.get(holderId);
      return destinationId ? [{ destinationId, dueAt }] : [];
    });
    const { projectId, kind } = event.alert;
    const data = { alert: toWire(event.alert) };
    await recordEvent(tx, { type: event.type, projectId, alertKind: kind, data, recipients });
  }
}

/** Of alerts that end, people are told those alone that made up for what they told. */
function isForPeople({ type, alert }: AlertEvent): boolean {
  return type === 'alert.opened' || (type === 'alert.resolved' && alert.resolution === 'recovered');
}

function mailedOf(
  alert: ToldAlert,
  people: readonly NotifiedPerson[],
  { clock }: Context,
): { holderId: string; dueAt: Date }[] {
  return people.flatMap(({ holderId, allowed, notifications }) => {
    const dueAt = isAllowed(allowed, alert.projectId) && dueTo(notifications, alert, clock.now());
    return dueAt ? [{ holderId, dueAt }] : [];
  });
}

/** When a person is mailed of an alert; null where they are not. */
export function dueTo(
  person: NotificationsView,
  { kind, projectId }: Pick<ToldAlert, 'kind' | 'projectId'>,
  now: Date,
): Date | null {
  if (person.kinds && !person.kinds.includes(kind)) return null;
  if (person.projectIds && projectId !== null && !person.projectIds.includes(projectId)) return null;
  if (person.immediate && isMailedAtOnce(kind)) return dueAfterQuiet(now, quietTimeOf(person));
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
