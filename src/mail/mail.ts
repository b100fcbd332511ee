import { createTransport } from 'nodemailer';
import { isReservedAddress } from './reserved-domains.js';

/** A mail server that does not answer in this time is given up: an operation of GraphQL has 10 s. */
const TIMEOUT_MS = 4_000;
const CONNECTIONS_MAX = 2;

/** Characters of a subject: longer ones are cut by those who show them, at another place each. */
export const SUBJECT_MAX = 120;

/** Characters of a sender's name. */
const NAME_MAX = 60;

export interface Mail {
  to: string;
  /** What is sent is {@link safeSubject} of it. */
  subject: string;
  /** All that the mail says, for readers without HTML. */
  text: string;
  /** The same with its look; it may name attachments by `cid:`, nothing remote. */
  html?: string | undefined;
  attachments?: readonly MailAttachment[] | undefined;
  /** The name that the configured sender has in this mail. */
  fromName?: string | undefined;
  replyTo?: string | undefined;
  /** Without angle brackets; made up where there is none. */
  messageId?: string | undefined;
  /** Further headers, by name; values are of one line each. */
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** What `cid:` names it by in the HTML. */
  cid?: string | undefined;
}

/** Sends mail; null where no mail server is configured. */
export type SendMail = ((mail: Mail) => Promise<void>) | null;

interface MailConfig {
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
}

/** The address lies in a domain that nothing is ever mailed to. */
export class ReservedAddressError extends Error {
  constructor() {
    super('the address is of a reserved domain, which nothing is mailed to');
  }
}

/**
 * The way to the configured mail server. Nothing that a mail names is fetched or read from a file.
 * @throws, when called, {@link ReservedAddressError}, or what the mail server refuses (`mailFaultOf`).
 */
export function createMailer({ smtpUrl, mailFrom }: MailConfig): SendMail {
  if (smtpUrl === undefined) return null;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: CONNECTIONS_MAX, ...timeouts });
  return async ({ to, subject, fromName, headers, attachments, ...rest }) => {
    if (isReservedAddress(to)) throw new ReservedAddressError();
    await transport.sendMail({
      ...rest,
      from: fromName === undefined ? mailFrom : { name: oneLine(fromName, NAME_MAX), address: addressOf(mailFrom) },
      to: { name: '', address: to },
      subject: safeSubject(subject),
      headers: headers && { ...headers },
      attachments: attachments?.map((attachment) => ({ ...attachment })),
      disableUrlAccess: true,
      disableFileAccess: true,
    });
  };
}

/**
 * A text as a subject: one line of {@link SUBJECT_MAX} characters at most, without controls and without marks that turn
 * the direction of writing, by which a name could make other words out of those around it.
 */
export function safeSubject(text: string): string {
  return oneLine(text, SUBJECT_MAX);
}

/** Controls, line and paragraph separators, marks and isolates of direction, and what is invisible. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

function oneLine(text: string, charactersMax: number): string {
  const line = text
    .replace(/[\s\u2028\u2029]+/gu, ' ')
    .replace(UNSEEN, '')
    .trim();
  const characters = [...line];
  return characters.length <= charactersMax
    ? line
    : `${characters
        .slice(0, charactersMax - 1)
        .join('')
        .trimEnd()}…`;
}

/** The address in `Name <address>`, or the whole where there is no name. */
function addressOf(mailFrom = ''): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}
