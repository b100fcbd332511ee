import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request, Response } from 'express';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Admission } from '../core/admission/admission.js';
import type { Credential } from '../core/admission/credential.js';
import { type Client, toClient } from '../core/people/security-events.js';

/** What the service knows of one request beside Express's own: made by the first handler, see {@link contextOf}. */
export class RequestContext {
  /** The caller's own id, or a new one. */
  readonly id: string;
  /**
   * Where the surface is mounted. Express no longer knows it when a failed request is answered, and knows it as the
   * caller wrote it, in any letter case.
   */
  mount = '';
  /** What was presented, once admission has looked for it; null where that is nothing. */
  credential: Credential | null = null;
  /** The name of the credential in memory; null for what cannot be one. */
  credentialHash: string | null = null;
  /** Whether a session counts as a credential on this path. */
  takesSession = false;
  /** What a surface adds to the request's line of the log: never what callers wrote. */
  logged: Readonly<Record<string, string | number>> = {};
  #admission: Admission | undefined;
  #work: AbortController | undefined;

  constructor(
    private readonly req: Request,
    private readonly res: Response,
  ) {
    this.id = requestId(req.get('X-Request-Id'));
  }

  /** The network that the request comes from, by which failures are counted. */
  get network(): string {
    return networkOf(this.req.ip ?? 'unknown');
  }

  /** Where it comes from, as sessions and security events remember it. */
  get client(): Client {
    return toClient(this.network, this.req.get('user-agent'));
  }

  /** Aborted when the caller hangs up before its response was sent, so that its reads are cancelled. */
  get signal(): AbortSignal {
    return this.work.signal;
  }

  /** What {@link signal} is of: for who ends the work for the request earlier. */
  get work(): AbortController {
    if (this.#work) return this.#work;
    const work = new AbortController();
    this.#work = work;
    this.res.once('close', () => {
      // A reason of our own: the default one is an exception with a stack, made for each request.
      if (!this.res.writableFinished) work.abort('the caller is gone');
    });
    return work;
  }

  /** The caller that was let in with this request. @throws Error before it is. */
  get admission(): Admission {
    if (!this.#admission) throw new Error('a route is mounted before admission');
    return this.#admission;
  }

  set admission(admission: Admission) {
    this.#admission = admission;
  }
}

/** Makes the context of a request. */
export function openRequest(req: Request, res: Response): RequestContext {
  const context = new RequestContext(req, res);
  res.locals['context'] = context;
  return context;
}

/** The context of the request that this response is for. */
export function contextOf({ locals }: Response): RequestContext {
  const context: unknown = locals['context'];
  if (!(context instanceof RequestContext)) throw new Error('a request is served without its context');
  return context;
}

/** The caller's request id, if it is 1 to 128 printable ASCII characters, else a new one (decisions, "request id"). */
function requestId(sent: string | undefined): string {
  return sent !== undefined && /^[\x20-\x7e]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** Of the eight groups of an IPv6 address. */
const NETWORK_GROUPS = 4;

/** As IPv6 writes the longest. A header of a proxy may hold any text, which is not remembered. */
const ADDRESS_LENGTH_MAX = 45;

/** By address: requests of one follow each other. */
const networks = new LRUCache<string, string>({ max: 5_000 });

/**
 * The name under which failures of an address are counted: an IPv4 address itself, however it is written; of an IPv6
 * address its network of 64 bits, since one subscriber holds all of it. Anything else is unchanged.
 */
export function networkOf(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  if (address.length > ADDRESS_LENGTH_MAX) return readNetwork(address);
  // A copy: what is cut out of a header keeps all of the header in memory.
  const copy = Buffer.from(address).toString();
  const network = readNetwork(copy);
  networks.set(copy, network);
  return network;
}

function readNetwork(address: string): string {
  const [plain = ''] = address.split('%', 1);
  // ipaddr.js accepts more forms than a connection or a proxy uses: 1 or 0x7f.1, for instance.
  if (isIP(plain) === 0) return address;
  const read = ipaddr.process(plain);
  if (read instanceof ipaddr.IPv4) return read.toString();
  return read.parts
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}
