import type { AlertKind } from '../../api/gql.ts';
import { count, instant, plural } from '../../format.ts';
import type { Delivery, Destination, Viewer } from './destinations.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  noneYet: 'No destinations yet.',
  whatTheyAreFor: 'A webhook tells a program what happens here, and a channel of Slack tells your team.',
  add: 'Add a destination',
  yourSecret: 'Its secret',
  copyTheSecret: 'Copy it now and store it where the receiver runs: you will not see it again.',
  verifyWithIt: 'Requests are signed with it by Standard Webhooks; a receiver verifies them with any of its packages.',
  kindHint: 'A webhook is an address of a program. For Slack, paste the address of an incoming webhook.',
  urlHint: 'Begins with https:// and can be reached from the internet.',
  urlKept: 'Leave empty to keep the present one.',
  whatItIsSent: 'What it is sent',
  whichAlerts: 'Of which alerts',
  allKinds: 'All kinds',
  onlyKinds: 'Chosen kinds',
  kindsOfAlerts: 'Kinds of alerts',
  whichProjects: 'Of which projects',
  allProjects: 'All projects, also those added later',
  onlyProjects: 'Chosen projects',
  projects: 'Projects',
  graceHours: 'Hours for which the former one signs too',
  sendTest: 'Send a test',
  sendFailed: 'Send failed ones again',
  rotateHint: 'Requests carry both signatures meanwhile, so the receiver can be changed without losing any.',
  removeNote: 'Nothing is sent to it from now on, and what waits is dropped. This cannot be undone.',
  testSent: 'A test is on its way.',
  nothingDelivered: 'Nothing was sent to it in the last 30 days.',
  noneOfThisState: 'No deliveries of this kind in the last 30 days.',
} as const;

export const KIND_NAMES: Readonly<Record<Destination['kind'], string>> = { WEBHOOK: 'Webhook', SLACK: 'Slack' };

/** What a destination may be sent, in the order of the form; days that close are chosen by themselves. */
export const EVENTS = [
  { type: 'ALERT_OPENED', name: 'An alert is opened', short: 'alerts' },
  { type: 'ALERT_ACKNOWLEDGED', name: 'An alert is acknowledged', short: 'acknowledgements' },
  { type: 'ALERT_RESOLVED', name: 'An alert is over', short: 'ends of alerts' },
  { type: 'REPORT_READY', name: 'A report is ready', short: 'reports' },
  { type: 'PROJECT_DAY_CLOSED', name: 'The numbers of a day are complete', short: 'closed days' },
  { type: 'DESTINATION_DISABLED', name: 'Another destination was disabled', short: 'disabled destinations' },
] as const;

/** Whether events of a type are about alerts, whose kinds may be chosen. */
export function isOfAlerts(type: string): boolean {
  return type.startsWith('ALERT_');
}

/** What kinds of alerts are called, in the order of the form. */
export const ALERT_KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  VISIBILITY_CHANGED: 'Visibility changed',
  RIVAL_OVERTOOK: 'A competitor overtook the brand',
  RIVAL_PASSED: 'The brand passed a competitor',
  SHARE_OF_VOICE_CHANGED: 'Share of voice changed',
  SENTIMENT_CHANGED: 'Tone changed',
  PROMPT_LOST: 'A prompt is lost',
  CANDIDATE_FOUND: 'A new name was found',
  SOURCE_FOUND: 'A new source was found',
  PLATFORM_SILENT: 'A platform is silent',
  CREDITS_LOW: 'Credits run low',
  CREDITS_USED_UP: 'Credits are used up',
  DESTINATION_DISABLED: 'A destination was disabled',
};
export const ALERT_KINDS = Object.keys(ALERT_KIND_NAMES) as AlertKind[];

export const USUAL_EVENTS: readonly string[] = EVENTS.map(({ type }) => type).filter(
  (type) => type !== 'PROJECT_DAY_CLOSED',
);

const EVENT_NAMES: Readonly<Record<Delivery['type'], string>> = {
  ALERT_OPENED: 'Alert opened',
  ALERT_ACKNOWLEDGED: 'Alert acknowledged',
  ALERT_RESOLVED: 'Alert over',
  REPORT_READY: 'Report ready',
  PROJECT_DAY_CLOSED: 'Day complete',
  DESTINATION_FAILING: 'Destination fails',
  DESTINATION_DISABLED: 'Destination disabled',
  DESTINATION_TEST: 'Test',
  PERSON_GONE: 'A person has gone',
};

export function eventName({ type }: Pick<Delivery, 'type'>): string {
  return EVENT_NAMES[type];
}

export const STATE_NAMES: Readonly<Record<Delivery['state'], string>> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
  DROPPED: 'Dropped',
};

const FAULTS: Readonly<Record<NonNullable<Destination['lastFault']>, string>> = {
  ADDRESS_NOT_ALLOWED: 'the address may not be called',
  NAME_NOT_FOUND: 'its host is not known',
  NO_CONNECTION: 'no connection could be made',
  TLS: 'its certificate is not valid',
  TIMED_OUT: 'it took longer than 15 seconds',
  CLOSED: 'it closed the connection without a reply',
  TOO_LARGE: 'its reply is longer than 16 kB',
  UNREADABLE: 'its reply is not HTTP',
  STATUS: 'its reply was no success',
  SECRET_UNREADABLE: 'its secret cannot be read by this service',
  MAIL_SERVER: 'the mail server took no mail',
  RECIPIENT_REFUSED: 'the address was refused',
  SENDER_REFUSED: 'the sender was refused',
};

/** What the destinations amount to, as a sentence. */
export function destinationsFinding(all: readonly Pick<Destination, 'state' | 'failingSince'>[]): string {
  const disabled = all.filter(({ state }) => state === 'DISABLED').length;
  const failing = all.filter(({ state, failingSince }) => state === 'ACTIVE' && failingSince !== null).length;
  const parts = [
    ...(disabled > 0 ? [`${count(disabled)} disabled`] : []),
    ...(failing > 0 ? [`${count(failing)} failing`] : []),
  ];
  const whole = plural(all.length, 'destination');
  return parts.length === 0 ? `${whole}, and what was sent last arrived.` : `${whole}, ${parts.join(' and ')}.`;
}

/** How a destination fares, as a sentence. */
export function stateSentence(
  destination: Pick<Destination, 'state' | 'disabledAt' | 'failingSince' | 'lastFault'>,
): string {
  const { state, disabledAt, failingSince, lastFault } = destination;
  const why = lastFault === null ? '' : `: ${FAULTS[lastFault]}`;
  if (state === 'DISABLED') return `Disabled${disabledAt === null ? '' : ` since ${instant(disabledAt)}`}${why}`;
  return failingSince === null ? 'Active' : `Failing since ${instant(failingSince)}${why}`;
}

/** What it is sent, in short: types of events, then of which kinds of alerts and projects, where they were chosen. */
export function sentTo({ events, kinds, projectIds }: Pick<Destination, 'events' | 'kinds' | 'projectIds'>): string {
  const types = EVENTS.filter(({ type }) => events.some((each) => each === type)).map(({ short }) => short);
  const chosen = ALERT_KINDS.filter((kind) => kinds?.includes(kind)).length;
  const ofKinds = kinds && events.some(isOfAlerts) ? [plural(chosen, 'kind of alerts', 'kinds of alerts')] : [];
  const ofProjects = projectIds ? [plural(projectIds.length, 'project')] : [];
  const of = [...ofKinds, ...ofProjects].join(', ');
  return of === '' ? types.join(', ') : `${types.join(', ')}; of ${of}`;
}

/** What came of an attempt. */
export function attemptSentence({ status, fault, ms, at }: Delivery['attempts'][number]): string {
  const took = `${(ms / 1_000).toFixed(1)} s`;
  if (fault === null) return `${instant(at)}: ${status ?? ''} in ${took}`;
  return `${instant(at)}: ${fault === 'STATUS' ? status : FAULTS[fault]}, after ${took}`;
}

/** When it is tried next; empty where it has ended. */
export function nextSentence({ nextAttemptAt }: Pick<Delivery, 'nextAttemptAt'>): string {
  return nextAttemptAt === null ? '' : `tried again ${instant(nextAttemptAt)}`;
}

/** What sending again did. */
export function replayedSentence(events: number): string {
  return events === 0 ? 'Nothing that failed is left to send again.' : `${plural(events, 'event')} will be sent again.`;
}

/** Why this person can change no destination, as a sentence; null where they can. */
export function changeBar({
  role,
  account,
}: Pick<Viewer, 'role'> & { account: Pick<Viewer['account'], 'subscription'> }) {
  if (role === 'VIEWER') return 'Your role is read-only. Members and owners can manage destinations.';
  if (account.subscription !== 'ACTIVE') return 'Your subscription is inactive, so you cannot change destinations.';
  return null;
}

/** Why there are channels alone; null where there are webhooks too. */
export function webhookBar({ tier, limits }: Pick<Viewer['account'], 'tier' | 'limits'>): string | null {
  if (limits.requestsPerMinute !== null) return null;
  return `The ${tier.toLowerCase()} plan has channels of Slack, and no webhooks.`;
}
