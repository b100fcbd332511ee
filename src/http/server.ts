import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { ServiceError } from '../core/errors.js';
import { CONNECTION_BOUNDS, type ConnectionBounds, Connections, type Serve } from './connections.js';
import { errorBody } from './error-responses.js';

/** Connections that send too slowly are cut; Node's defaults keep a slow-loris socket for over 40 s. */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
};

/** Less than the ten seconds that a stop may take: closing the database has the rest. */
const DRAIN_MS = 9_000;

/** Where to listen, and the environment's name for the port. */
interface Address {
  host: string;
  port: number;
  portVariable?: 'PORT' | 'METRICS_PORT';
  /** Express's `trust proxy`: with any value, connections are the proxy's own and not counted by network. */
  trustProxy?: boolean | number | string;
}

export type ServerBounds = Readonly<typeof TIMEOUTS> & ConnectionBounds;

export interface RunningServer {
  url: string;
  /** Stops accepting, finishes the requests in flight within 9 s, and cuts the rest. */
  stop: () => Promise<void>;
}

/**
 * Serves `app` until it is stopped. Requests that Node refuses before any route sees them get the same envelope.
 * @throws Error of one line that names the variable to change where the address cannot be listened on.
 */
export async function listen(
  app: Express,
  address: Readonly<Address>,
  changed: Partial<ServerBounds> = {},
): Promise<RunningServer> {
  const bounds: ServerBounds = { ...TIMEOUTS, ...CONNECTION_BOUNDS, ...changed };
  // Express takes Node's own request as it is; its handler type with an end asks for Express's.
  const handle = app as unknown as (req: IncomingMessage, res: ServerResponse, unrouted: () => void) => void;
  const connections = new Connections(bounds, (address.trustProxy ?? false) !== false);
  const serve: Serve = connections.inTurn((req, res) => handle(req, res, () => refuseUnroutable(res)));
  const server = createServer(bounds, serve);
  connections.watch(server);
  server.on('clientError', refuseUnreadable).on('checkExpectation', serve);
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(addressFault(error, address));
    server.once('error', refuse).listen(address.port, address.host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return { url: urlOf(server, address.host), stop: () => drain(server) };
}

/** A target that is no path at all, such as `http://[`: Express returns it without trying a route. */
function refuseUnroutable(res: ServerResponse): void {
  const refusal = new ServiceError('NOT_FOUND', 'No such path');
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': randomUUID() };
  res.writeHead(refusal.status, { ...headers, ...SECURITY_HEADERS });
  res.end(JSON.stringify(errorBody(refusal)));
}

/** Writes nothing to a closed connection. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, message } = unreadable(error.code);
  const body = JSON.stringify(errorBody(new ServiceError('VALIDATION_ERROR', message)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function unreadable(code: string | undefined): { status: number; message: string } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, message: 'The request head must be at most 16 KiB' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, message: 'The request was sent too slowly' };
    default:
      return { status: 400, message: 'The request could not be read' };
  }
}

function addressFault(cause: NodeJS.ErrnoException, { host, port, portVariable = 'PORT' }: Readonly<Address>): Error {
  switch (cause.code) {
    case 'EADDRINUSE':
      return new Error(`${portVariable}: ${port} is in use on ${host}; must be a free port, or 0 for any`, { cause });
    case 'EACCES':
      return new Error(`${portVariable}: ${port} is not allowed to this user; must be a free port, or 0 for any`, {
        cause,
      });
    default:
      return new Error(`HOST: "${host}" must be an address of this machine (${cause.message})`, { cause });
  }
}

function urlOf(server: Server, host: string): string {
  // A TCP server that listens has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/**
 * The headers for browsers on every response, also on those that no route sent. No response ever has a CORS header:
 * pages of other sites read nothing.
 */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** @param hstsMaxAgeSeconds how long a browser may use HTTPS alone; 0 revokes it, absent sends no header. */
export function securityHeaders(hstsMaxAgeSeconds: number | undefined): Readonly<Record<string, string>> {
  if (hstsMaxAgeSeconds === undefined) return SECURITY_HEADERS;
  return { ...SECURITY_HEADERS, 'Strict-Transport-Security': `max-age=${hstsMaxAgeSeconds}` };
}
