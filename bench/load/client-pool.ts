import { KeepAliveClient, type Reply } from '../shared/keep-alive-client.js';

/** Longer than any response of the service may take. */
const TIMEOUT_MS = 30_000;

/** Connections that are kept alive: a request takes a free one, or opens one where all are in use. */
export class ClientPool {
  readonly #free: KeepAliveClient[] = [];
  #isClosed = false;

  constructor(private readonly port: number) {}

  /** A connection that broke, or brought nothing in 30 s, counts as status 0. */
  async send(request: Buffer): Promise<Reply> {
    let client: KeepAliveClient | undefined;
    try {
      client = this.#usable() ?? (await KeepAliveClient.open(this.port));
      const opened = client;
      const timer = setTimeout(() => opened.close(), TIMEOUT_MS);
      const reply = await opened.exchange(request).finally(() => clearTimeout(timer));
      if (this.#isClosed || !client.isUsable) client.close();
      else this.#free.push(client);
      return reply;
    } catch (error) {
      client?.close();
      return { status: 0, body: Buffer.from(String(error)) };
    }
  }

  #usable(): KeepAliveClient | undefined {
    let client = this.#free.pop();
    while (client && !client.isUsable) client = this.#free.pop();
    return client;
  }

  close(): void {
    this.#isClosed = true;
    for (const client of this.#free.splice(0)) client.close();
  }
}
