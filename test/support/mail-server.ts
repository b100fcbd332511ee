import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server of the test's own, which keeps what it is sent. */
export class MailServer {
  readonly mails: { to: string[]; text: string }[] = [];
  /** Whether mail is taken; otherwise each is refused. */
  accepts = true;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (!this.accepts) return done(new Error('no room for mail'));
          const to = session.envelope.rcptTo.map(({ address }) => address);
          this.mails.push({ to, text: decoded(Buffer.concat(chunks).toString('utf8')) });
          done();
        });
      },
    });
  }

  static async start(): Promise<MailServer> {
    const started = new MailServer();
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

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

/** Of quoted-printable, which long lines are sent as. */
function decoded(text: string): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
