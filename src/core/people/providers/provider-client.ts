import { LRUCache } from 'lru-cache';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  type UserInfoResponse,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { FairSemaphore, PermitsExhausted } from '../../../database/fair-semaphore.js';
import { beyondJsonBounds } from '../../../json-bounds.js';

const SCOPE = 'openid email profile';
/** Of each call, its body included. */
const CALL_SECONDS = 5;
/** Of each answer, as it is unpacked. */
const ANSWER_BYTES_MAX = 256 * 1_024;
/** What a provider says of itself is kept so long; its keys are the library's to keep, and younger. */
const DISCOVERY_MS = 3_600_000;
const PROVIDERS_KEPT = 500;
/** Of a subject (OpenID Connect Core, section 2). */
const SUBJECT_MAX = 255;
const NAME_MAX = 200;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Calls at once in a process: to one provider, to all of them, and those that wait. */
const CALL_BOUNDS = { permits: 32, permitsPerKey: 8, maxWaiting: 200, maxWaitingPerKey: 50, maxWaitMs: 5_000 };

/**
 * Why a provider identified nobody: it is out of reach or answers with what cannot be used, somebody said no there, or
 * what came back does not hold.
 */
export const PROVIDER_FAULTS = [
  'unreachable',
  'slow',
  'busy',
  'too_large',
  'redirecting',
  'unreadable',
  'insecure_address',
  'another_issuer',
  'cancelled',
  'provider_error',
  'response_issuer',
  'code_refused',
  'client_refused',
  'token_invalid',
  'token_signature',
] as const;
export type ProviderFaultKind = (typeof PROVIDER_FAULTS)[number];

/** What a call of a provider failed by. It holds nothing that the provider sent: that may quote a token. */
export class ProviderFault extends Error {
  constructor(readonly kind: ProviderFaultKind) {
    super(`a company's provider could not be used: ${kind}`);
    this.name = 'ProviderFault';
  }
}

/** How a provider is called. */
export interface ProviderAccess {
  id: string;
  issuer: string;
  clientId: string;
  /** Opened, for the time of a call. */
  clientSecret: string;
  /** Another value where any of the above changed: what was kept of the provider is forgotten. */
  revision: string;
}

/** What a browser is sent to a provider with. */
export interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** An address that the provider may fill in; null for none. */
  loginHint: string | null;
  /** Whether the person is to prove who it is, though a session is open there. */
  isFresh: boolean;
}

/** What a callback is compared with. */
interface ExpectedResponse {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Seconds since the browser was sent, where the person was to prove who it is since; else null. */
  maxAgeSeconds: number | null;
}

/** Whom a provider named, by a token that was verified: its signature, issuer, audience, times and nonce. */
export interface ProviderClaims {
  subject: string;
  /** How the person proved who it is there (RFC 8176); empty where the provider does not say. */
  methods: readonly string[];
  name: string | null;
  /** What the provider says of the address, from one document: the ID token, else userinfo of the same subject. */
  findAddress: () => Promise<ProviderAddress | null>;
}

interface ProviderAddress {
  email: string;
  /** Null where the provider says nothing about it. */
  isVerified: boolean | null;
}

/** What `operator sso test` tells of a provider. */
interface ProviderReport {
  issuer: string;
  authorizationEndpoint: string | null;
  tokenEndpoint: string | null;
  hasUserinfo: boolean;
  /** Keys for signatures that the provider publishes. */
  keys: number;
  signsWith: readonly string[];
  /** Sentences; empty where nothing is missing. */
  missing: string[];
}

/** Calls companies' providers by OpenID Connect; one for each process. No token is kept beyond a call. */
export class ProviderClient {
  readonly #kept = new LRUCache<string, Promise<Configuration>>({ max: PROVIDERS_KEPT, ttl: DISCOVERY_MS });
  readonly #calls = new FairSemaphore(CALL_BOUNDS);

  /** Where a browser is to go. @throws ProviderFault. */
  async authorizationUrl(provider: ProviderAccess, request: AuthorizationRequest): Promise<string> {
    const config = await this.#configurationOf(provider);
    const { redirectUri, state, nonce, codeVerifier, loginHint, isFresh } = request;
    const url = buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(loginHint !== null && { login_hint: loginHint }),
      ...(isFresh && { prompt: 'login', max_age: '0' }),
    });
    return url.href;
  }

  /**
   * Whom a callback names: its code is exchanged, and the ID token verified, its signature too though it came over TLS.
   * @param callback the redirect address as registered, with the query that came. @throws ProviderFault.
   */
  async redeem(provider: ProviderAccess, callback: URL, expected: ExpectedResponse): Promise<ProviderClaims> {
    const config = await this.#configurationOf(provider);
    const { state, nonce, codeVerifier, maxAgeSeconds } = expected;
    const tokens = await faultsOf('exchange', () =>
      authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
        ...(maxAgeSeconds !== null && { maxAge: maxAgeSeconds }),
      }),
    );
    const claims = tokens.claims();
    if (!claims || claims.sub === '' || claims.sub.length > SUBJECT_MAX) throw new ProviderFault('token_invalid');
    const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined;
    const findAddress = async () => {
      const said = addressIn(claims);
      if (said || !hasUserinfo) return said;
      return addressIn(await faultsOf('userinfo', () => fetchUserInfo(config, tokens.access_token, claims.sub)));
    };
    return { subject: claims.sub, methods: methodsIn(claims), name: nameIn(claims), findAddress };
  }

  /** What a provider says of itself, asked anew, and what is missing of it; nobody signs in. @throws ProviderFault. */
  async report(provider: ProviderAccess): Promise<ProviderReport> {
    this.#kept.delete(keyOf(provider));
    const config = await this.#configurationOf(provider);
    const metadata = config.serverMetadata();
    const keys = metadata.jwks_uri === undefined ? 0 : await this.#countKeys(provider, metadata.jwks_uri);
    const signsWith = metadata.id_token_signing_alg_values_supported ?? [];
    const missing = [
      ...(keys > 0 ? [] : ['no key for signatures is published (jwks_uri)']),
      ...(signsWith.some((name) => /^(RS|PS|ES|Ed)/.test(name)) ? [] : ['ID tokens are signed with no public key']),
      ...(metadata.supportsPKCE() ? [] : ['PKCE with S256 is not announced; it is sent all the same']),
      ...(metadata.scopes_supported?.includes('email') === false ? ['the scope email is not offered'] : []),
    ];
    return {
      issuer: metadata.issuer,
      authorizationEndpoint: metadata.authorization_endpoint ?? null,
      tokenEndpoint: metadata.token_endpoint ?? null,
      hasUserinfo: metadata.userinfo_endpoint !== undefined,
      keys,
      signsWith,
      missing,
    };
  }

  async #countKeys({ id }: ProviderAccess, address: string): Promise<number> {
    const answer = await this.#fetchFor(id)(address, {
      method: 'GET',
      headers: { accept: 'application/json' },
      body: undefined,
      redirect: 'manual',
    });
    const found: unknown = await answer.json().catch(() => null);
    const keys = typeof found === 'object' && found !== null ? Reflect.get(found, 'keys') : null;
    return Array.isArray(keys) ? keys.length : 0;
  }

  /** Kept for an hour; who asks at once waits for one answer, and a fault is asked about again. */
  #configurationOf(provider: ProviderAccess): Promise<Configuration> {
    const key = keyOf(provider);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const asked = this.#discover(provider);
    this.#kept.set(key, asked);
    asked.catch(() => {
      if (this.#kept.peek(key) === asked) this.#kept.delete(key);
    });
    return asked;
  }

  async #discover({ id, issuer, clientId, clientSecret }: ProviderAccess): Promise<Configuration> {
    const address = new URL(issuer);
    if (!isCallable(address)) throw new ProviderFault('insecure_address');
    const execute = [enableNonRepudiationChecks, ...(address.protocol === 'http:' ? [allowInsecureRequests] : [])];
    // The library checks each address by its scheme; which hosts may have http is checked where each call is made.
    const options = { execute, timeout: CALL_SECONDS, [customFetch]: this.#fetchFor(id) };
    const authenticate: ReturnType<typeof ClientSecretBasic> = (server, client, body, headers) => {
      const offered = server.token_endpoint_auth_methods_supported;
      const isBasic = offered === undefined || offered.includes('client_secret_basic');
      return (isBasic ? ClientSecretBasic : ClientSecretPost)(clientSecret)(server, client, body, headers);
    };
    const found = await faultsOf('discovery', () => discovery(address, clientId, undefined, authenticate, options));
    const metadata = found.serverMetadata();
    // The library makes exceptions for issuers of many tenants; here a provider is the one that was named.
    if (new URL(metadata.issuer).href !== address.href) throw new ProviderFault('another_issuer');
    const { authorization_endpoint: authorization, token_endpoint: token } = metadata;
    if (authorization === undefined || token === undefined) throw new ProviderFault('unreadable');
    for (const each of [authorization, token]) {
      if (!URL.canParse(each) || !isCallable(new URL(each))) throw new ProviderFault('insecure_address');
    }
    return found;
  }

  /** One call: https, or http to this machine, in turn, within five seconds and 256 KiB, and not redirected. */
  #fetchFor(providerId: string): CustomFetch {
    return async (address, options) => {
      if (!isCallable(new URL(address))) throw new ProviderFault('insecure_address');
      const call = async () => {
        const signal = AbortSignal.timeout(CALL_SECONDS * 1_000);
        const { method, headers, body } = options;
        // All that the library sends of its own are the fields of a form.
        const form = body instanceof URLSearchParams ? body : null;
        const answer = await fetch(address, { method, headers, body: form, redirect: 'manual', signal });
        if (answer.status >= 300 && answer.status < 400) {
          await answer.body?.cancel();
          throw new ProviderFault('redirecting');
        }
        // A body must not be given to a response of these.
        const read = await readBounded(answer);
        if (beyondJsonBounds(read)) throw new ProviderFault('unreadable');
        const isBodiless = answer.status === 204 || answer.status === 205;
        return new Response(isBodiless ? null : read, { status: answer.status, headers: plainHeaders(answer) });
      };
      try {
        return await this.#calls.run(providerId, call);
      } catch (error) {
        throw callFault(error);
      }
    };
  }
}

function keyOf({ id, revision }: ProviderAccess): string {
  return `${id} ${revision}`;
}

/** Whether a provider may be at an address: https, or http on this machine, which no network carries. */
export function isCallable({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

async function readBounded(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (bytes > ANSWER_BYTES_MAX) throw new ProviderFault('too_large');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Without those of the body as it was sent, which has been unpacked. */
function plainHeaders({ headers }: Response): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}

function callFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof PermitsExhausted) return new ProviderFault('busy');
  const isLate = causesOf(error).some((each) => each.name === 'TimeoutError' || each.name === 'AbortError');
  return new ProviderFault(isLate ? 'slow' : 'unreachable');
}

/** An error and what caused it, the outermost first; bounded, as causes may be a ring. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  let next = error;
  while (next instanceof Error && causes.length < 10) {
    causes.push(next);
    next = next.cause;
  }
  return causes;
}

/** Codes of the library for tokens whose signature does not hold, or whose key the provider does not publish. */
const SIGNATURE_CODES: ReadonlySet<unknown> = new Set(['OAUTH_KEY_SELECTION_FAILED', 'OAUTH_UNSUPPORTED_OPERATION']);
const CLAIM_CODES: ReadonlySet<unknown> = new Set([
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);
/** What a provider calls a person who did not want to. */
const CANCELLED = new Set(['access_denied', 'login_required', 'interaction_required', 'consent_required']);

/** What the library is asked for, which an unexpected answer belongs to. */
type Doing = 'discovery' | 'exchange' | 'userinfo';

/** Does `work` with the library, whose failures become faults. */
async function faultsOf<Result>(doing: Doing, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new ProviderFault(faultOf(error, doing));
  }
}

function faultOf(error: unknown, doing: Doing): ProviderFaultKind {
  const causes = causesOf(error);
  const own = causes.find((each) => each instanceof ProviderFault);
  if (own) return own.kind;
  if (error instanceof AuthorizationResponseError) return CANCELLED.has(error.error) ? 'cancelled' : 'provider_error';
  if (error instanceof ResponseBodyError) return error.error === 'invalid_client' ? 'client_refused' : 'code_refused';
  if (error instanceof WWWAuthenticateChallengeError) return doing === 'exchange' ? 'client_refused' : 'unreadable';
  return toldBy(causes) ?? whyRefused(causes, doing) ?? 'unreadable';
}

/** What the library says of its calls and of the address that a browser came back to. */
function toldBy(causes: readonly Error[]): ProviderFaultKind | null {
  if (causes.some(({ message }) => message.includes('"iss" (issuer)') && message.includes('response'))) {
    return 'response_issuer';
  }
  const codes = codesOf(causes);
  return codes.includes('OAUTH_TIMEOUT') || codes.includes('OAUTH_ABORT') ? 'slow' : null;
}

/** What the library says of a token, and of a document that is of another issuer or subject. */
function whyRefused(causes: readonly Error[], doing: Doing): ProviderFaultKind | null {
  const codes = codesOf(causes);
  const isOfAnother = codes.includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED');
  if (doing === 'discovery') return isOfAnother ? 'another_issuer' : null;
  if (doing === 'userinfo') return isOfAnother ? 'token_invalid' : null;
  const isUnsigned = causes.some(({ message }) => message.includes('JWT signature verification failed'));
  if (isUnsigned || codes.some((code) => SIGNATURE_CODES.has(code))) return 'token_signature';
  const isOfToken = causes.some(({ message }) => /JWT|ID Token|id_token/.test(message));
  return isOfToken || codes.some((code) => CLAIM_CODES.has(code)) ? 'token_invalid' : null;
}

function codesOf(causes: readonly Error[]): unknown[] {
  return causes.map((each): unknown => Reflect.get(each, 'code'));
}

function addressIn(document: IDToken | UserInfoResponse): ProviderAddress | null {
  const { email, email_verified: said } = document;
  if (typeof email !== 'string' || email === '') return null;
  // Some providers write the flag as a text.
  const isVerified = said === true || said === 'true' ? true : said === undefined ? null : false;
  return { email, isVerified };
}

function methodsIn({ amr }: IDToken): string[] {
  return Array.isArray(amr) ? amr.filter((each) => typeof each === 'string').slice(0, 20) : [];
}

function nameIn({ name }: IDToken): string | null {
  if (typeof name !== 'string' || !name.isWellFormed()) return null;
  const short = [...name.replaceAll(/\p{C}/gu, ' ').trim()].slice(0, NAME_MAX).join('').trim();
  return short === '' ? null : short;
}
