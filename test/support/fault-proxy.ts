import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `open` passes everything on; `refusing` resets what is connected and what tries to; `silent` takes connections and
 * bytes and returns nothing, as a network does that drops packets; `dead` does not even take note of an end.
 */
export type ProxyMode = 'open' | 'refusing' | 'silent' | 'dead';

/** A TCP proxy in front of a database, whose faults a test switches on and off. */
export class FaultProxy {
  #mode: ProxyMode = 'open';
  readonly #pairs = new Set<{ client: Socket; upstream: Socket | undefined }>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  /** Starts a proxy for the server that the URL of a database names, by TCP or by socket folder. */
  static async start(databaseUrl: string): Promise<FaultProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new FaultProxy(server, new URL(databaseUrl));
    server.on('connection', (client) => proxy.#take(client));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The URL of the same database through the proxy. */
  get url(): string {
    // A TCP server that listens has an AddressInfo.
    const { port } = this.server.address() as AddressInfo;
    const user = this.target.username || this.target.searchParams.get('user') || '';
    const login = this.target.password ? `${user}:${this.target.password}` : user;
    return `postgresql://${login}@127.0.0.1:${port}${this.target.pathname}`;
  }

  /** What was silent stays so after it opens again: such connections are lost, only new ones get through. */
  set mode(mode: ProxyMode) {
    this.#mode = mode;
    for (const { client, upstream } of this.#pairs) {
      if (mode === 'refusing') client.resetAndDestroy();
      if (mode === 'silent' || mode === 'dead') cut(client, upstream);
    }
  }

  async close(): Promise<void> {
    for (const { client } of this.#pairs) client.destroy();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  #take(client: Socket): void {
    client.on('error', () => {});
    client.once('end', () => this.#mode !== 'dead' && client.end());
    if (this.#mode === 'refusing') {
      client.resetAndDestroy();
      return;
    }
    const upstream = this.#mode === 'open' ? this.#connectUpstream() : undefined;
    const pair = { client, upstream };
    this.#pairs.add(pair);
    client.once('close', () => {
      this.#pairs.delete(pair);
      upstream?.destroy();
    });
    if (upstream) {
      upstream.once('close', () => this.#mode !== 'silent' && this.#mode !== 'dead' && client.destroy());
      client.pipe(upstream).pipe(client);
    } else {
      client.resume();
    }
  }

  #connectUpstream(): Socket {
    const folder = this.target.searchParams.get('host');
    const port = Number(this.target.searchParams.get('port') ?? (this.target.port || 5432));
    const upstream = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, this.target.hostname);
    return upstream.on('error', () => {});
  }
}

function cut(client: Socket, upstream: Socket | undefined): void {
  if (!upstream) return;
  client.unpipe(upstream);
  upstream.unpipe(client);
  client.resume();
  upstream.resume();
}
