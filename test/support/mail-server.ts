import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Where a mail server refuses, and with which reply. */
export interface Refusal {
  at: 'connection' | 'sender' | 'recipient' | 'text';
  code: number;
}

/** A mail server of the test's own, which keeps what it is sent. */
export class MailServer {
  readonly mails: { to: string[]; text: string; raw: Buffer }[] = [];
  /** Whether mail is taken; otherwise each is refused. */
  accepts = true;
  /** How it refuses, while it does. */
  refuses: Refusal | null = null;
  /** Whether it keeps those waiting who send it a text. */
  isSilent = false;
  readonly #server: SMTPServer;

  private constructor(tls: boolean) {
    const refusedAt = (at: Refusal['at']) => (this.refuses?.at === at ? faultOf(this.refuses.code) : null);
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: tls ? [] : ['STARTTLS'],
      onConnect: (_session, done) => done(refusedAt('connection')),
      onMailFrom: (_address, _session, done) => done(refusedAt('sender')),
      onRcptTo: (_address, _session, done) => done(refusedAt('recipient')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (this.isSilent) return;
          if (!this.accepts) return done(new Error('no room for mail'));
          const refused = refusedAt('text');
          if (refused) return done(refused);
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const raw = Buffer.concat(chunks);
          this.mails.push({ to, text: decoded(raw.toString('utf8')), raw });
          done();
        });
      },
    });
    // A client that gives up, or does not trust the certificate, is no fault of the server.
    this.#server.on('error', () => undefined);
  }

  /** @param options with `tls`, STARTTLS is offered, with a certificate that no client trusts. */
  static async start({ tls = false }: { tls?: boolean } = {}): Promise<MailServer> {
    const started = new MailServer(tls);
    started.#server.listen(0, '127.0.0.1');
    await once(started.#server.server, 'listening');
    return started;
  }

  /** As `SMTP_URL` takes it. */
  get url(): string {
    // A server that listens on a port has such an address.
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  /** What somebody was sent, oldest first. */
  to(email: string): string[] {
    return this.mails.filter(({ to }) => to.includes(email)).map(({ text }) => text);
  }

  /** The same, taken apart by another program than the one that put it together. */
  async read(email: string): Promise<Email[]> {
    const own = this.mails.filter(({ to }) => to.includes(email));
    return Promise.all(own.map(({ raw }) => PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })));
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

function faultOf(code: number): Error {
  return Object.assign(new Error('refused by the test'), { responseCode: code });
}

/** Of quoted-printable, which long lines are sent as. */
function decoded(text: string): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
