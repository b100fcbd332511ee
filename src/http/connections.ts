import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.js';

/** What connections may hold and how long an answer may take to be read; times in milliseconds. */
export const CONNECTION_BOUNDS = {
  /** Of all networks. */
  connections: 3_000,
  /** Well above the 1,000 requests at once that one customer may send from one address. */
  connectionsOfNetwork: 1_500,
  /** Then the connection is closed with its last answer. */
  requestsOfConnection: 1_000,
  /** Sent ahead of their turn: Node holds some 3 kB for each, and would take a thousand out of one packet. */
  requestsWaitingOfConnection: 16,
  /** A reader who takes nothing of an answer for so long is cut. */
  stalledMs: 10_000,
  /** A reader who needs longer for what was written at once is cut: 8 MB at 0.6 Mbit/s. */
  answerMs: 120_000,
  /** How often readers are looked at. */
  lookMs: 1_000,
};

/** What Node tells its parser of an upgrade: what follows is no HTTP. */
const PARSER_STOPS = 2;

export type ConnectionBounds = Readonly<typeof CONNECTION_BOUNDS>;
export type Serve = (req: IncomingMessage, res: ServerResponse) => void;

/** One connection: the requests that wait for their turn on it, and when its reader last took a whole write. */
interface Connection {
  isBusy: boolean;
  hasServed: boolean;
  waiting: (() => void)[];
  taken: { bytes: number; atMs: number };
}

/**
 * Keeps what connections hold bounded, whatever is sent and however little is read: their number, the requests on each,
 * and the time that an answer may wait for its reader.
 * @param isBehindProxy all connections are the proxy's own, so none are counted by network.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #ofNetwork = new Map<string, number>();

  constructor(
    readonly bounds: ConnectionBounds,
    readonly isBehindProxy: boolean,
  ) {}

  /** Starts to watch the connections of a server that does not listen yet. */
  watch(server: Server): void {
    server.maxConnections = this.bounds.connections;
    server.maxRequestsPerSocket = this.bounds.requestsOfConnection;
    server.timeout = this.bounds.stalledMs;
    server.on('connection', (socket: Socket) => this.#accept(socket));
    server.on('timeout', (socket: Socket) => this.#cutIfStalled(socket));
    const look = setInterval(() => this.#cutSlowReaders(), this.bounds.lookMs).unref();
    server.once('close', () => clearInterval(look));
  }

  /**
   * Serves the requests of a connection one after the other. Those sent ahead wait; one more than may wait ends the
   * connection, since whatever is answered would only be held for a reader who is behind.
   */
  inTurn(serve: Serve): Serve {
    return (req, res) => {
      const connection = this.#open.get(req.socket);
      if (!connection || !req.socket.writable) return;
      const start = () => {
        connection.isBusy = true;
        connection.hasServed = true;
        res.once('close', () => this.#next(req.socket, connection));
        serve(req, res);
      };
      if (!connection.isBusy) start();
      else if (connection.waiting.length < this.bounds.requestsWaitingOfConnection) connection.waiting.push(start);
      else cut(req.socket);
    };
  }

  #accept(socket: Socket): void {
    const network = this.isBehindProxy ? null : networkOf(socket.remoteAddress ?? 'unknown');
    if (network !== null && !this.#join(network)) {
      cut(socket);
      return;
    }
    this.#open.set(socket, {
      isBusy: false,
      hasServed: false,
      waiting: [],
      taken: { bytes: 0, atMs: performance.now() },
    });
    socket.once('close', () => {
      this.#open.delete(socket);
      if (network !== null) this.#leave(network);
    });
  }

  #join(network: string): boolean {
    const others = this.#ofNetwork.get(network) ?? 0;
    if (others >= this.bounds.connectionsOfNetwork) return false;
    this.#ofNetwork.set(network, others + 1);
    return true;
  }

  #leave(network: string): void {
    const left = (this.#ofNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.#ofNetwork.set(network, left);
    else this.#ofNetwork.delete(network);
  }

  #next(socket: Socket, connection: Connection): void {
    connection.isBusy = false;
    const start = connection.waiting.shift();
    if (start && socket.writable) start();
  }

  /**
   * Node tells of a connection on which nothing was read or written for a while: one kept alive that nobody uses, or a
   * reader who stands still. A request that is worked on is left alone, and who never sent one is told so with 408.
   */
  #cutIfStalled(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection || socket.writableLength > 0) cut(socket);
    else if (!connection.isBusy && connection.hasServed) socket.destroy();
  }

  /** A reader of a byte now and then never stands still, so what was written at once has a time of its own. */
  #cutSlowReaders(): void {
    const nowMs = performance.now();
    for (const [socket, connection] of this.#open) {
      const bytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || bytes > connection.taken.bytes) connection.taken = { bytes, atMs: nowMs };
      else if (nowMs - connection.taken.atMs > this.bounds.answerMs) cut(socket);
    }
  }
}

/** With a reset, so that the system forgets what it holds for the reader as well. */
function cut(socket: Socket): void {
  leaveRestUnread(socket);
  socket.resetAndDestroy();
}

/**
 * Makes Node's parser leave the rest of a packet alone. Of a connection that is cut it would still make a request out
 * of each head: 500 packets of 1,500 heads were measured at 1.9 GB and 28 s of the process's time. The parser belongs
 * to Node and is not documented; were it another one day, that cost would be back and nothing else change.
 */
function leaveRestUnread(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => PARSER_STOPS);
}
