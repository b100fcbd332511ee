import { createTransport } from 'nodemailer';
import { type DeliverLink, linkUrl, type NewLink } from '../core/people/links.js';

/** A mail server that does not answer in this time is given up: an operation of GraphQL has 10 s. */
const TIMEOUT_MS = 4_000;
const CONNECTIONS_MAX = 2;

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail; null where no mail server is configured. */
export type SendMail = ((mail: Mail) => Promise<void>) | null;

interface MailConfig {
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
}

/** What a link's mail and address are made with. */
export interface LinkOptions {
  /** Where people reach the service; never taken from a request, whose sender names its host. */
  linkBaseUrl: string;
  sendMail: SendMail;
  log: { warn(details: object, message: string): void };
}

/** @throws, when called, what the mail server refuses. */
export function createMailer({ smtpUrl, mailFrom }: MailConfig): SendMail {
  if (smtpUrl === undefined) return null;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: CONNECTIONS_MAX, ...timeouts });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from: mailFrom, to: { name: '', address: to }, subject, text });
  };
}

/** Mails links; without a mail server, and where it refuses, who made the link is given it to hand over. */
export function createLinkDelivery({ linkBaseUrl, sendMail, log }: LinkOptions): DeliverLink {
  return async (email, link) => {
    const shown = { isMailed: false, url: linkUrl(linkBaseUrl, link) };
    if (!sendMail) return shown;
    return sendMail(linkMail(email, linkBaseUrl, link)).then(
      () => ({ isMailed: true, url: null }),
      (error: unknown) => {
        log.warn({ err: error }, 'a link could not be mailed; it is shown to who made it');
        return shown;
      },
    );
  };
}

/** The mail of a link: an invitation, or a reset of a forgotten password. */
export function linkMail(to: string, baseUrl: string, link: NewLink): Mail {
  const url = linkUrl(baseUrl, link);
  const until = `${link.expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const isInvitation = link.purpose === 'invitation';
  const subject = isInvitation ? 'Your invitation to Brand Visibility' : 'Set a new password for Brand Visibility';
  const first = isInvitation
    ? 'You have been invited to see how AI platforms name a brand. Set your password here:'
    : 'Someone, probably you, requested a new password. Set it here:';
  const last = isInvitation
    ? 'If you did not expect this invitation, ignore this message.'
    : 'If this was not you, ignore this message. Your password stays the same.';
  return { to, subject, text: `${first}\n\n${url}\n\nThe link works once, until ${until}.\n${last}\n` };
}
