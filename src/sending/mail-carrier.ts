import { isAllowed } from '../core/context.js';
import { MAILS_A_DAY, receiverOfMail } from '../core/destinations/mail-receivers.js';
import { createUnsubscription } from '../core/destinations/unsubscriptions.js';
import { findMailedReport } from '../core/reports/find-mailed-report.js';
import type { Database } from '../database/database.js';
import type { Mail, SendMail } from '../mail/mail.js';
import { type MailFaultKind, mailFaultOf } from '../mail/mail-fault.js';
import { reportMail } from '../mail/report-mail.js';
import type { Carrier, ClaimedDelivery, Outcome, PutOff } from './carrier.js';
import { contentOf, textAt } from './event-content.js';
import { Pace } from './pace.js';

interface MailParts {
  database: Database;
  sendMail: NonNullable<SendMail>;
  /** Where people reach the service. */
  baseUrl: string;
  /** Whose domain the ids of mails have. */
  mailFrom: string | undefined;
  log: { error(details: object, message: string): void };
  pace?: Pace;
}

/** Mails of a process: mail servers take a burst for an attack. */
export const MAIL_PACE = { most: 30, withinMs: 60_000 };

const HOUR_MS = 3_600_000;
/** A mail server that is down, or takes no mail now, is tried again for so long. */
const PATIENCE_MS = 24 * HOUR_MS;
/** Mails running that a recipient refuses for good. */
const REFUSALS_MAX = 3;

/**
 * Mails events to people and addresses. What the mail server does not take now is tried again for a day; what is beyond
 * the mails of a minute or a day waits, and no attempt of it is spent. A recipient that is refused for good three times
 * running is mailed nothing any more; who is limited to projects is mailed of those alone. Reports have their text,
 * HTML and PDF, other events their sentence and link; what is due at once of alerts is one mail. Each mail has a link
 * by which its receiver ends what it came by.
 */
export function mailCarrier(parts: MailParts): Carrier {
  const pace = parts.pace ?? new Pace(MAIL_PACE);
  return {
    patienceMs: PATIENCE_MS,
    gathersAlerts: true,
    isReady: (now) => pace.pauseMs(now.getTime()) === 0,
    send: async (delivery, now, signal, alongside) => {
      const { accountId, destination } = delivery;
      const db = parts.database.openForJob();
      const of = { accountId, destinationId: destination.id };
      const { address, allowed, mailedToday } = await receiverOfMail(db, of, now);
      const [first, ...others] = [delivery, ...alongside].filter(({ event }) => isAllowed(allowed, projectOf(event)));
      if (address === null || !first) return GONE;
      if (mailedToday >= MAILS_A_DAY) return { putOffMs: untilTomorrow(now) } satisfies PutOff;
      const putOffMs = pace.take(now.getTime());
      if (putOffMs > 0) return { putOffMs } satisfies PutOff;
      const mail = await mailOf(first, others, parts, now);
      if (mail === null) return GONE;
      signal.throwIfAborted();
      return parts.sendMail({ ...mail, to: address }).then(
        () => SENT,
        (error: unknown) => refused(error, delivery, parts.log),
      );
    },
  };
}

/** Null for what concerns the account. */
function projectOf({ data }: ClaimedDelivery['event']): string | null {
  return textAt(data, 'project', 'id') || null;
}

const SENT: Outcome = { fault: null, status: 250, responseHead: null };

/** It is not to be mailed there any more: no fault of the address. */
const GONE: Outcome = {
  fault: 'recipient_refused',
  status: null,
  responseHead: null,
  isFinal: true,
  isElsewhere: true,
};

function untilTomorrow(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime();
}

const FAULTS = {
  later: 'mail_server',
  recipient: 'recipient_refused',
  sender: 'sender_refused',
} as const satisfies Readonly<Record<MailFaultKind, Outcome['fault']>>;

function refused(error: unknown, { id, accountId }: ClaimedDelivery, log: MailParts['log']): Outcome {
  const { kind, text, reply } = mailFaultOf(error);
  const told = { fault: FAULTS[kind], status: reply, responseHead: text };
  if (kind === 'recipient') return { ...told, isFinal: true, disablesAfter: REFUSALS_MAX };
  // Who runs the service has to mend that; the receiver is not at fault.
  const details = { account_id: accountId, delivery_id: id, status: reply };
  if (kind === 'sender') log.error(details, `the mail server refuses the sender: ${text}`);
  return { ...told, isElsewhere: true };
}

/** Null where a report is not to be mailed there any more. */
async function mailOf(
  delivery: ClaimedDelivery,
  alongside: readonly ClaimedDelivery[],
  { database, baseUrl, mailFrom }: MailParts,
  now: Date,
): Promise<Omit<Mail, 'to'> | null> {
  const { accountId, destination, event, id } = delivery;
  const db = database.openForJob();
  const reportId = event.type === 'report.ready' ? textAt(event.data, 'report', 'id') : '';
  const report =
    reportId === ''
      ? null
      : await findMailedReport(
          { db, clock: { now: () => now } },
          { accountId, reportId, destinationId: destination.id },
        );
  if (reportId !== '' && report === null) return null;
  const scheduleId = report?.scheduleId ?? null;
  const token = await createUnsubscription(db, { accountId, destinationId: destination.id, scheduleId }, now);
  const unsubscribeUrl = `${baseUrl}/mail/unsubscribe/${token}`;
  const content = report
    ? reportMail(report, { pageUrl: textAt(event.data, 'report', 'url') || baseUrl, unsubscribeUrl })
    : eventMail([delivery, ...alongside], unsubscribeUrl);
  return { ...content, messageId: `${id}@${domainOf(mailFrom)}`, headers: headersOf(unsubscribeUrl) };
}

function headersOf(unsubscribeUrl: string): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/** The domain of the sender, which mail servers expect in the id of a mail. */
function domainOf(mailFrom = ''): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost';
}

/** Several alerts are one mail: how many, of whom, and each with its sentence and link, those of a brand together. */
function eventMail(deliveries: readonly ClaimedDelivery[], unsubscribeUrl: string): Omit<Mail, 'to'> {
  const brandOf = ({ data }: ClaimedDelivery['event']) => textAt(data, 'project', 'brand_name');
  const events = deliveries
    .map(({ event }) => event)
    .toSorted((one, other) => brandOf(one).localeCompare(brandOf(other)) || one.at.getTime() - other.at.getTime());
  const contents = events.map(({ type, data }) => contentOf(type, data));
  const [first] = contents;
  if (!first) throw new Error('a mail without an event');
  const footer = `No further mail about alerts: ${unsubscribeUrl}`;
  if (contents.length === 1) {
    const { title, text, url } = first;
    const lines = [title, text, url ?? '', footer];
    return { subject: text === '' ? title : `${title}: ${text}`, text: `${lines.filter(Boolean).join('\n\n')}\n` };
  }
  const brands = [...new Set(events.map(brandOf).filter(Boolean))];
  const of = brands.length === 0 ? '' : ` of ${brands.join(', ')}`;
  const entries = contents.map(({ title, text, url }) => [title, text, url ?? ''].filter(Boolean).join('\n'));
  return { subject: `${contents.length} alerts${of}`, text: `${[...entries, footer].join('\n\n')}\n` };
}
