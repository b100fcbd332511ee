import type { DeliverConfirmation } from '../core/reports/mail-addresses.js';
import type { LinkOptions } from './link-mail.js';

/** Mails the question whether an address wants an account's reports; null without a mail server. */
export function createConfirmationDelivery({ linkBaseUrl, sendMail, log }: LinkOptions): DeliverConfirmation | null {
  if (!sendMail) return null;
  return async ({ address, token, accountName, expiresAt }) => {
    const url = `${linkBaseUrl}/mail/confirm/${token}`;
    const until = expiresAt.slice(0, 10);
    const text =
      `${accountName} wants to mail you reports about how AI platforms name a brand. ` +
      `To receive them, confirm here:\n\n` +
      `${url}\n\nThe link works until ${until}. If you do not confirm, no further mail is sent to you.\n`;
    const headers = { 'Auto-Submitted': 'auto-generated' };
    return sendMail({
      to: address,
      subject: `Do you want to receive reports from ${accountName}?`,
      text,
      headers,
    }).then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'a confirmation could not be mailed');
        return false;
      },
    );
  };
}
