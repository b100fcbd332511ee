import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail; null where no mail server is configured. */
export type SendMail = ((mail: Mail) => Promise<void>) | null;

export interface MailConfig {
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
}

/** A mail server that does not answer in this time is given up: an operation of GraphQL has 10 s. */
const TIMEOUT_MS = 4_000;
const CONNECTIONS_MAX = 2;

/** @throws, when called, what the mail server refuses. */
export function createMailer({ smtpUrl, mailFrom }: MailConfig): SendMail {
  if (smtpUrl === undefined) return null;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: CONNECTIONS_MAX, ...timeouts });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from: mailFrom, to: { name: '', address: to }, subject, text });
  };
}
