import type { NewLink } from '../core/holders/one-time-link.js';
import type { Mail } from './mail.js';

/** Where a link leads: the token is in the fragment, which reaches no log. */
export function linkUrl(publicUrl: string, { token }: NewLink): string {
  return `${publicUrl}/dashboard/link#${token}`;
}

/** What somebody invited, or somebody who forgot a password, is written. */
export function linkMail(to: string, publicUrl: string, link: NewLink): Mail {
  const url = linkUrl(publicUrl, link);
  const until = `${link.expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  const isInvitation = link.purpose === 'invitation';
  const subject = isInvitation ? 'Your invitation to Brand Visibility' : 'Set a new password for Brand Visibility';
  const first = isInvitation
    ? 'You are invited to see how AI platforms name a brand. Choose a password here:'
    : 'Somebody, probably you, asked for a new password. Choose one here:';
  const last = isInvitation
    ? 'If you do not know why you are invited, ignore this message.'
    : 'If it was not you, ignore this message: your password stays as it is.';
  return { to, subject, text: `${first}\n\n${url}\n\nThe link works once, until ${until}.\n${last}\n` };
}
