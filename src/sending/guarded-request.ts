import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import {
  addressesOf,
  NameNotFound,
  normalAddress,
  parseTarget,
  type ResolveName,
  type Target,
  TargetRefused,
  type TargetRules,
} from '../core/destinations/webhook-target.js';
import type { DeliveryFault } from '../entities/vocabulary.js';
import { isOver, withinTime } from './time-limit.js';

/** What a request that customers ask for may take. */
export interface RequestBounds {
  connectMs: number;
  /** From the look-up of the name to the end of the reply. */
  totalMs: number;
}

export const REQUEST_BOUNDS: RequestBounds = { connectMs: 5_000, totalMs: 15_000 };

const HEADER_BYTES_MAX = 16_384;
const BODY_BYTES_MAX = 16_384;
/** Bytes of a reply that are kept, to be shown. */
const HEAD_BYTES = 1_024;

/** A whole reply, whatever its status; redirects are not followed. */
export interface GuardedReply {
  status: number;
  /** The beginning of its body, without control characters. */
  head: string;
  retryAfter: string | undefined;
}

/** A request that got no whole reply. */
export class RequestFailure extends Error {
  constructor(readonly fault: DeliveryFault) {
    super(fault);
  }
}

/** What guards the requests of a process. */
export interface Guard {
  rules: TargetRules;
  resolve: ResolveName;
  bounds: RequestBounds;
}

/**
 * Posts to an address that a customer entered: the only way by which the service calls one. The socket goes to an
 * address that was checked just before, whatever the name resolves to meanwhile, and nothing is sent before the far end
 * is known to be it. Certificates are always verified, by the name in the address.
 * @param signal aborted where the process stops.
 * @throws RequestFailure, or the reason of `signal`.
 */
export async function postGuarded(
  { url, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string },
  { rules, resolve, bounds }: Guard,
  signal: AbortSignal,
): Promise<GuardedReply> {
  return withinTime(bounds.totalMs, signal, async (ended) => {
    try {
      const target = parseTarget(url, rules);
      const addresses = await untilAborted(addressesOf(target, rules, resolve), ended);
      return await post(target, { addresses, headers, body, connectMs: bounds.connectMs, signal: ended });
    } catch (error) {
      signal.throwIfAborted();
      throw new RequestFailure(isOver(ended) ? 'timed_out' : faultOf(error));
    }
  });
}

interface Post {
  addresses: readonly string[];
  headers: Readonly<Record<string, string>>;
  body: string;
  connectMs: number;
  signal: AbortSignal;
}

function post({ url, host, isLiteral }: Target, { addresses, headers, body, connectMs, signal }: Post) {
  const isTls = url.protocol === 'https:';
  const options: RequestOptions & { rejectUnauthorized: true; servername?: string } = {
    method: 'POST',
    host,
    port: url.port === '' ? undefined : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers },
    // One connection for one request: none is kept, and no proxy of the environment is asked.
    agent: false,
    lookup: lookUpAmong(addresses),
    maxHeaderSize: HEADER_BYTES_MAX,
    rejectUnauthorized: true,
    signal,
    ...(isLiteral ? {} : { servername: host }),
  };
  return new Promise<GuardedReply>((resolve, reject) => {
    const request = isTls ? httpsRequest(options) : httpRequest(options);
    const fail = (error: unknown) => {
      clearTimeout(connecting);
      reject(error);
      request.destroy();
    };
    const connecting = setTimeout(() => fail(new RequestFailure('timed_out')), connectMs);
    request.on('error', fail);
    request.on('response', (response) => readReply(response).then(resolve, fail));
    request.on('socket', (socket: Socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting);
        if (isAmong(socket.remoteAddress, addresses)) request.end(body);
        else fail(new TargetRefused('address not allowed'));
      });
    });
  });
}

/** Answers with what was checked, whatever is asked. Not called where the host is an address itself. */
function lookUpAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, callback) => {
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function isAmong(remote: string | undefined, addresses: readonly string[]): boolean {
  const normal = normalAddress(remote);
  return normal !== null && addresses.some((address) => normalAddress(address) === normal);
}

async function readReply(response: IncomingMessage): Promise<GuardedReply> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new RequestFailure('too_large');
    if (bytes - chunk.length < HEAD_BYTES) kept.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    head: headOf(Buffer.concat(kept)),
    retryAfter: response.headers['retry-after'],
  };
}

/** As a page may show it and a row can hold it. */
function headOf(bytes: Buffer): string {
  return bytes
    .subarray(0, HEAD_BYTES)
    .toString('utf8')
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

/** Ends the wait, not what is waited for: a look-up of a name ends by itself. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Codes of OpenSSL and of Node's own check of a certificate's name. */
const TLS_CODES = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_|EPROTO)/;

function faultOf(error: unknown): DeliveryFault {
  if (error instanceof RequestFailure) return error.fault;
  if (error instanceof TargetRefused) return 'address_not_allowed';
  if (error instanceof NameNotFound) return 'name_not_found';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_large';
  if (code.startsWith('HPE_')) return 'unreadable';
  if (TLS_CODES.test(code)) return 'tls';
  return code === 'ECONNRESET' || code === 'EPIPE' || code === '' ? 'closed' : 'no_connection';
}
