import { type DeliverLink, linkUrl, type NewLink } from '../core/people/links.js';
import type { Mail, SendMail } from './mail.js';

/** What a link's mail and address are made with. */
export interface LinkOptions {
  /** Where people reach the service; never taken from a request, whose sender names its host. */
  linkBaseUrl: string;
  sendMail: SendMail;
  log: { warn(details: object, message: string): void };
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

/** Answers who asked for a new password, but signs in by a company's provider alone. */
export function providerMail(to: string, baseUrl: string, provider: string): Mail {
  const first = `Someone, probably you, requested a new password. Your account requires ${provider}, so there is none:`;
  const last = 'If this was not you, ignore this message. Nothing was changed.';
  const text = `${first}\n\n${baseUrl}/dashboard/sign-in\n\nChoose "Sign in with your company" there.\n${last}\n`;
  return { to, subject: 'Signing in to Brand Visibility', text };
}
