import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FairSemaphore } from '../database/fair-semaphore.js';
import { networkOf } from './request-context.js';

/** What connections may hold and how long a response may take to be read; times in milliseconds. */
export const CONNECTION_BOUNDS = {
  /** Of all networks together. */
  connections: 3_000,
  /** Well above the 1,000 requests at once that one customer may send from one address. */
  connectionsOfNetwork: 1_500,
  /** Then the connection is closed with its last response. */
  requestsOfConnection: 1_000,
  /** Requests sent ahead: Node holds about 3 kB for each, and would read a thousand of them from one packet. */
  requestsWaitingOfConnection: 16,
  /** A reader that takes nothing of a response for so long is cut. */
  stalledMs: 10_000,
  /** A reader that needs longer for one write is cut: 8 MB at 0.6 Mbit/s. */
  answerMs: 120_000,
  /** How often readers are checked. */
  lookMs: 1_000,
};

/** What Node tells its parser on an upgrade: what follows is not HTTP. */
const PARSER_STOPS = 2;

export type ConnectionBounds = Readonly<typeof CONNECTION_BOUNDS>;
export type Serve = (req: IncomingMessage, res: ServerResponse) => void;

/** One connection: whether it is at a request, and when its reader last took a whole write. */
interface Connection {
  isBusy: boolean;
  hasServed: boolean;
  taken: { bytes: number; atMs: number };
}

/**
 * Bounds what connections hold, whatever is sent and however little is read: their number, the requests on each, and
 * the time that a response may wait for its reader.
 * @param isBehindProxy all connections are the proxy's own, so none are counted by network.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #ofNetwork = new Map<string, number>();
  /** By connection: one request at a time. */
  readonly #turns: FairSemaphore<Socket>;

  constructor(
    readonly bounds: ConnectionBounds,
    readonly isBehindProxy: boolean,
  ) {
    this.#turns = new FairSemaphore({ permitsPerKey: 1, maxWaitingPerKey: bounds.requestsWaitingOfConnection });
  }

  /** Starts to watch the connections of a server that is not listening yet. */
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
   * Serves the requests of a connection one after the other. Those sent ahead wait. One more than may wait ends the
   * connection: its responses would only be held for a reader that is behind.
   */
  inTurn(serve: Serve): Serve {
    return (req, res) => {
      const { socket } = req;
      const connection = this.#open.get(socket);
      if (!connection || !socket.writable) return;
      const start = () => {
        const end = () => {
          connection.isBusy = false;
          this.#turns.release(socket);
        };
        // Lost meanwhile: those behind it end in the same way.
        if (!socket.writable) return end();
        connection.isBusy = true;
        connection.hasServed = true;
        res.on('close', end);
        serve(req, res);
      };
      this.#turns.enter(socket, { start, refuse: () => cut(socket) });
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

  /**
   * Node reports a connection on which nothing was read or written for a while: an idle one that was kept alive, or a
   * reader that has stopped. A request that is being worked on continues; a connection without any request gets 408.
   */
  #cutIfStalled(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection || socket.writableLength > 0) cut(socket);
    else if (!connection.isBusy && connection.hasServed) socket.destroy();
  }

  /** A reader that takes a byte now and then never times out, so each write has a time limit of its own. */
  #cutSlowReaders(): void {
    const nowMs = performance.now();
    for (const [socket, connection] of this.#open) {
      const bytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || bytes > connection.taken.bytes) connection.taken = { bytes, atMs: nowMs };
      else if (nowMs - connection.taken.atMs > this.bounds.answerMs) cut(socket);
    }
  }
}

/** With a reset, so that the system frees what it holds for the reader as well. */
function cut(socket: Socket): void {
  leaveRestUnread(socket);
  socket.resetAndDestroy();
}

/**
 * Makes Node's parser skip the rest of a packet. On a cut connection it would still make a request of each head: 500
 * packets of 1,500 heads were measured at 1.9 GB and 28 s of processor time. The parser is not documented; if Node
 * replaces it, that cost returns and nothing else changes.
 */
function leaveRestUnread(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => PARSER_STOPS);
}
