import { companySignInUrl, type DeliverLink, linkUrl, type NewLink } from '../core/people/links.js';
import type { Mail, SendMail } from './mail.js';

/** What a link's mail and address are made with. */
export interface LinkOptions {
  /** Where people reach the service; never taken from a request, whose sender names its host. */
  linkBaseUrl: string;
  sendMail: SendMail;
  log: { warn(details: object, message: string): void };
}

/** Mails ways in; without a mail server, and where it refuses, who made one is given it to hand over. */
export function createLinkDelivery({ linkBaseUrl, sendMail, log }: LinkOptions): DeliverLink {
  return async (email, { link, requiredProvider }, isInvited) => {
    const shown = { isMailed: false, url: link ? linkUrl(linkBaseUrl, link) : companySignInUrl(linkBaseUrl) };
    if (!sendMail) return shown;
    const providers = isInvited ? invitationByProvider : providerMail;
    const mail = link ? linkMail(email, linkBaseUrl, link) : providers(email, linkBaseUrl, requiredProvider);
    return sendMail(mail).then(
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
  const first = `A new password was requested for you. Your account requires ${provider}, so there is none.`;
  const last = 'If you did not ask for this, ignore this message. Nothing was changed.';
  const text = `${first} Sign in here:\n\n${companySignInUrl(baseUrl)}\n\n${last}\n`;
  return { to, subject: 'Signing in to Brand Visibility', text };
}

/** Invites who signs in by a company's provider alone, which knows them by this address. */
function invitationByProvider(to: string, baseUrl: string, provider: string): Mail {
  const first = `You have been invited to see how AI platforms name a brand. Sign in with ${provider}:`;
  const how = `Type this address there, ${to}. You need no password of ours.`;
  const last = 'If you did not expect this invitation, ignore this message.';
  const text = `${first}\n\n${companySignInUrl(baseUrl)}\n\n${how}\n${last}\n`;
  return { to, subject: 'Your invitation to Brand Visibility', text };
}
