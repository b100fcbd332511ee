import { ReservedAddressError } from './mail.js';

/**
 * What a mail that was not taken means for the next attempt: `later` it may be (4xx, no connection, TLS), `recipient`
 * is refused for good (5xx, reserved domain), `sender` is refused, which is for who runs the service to mend.
 */
export type MailFaultKind = 'later' | 'recipient' | 'sender';

export interface MailFault {
  kind: MailFaultKind;
  /** In a few words; never an address or the server's own text. */
  text: string;
  /** The code of the server's reply; null without one. */
  reply: number | null;
}

const NO_CONNECTION = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ECONNREFUSED', 'ECONNRESET']);

/** What came of a mail that {@link createMailer}'s function refused. Unknown errors are tried again. */
export function mailFaultOf(error: unknown): MailFault {
  if (error instanceof ReservedAddressError) return { kind: 'recipient', text: 'reserved domain', reply: null };
  const { code, command, reply } = partsOf(error);
  if (code === 'EAUTH') return { kind: 'sender', text: 'sign-in refused', reply };
  if (code === 'ETLS' || code === 'EREQUIRETLS') return { kind: 'later', text: 'TLS failed', reply };
  if (reply !== null) return faultOfReply(reply, command);
  if (NO_CONNECTION.has(code)) return { kind: 'later', text: 'no connection', reply };
  // An address that the mailer itself cannot write into an envelope.
  if (code === 'EENVELOPE') return { kind: 'recipient', text: 'not an address', reply };
  return { kind: 'later', text: 'not sent', reply };
}

function faultOfReply(reply: number, command: string): MailFault {
  if (reply < 500) return { kind: 'later', text: 'not taken now', reply };
  if (command === 'RCPT TO' || command === 'DATA') return { kind: 'recipient', text: 'refused', reply };
  return { kind: 'sender', text: 'sender refused', reply };
}

/** What the mailer's errors carry; empty for other errors. `reply` is the code of the server's answer. */
function partsOf(error: unknown): { code: string; command: string; reply: number | null } {
  if (!(error instanceof Error)) return { code: '', command: '', reply: null };
  const { code, command, responseCode } = error as { code?: unknown; command?: unknown; responseCode?: unknown };
  return {
    code: typeof code === 'string' ? code : '',
    command: typeof command === 'string' ? command : '',
    reply: typeof responseCode === 'number' ? responseCode : null,
  };
}
