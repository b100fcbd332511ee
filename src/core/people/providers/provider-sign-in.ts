import { z } from 'zod';
import type { Clock } from '../../../clock.js';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import type { ProvisionedRole, SsoPurpose, Tier } from '../../../entities/vocabulary.js';
import { notFound, refuseUnlessSteppedUp } from '../../access/access.js';
import type { SecretBox } from '../../access/secret-box.js';
import { IS_GOOD } from '../../admission/admission.sql.js';
import type { Context } from '../../context.js';
import { ServiceError, Unavailable } from '../../errors.js';
import { NAME_MAX, parse, requiredText, uuid } from '../../input.js';
import { email as emailAddress, lockAddress } from '../accounts.js';
import { askForFactor, type PendingSignIn } from '../factors/challenges.js';
import { findFactors, hasFactor, lockHolder } from '../factors/own-factors.js';
import { type NewSession, openSession, sessionHolderOf, signOut } from '../holder-sessions.js';
import { addHolder, isFull } from '../holders.js';
import { type Client, saveSecurityEvent, saveUnverifiedEvent } from '../security-events.js';
import { findByAddress, findDevice } from '../sign-in.js';
import { closeFlow, countProviderStart, forgiveProviderStart } from '../sign-in-throttle.js';
import { findIdentity, linkedEvent, linkIdentity, touchIdentity } from './identities.js';
import {
  type ProviderAccess,
  type ProviderClaims,
  type ProviderClient,
  ProviderFault,
  type ProviderFaultKind,
} from './provider-client.js';
import { domainOf, findAccess, findProviderOfAddress } from './providers.js';
import { findRequiredProvider, holdProvider } from './required-provider.js';
import { newFlowSecrets, returnPath, saveFlow, stateOf, type TakenFlow, takeFlow } from './sso-flows.js';

/** A busy or silent provider may answer by then. */
const RETRY_SECONDS = 10;
/** What providers call a second factor (RFC 8176). */
const SECOND_FACTOR_METHODS: ReadonlySet<string> = new Set(['mfa', 'otp', 'hwk', 'swk', 'fido']);

const path = z.string('must be a string').optional();
const startInput = z.object({ email: requiredText(NAME_MAX), returnTo: path }, 'must be an object');
const stepUpInput = z.object({ returnTo: path }, 'must be an object');
const linkInput = z.object({ providerId: uuid, returnTo: path }, 'must be an object');

/** Why nobody was let in though a browser came back: a fault of the provider, of the flow, or of who it is. */
export type SsoRefusal =
  | ProviderFaultKind
  | 'flow_unknown'
  | 'flow_over'
  | 'provider_removed'
  | 'response_state'
  | 'not_linked'
  | 'address_missing'
  | 'address_unverified'
  | 'address_foreign'
  | 'address_elsewhere'
  | 'no_person'
  | 'disabled'
  | 'people_full'
  | 'identities_full'
  | 'identity_taken'
  | 'another_required'
  | 'another_person'
  | 'session_over';

/** What signing in by a provider takes, one for each process. */
export interface ProviderTools {
  providers: ProviderClient;
  /** Opens the providers' secrets. */
  secrets: SecretBox;
  clock: Clock;
  /** What a session by a provider lasts at most: who is gone there is out here by then. */
  sessionHours: number;
}

/** Where a browser is sent, and the cookie that it comes back with. */
export interface StartedFlow {
  url: string;
  token: string;
}

/** What came of a callback. */
export type FlowOutcome = { returnTo: string } & (
  | { kind: 'signed_in'; session: NewSession }
  /** The holder's own second factor is asked for. */
  | { kind: 'pending'; pending: PendingSignIn }
  /** A session was stepped up, or the provider linked to its holder. */
  | { kind: 'done' }
  | { kind: 'refused'; reason: SsoRefusal; purpose: SsoPurpose }
);

/** Refuses who came back; becomes an event and one sentence. */
class Refusal extends Error {
  constructor(
    readonly reason: SsoRefusal,
    readonly holderId: string | null = null,
  ) {
    super(reason);
  }
}

/** What the browser presents from earlier: null for what it does not. */
interface KnownBrowser {
  deviceToken: string | null;
  sessionToken: string | null;
}

/** How a provider decides about people: what the operator said. */
interface Rules {
  name: string;
  links_by_email: boolean;
  trusts_email: boolean;
  provisioned_role: ProvisionedRole | null;
  tier: Tier;
  domains: string[];
}

/** Nobody disables the person until the transaction ends. */
const LOCK_PERSON = statement<{ id: string }>(
  'lock-person-by-provider',
  `select id
   from holder
   where account_id = $1 and id = $2 and disabled_at is null
   for no key update`,
);

const FIND_RULES = statement<Rules>(
  'find-rules-of-identity-provider',
  `select p.name, p.links_by_email, p.trusts_email, p.provisioned_role, a.tier, array(
       select d.domain
       from provider_domain d
       where d.account_id = $1 and d.provider_id = p.id
     ) as domains
   from identity_provider p
   join account a on a.account_id = $1
   where p.account_id = $1 and p.id = $2 and p.removed_at is null`,
);

const FIND_PROVIDER_OF_SESSION = statement<{ provider_id: string | null }>(
  'find-provider-of-session',
  `select provider_id
   from session
   where account_id = $1 and id = $2`,
);

/** Of a session that the provider opened, and that is good. */
const STEP_UP = statement<object>(
  'step-up-session-by-provider',
  `update session s
   set stepped_up_at = now()
   from holder h
   where s.account_id = $1 and s.id = $2 and s.provider_id = $3 and h.account_id = $1 and h.id = s.holder_id
     and ${IS_GOOD}
   returning s.id`,
);

const FIND_GOOD_SESSION = statement<object>(
  'find-good-session-of-holder',
  `select
   from session s
   join holder h on h.account_id = $1 and h.id = s.holder_id
   where s.account_id = $1 and s.id = $2 and s.holder_id = $3 and ${IS_GOOD}`,
);

/**
 * Sends a browser to the provider of an address's domain.
 * @throws ServiceError VALIDATION_ERROR; NOT_FOUND where no provider has the domain; TooManyAttempts of the network;
 *   Unavailable where the provider cannot be used now.
 */
export async function startSignIn(
  db: DatabaseSession,
  tools: ProviderTools,
  input: unknown,
  client: Client,
  redirectUri: string,
): Promise<StartedFlow> {
  const { email, returnTo } = parse(startInput, input);
  await countProviderStart(db, client.network);
  const found = await findProviderOfAddress(db, email);
  if (!found) {
    await closeFlow(db, client.network);
    throw new ServiceError('NOT_FOUND', 'No company sign-in is set up for addresses like this one');
  }
  const wanted = { ...found, purpose: 'sign_in', holderId: null, sessionId: null, returnTo } as const;
  return start(db, tools, { ...wanted, loginHint: email, redirectUri }, client);
}

/**
 * Sends the browser of a session that a provider opened back to it, to prove who it is anew.
 * @throws ServiceError FORBIDDEN for all but a holder; CONFLICT for a session by password; Unavailable,
 *   TooManyAttempts.
 */
export async function startStepUp(
  ctx: Context,
  tools: ProviderTools,
  input: unknown,
  client: Client,
  redirectUri: string,
): Promise<StartedFlow> {
  const { accountId, holderId, sessionId } = sessionHolderOf(ctx);
  const { returnTo } = parse(stepUpInput, input);
  await countProviderStart(ctx.db, client.network);
  const [found] = await ctx.db.rows(FIND_PROVIDER_OF_SESSION, [accountId, sessionId]);
  const providerId = found?.provider_id ?? null;
  if (providerId === null) throw new ServiceError('CONFLICT', 'You did not sign in with your company');
  const wanted = { accountId, providerId, purpose: 'step_up', holderId, sessionId, returnTo } as const;
  return start(ctx.db, tools, { ...wanted, loginHint: null, redirectUri }, client);
}

/**
 * Sends the browser of somebody who is signed in to a provider, to be known by it from now on.
 * @throws ServiceError VALIDATION_ERROR, STEP_UP_REQUIRED, FORBIDDEN for all but a holder, NOT_FOUND; Unavailable,
 *   TooManyAttempts.
 */
export async function startLink(
  ctx: Context,
  tools: ProviderTools,
  input: unknown,
  client: Client,
  redirectUri: string,
): Promise<StartedFlow> {
  const { accountId, holderId, sessionId } = sessionHolderOf(ctx);
  refuseUnlessSteppedUp(ctx.caller);
  const { providerId, returnTo } = parse(linkInput, input);
  await countProviderStart(ctx.db, client.network);
  const wanted = { accountId, providerId, purpose: 'link', holderId, sessionId, returnTo } as const;
  return start(ctx.db, tools, { ...wanted, loginHint: null, redirectUri }, client);
}

interface StartRequest extends HolderlessFlow {
  holderId: string | null;
  sessionId: string | null;
  returnTo: string | undefined;
  loginHint: string | null;
  redirectUri: string;
}

interface HolderlessFlow {
  accountId: string;
  providerId: string;
  purpose: SsoPurpose;
}

async function start(
  db: DatabaseSession,
  { providers, secrets }: ProviderTools,
  { loginHint, redirectUri, returnTo, ...wanted }: StartRequest,
  client: Client,
): Promise<StartedFlow> {
  const provider = await findAccess(db, secrets, wanted);
  if (!provider) throw notFound('provider');
  const made = newFlowSecrets(wanted.accountId);
  const { state, nonce, codeVerifier, token } = made;
  const request = { redirectUri, state, nonce, codeVerifier, loginHint, isFresh: wanted.purpose === 'step_up' };
  const url = await providers.authorizationUrl(provider, request).catch(async (error: unknown) => {
    if (!(error instanceof ProviderFault)) throw error;
    await closeFlow(db, client.network);
    await saveRefusal(db, wanted, { reason: error.kind, provider: provider.name }, client);
    throw new Unavailable("Your company's sign-in cannot be reached now. Try again, or ask who runs it", RETRY_SECONDS);
  });
  await saveFlow(db, { ...wanted, returnTo: returnPath(returnTo) }, made);
  return { url, token };
}

/**
 * Lets in who came back from a provider, steps a session up, or links its holder (docs/accounts.md, "Signing in by a
 * company's provider"). The flow is used up first, so that a callback is good once, whatever it holds. Each refusal is
 * an event of the account, but one without a flow, which is of none.
 * @param callback the redirect address as registered, with the query that came.
 */
export async function finishFlow(
  db: DatabaseSession,
  tools: ProviderTools,
  { callback, flowToken, browser }: { callback: URL; flowToken: string | null; browser: KnownBrowser },
  client: Client,
): Promise<FlowOutcome> {
  const flow = await takeFlow(db, flowToken);
  if (!flow) return { kind: 'refused', reason: 'flow_unknown', purpose: 'sign_in', returnTo: '/' };
  const refused = { kind: 'refused', purpose: flow.purpose, returnTo: '/' } as const;
  if ('isOver' in flow) {
    await saveRefusal(db, flow, { reason: 'flow_over', provider: '' }, client);
    return { ...refused, reason: 'flow_over' };
  }
  await closeFlow(db, client.network);
  const provider = await findAccess(db, tools.secrets, flow);
  try {
    const claims = await redeem(tools, flow, provider, callback);
    const outcome = await actOn({ db, tools, flow, claims, browser, client });
    await forgiveProviderStart(db, client.network);
    return { ...outcome, returnTo: flow.returnTo };
  } catch (error) {
    const { reason, holderId } = refusalOf(error);
    const whose = { accountId: flow.accountId, holderId: holderId ?? flow.holderId };
    await saveRefusal(db, whose, { reason, provider: provider?.name ?? '' }, client);
    return { ...refused, reason };
  }
}

async function redeem(
  { providers }: ProviderTools,
  flow: TakenFlow,
  provider: ProviderAccess | null,
  callback: URL,
): Promise<ProviderClaims> {
  if (!provider) throw new Refusal('provider_removed');
  const state = stateOf(flow, callback);
  if (state === null) throw new Refusal('response_state');
  const { nonce, codeVerifier, ageSeconds, purpose } = flow;
  const maxAgeSeconds = purpose === 'step_up' ? Math.ceil(ageSeconds) : null;
  return providers.redeem(provider, callback, { state, nonce, codeVerifier, maxAgeSeconds });
}

/** @throws what is neither a refusal nor a provider's fault. */
function refusalOf(error: unknown): { reason: SsoRefusal; holderId: string | null } {
  if (error instanceof ProviderFault) return { reason: error.kind, holderId: null };
  if (error instanceof Refusal) return error;
  throw error;
}

/** A callback whose claims hold. */
interface Arrival {
  db: DatabaseSession;
  tools: ProviderTools;
  flow: TakenFlow;
  claims: ProviderClaims;
  browser: KnownBrowser;
  client: Client;
}

type Acted =
  | { kind: 'signed_in'; session: NewSession }
  | { kind: 'pending'; pending: PendingSignIn }
  | { kind: 'done' };

function actOn(arrival: Arrival): Promise<Acted> {
  switch (arrival.flow.purpose) {
    case 'sign_in':
      return enter(arrival);
    case 'step_up':
      return stepUp(arrival);
    case 'link':
      return link(arrival);
    default:
      arrival.flow.purpose satisfies never;
      throw new Error('a flow of unknown purpose');
  }
}

async function enter(arrival: Arrival): Promise<Acted> {
  const { db, flow, claims } = arrival;
  const { accountId, providerId } = flow;
  const rules = await rulesOf(db, flow);
  const subject = { accountId, providerId, subject: claims.subject };
  const known = await findIdentity(db, subject);
  const address = known ? null : await addressToLink(rules, claims);
  return db.transaction(async (tx) => {
    const found = await findIdentity(tx, subject);
    if (found) return open(tx, arrival, rules, { holderId: found.holder_id, isLinked: true });
    // Its link was removed between both looks.
    if (address === null) throw new Refusal('not_linked');
    return open(tx, arrival, rules, await personOf(tx, arrival, rules, address));
  });
}

async function rulesOf(db: DatabaseSession, { accountId, providerId }: HolderlessFlow): Promise<Rules> {
  const [rules] = await db.rows(FIND_RULES, [accountId, providerId]);
  if (!rules) throw new Refusal('provider_removed');
  return rules;
}

/** The address that a person nobody is linked to yet may be known by. @throws Refusal. */
async function addressToLink(rules: Rules, claims: ProviderClaims): Promise<string> {
  if (!rules.links_by_email && rules.provisioned_role === null) throw new Refusal('not_linked');
  const said = await claims.findAddress();
  const address = said && emailAddress.safeParse(said.email);
  if (!said || !address?.success) throw new Refusal('address_missing');
  if (!rules.domains.includes(domainOf(address.data))) throw new Refusal('address_foreign');
  if (said.isVerified ?? rules.trusts_email) return address.data;
  throw new Refusal('address_unverified');
}

/** Who a provider's subject is here. */
interface Person {
  holderId: string;
  /** The subject is linked already. */
  isLinked: boolean;
}

/** By a verified address: a holder of this account, or a new one where the provider may add people. @throws Refusal. */
async function personOf(tx: DatabaseSession, arrival: Arrival, rules: Rules, address: string): Promise<Person> {
  const { accountId } = arrival.flow;
  const isTaken = await lockAddress(tx, address);
  const holder = await findByAddress(tx, address);
  if (holder?.account_id === accountId) {
    if (!rules.links_by_email) throw new Refusal('not_linked', holder.id);
    return { holderId: holder.id, isLinked: false };
  }
  if (isTaken) throw new Refusal('address_elsewhere');
  const { provisioned_role: role, tier } = rules;
  if (role === null) throw new Refusal('no_person');
  const ctx: Context = { db: tx, clock: arrival.tools.clock, caller: { kind: 'worker', accountId, tier } };
  if (await isFull(ctx)) throw new Refusal('people_full');
  const name = arrival.claims.name ?? address.slice(0, address.lastIndexOf('@'));
  const holderId = await addHolder(
    ctx,
    { email: address, name, role, projectIds: null, passwordHash: null },
    arrival.client,
  );
  return { holderId, isLinked: false };
}

/** Opens the session of who it is, or asks for the holder's own second factor first. */
async function open(tx: DatabaseSession, arrival: Arrival, rules: Rules, person: Person): Promise<Acted> {
  const { tools, flow, claims, browser, client } = arrival;
  const { accountId, providerId } = flow;
  const { holderId, isLinked } = person;
  const holder = { accountId, holderId };
  if ((await tx.rows(LOCK_PERSON, [accountId, holderId])).length === 0) throw new Refusal('disabled', holderId);
  await lockProvider(tx, flow);
  const required = await findRequiredProvider(tx, holder);
  if (required && required.providerId !== providerId) throw new Refusal('another_required', holderId);
  const held = await findFactors(tx, holder);
  const isMultiFactor = claims.methods.some((method) => SECOND_FACTOR_METHODS.has(method));
  const deviceId = await findDevice(tx, accountId, holderId, browser.deviceToken);
  // Whoever holds a factor here proves it once before a provider's word replaces the password.
  if (hasFactor(held) && (!isLinked || (held.isRequired && !isMultiFactor))) {
    const subject = isLinked ? null : claims.subject;
    const pending = await askForFactor(tx, { ...holder, deviceId }, { providerId, subject });
    if (pending) return { kind: 'pending', pending };
  }
  const subject = { accountId, providerId, subject: claims.subject };
  if (!isLinked) {
    if (!(await linkIdentity(tx, holderId, subject))) throw new Refusal('identities_full', holderId);
    await saveSecurityEvent(tx, linkedEvent(holder, rules.name, client));
  }
  await touchIdentity(tx, subject);
  await signOut(tx, browser.sessionToken, client);
  await saveSecurityEvent(tx, { ...holder, kind: 'sso_sign_in', client, detail: { provider: rules.name } });
  const by = { id: providerId, hours: tools.sessionHours, isMultiFactor };
  return { kind: 'signed_in', session: await openSession(tx, { ...holder, deviceId }, client, by) };
}

/** @throws Refusal for a provider that was removed meanwhile. */
async function lockProvider(tx: DatabaseSession, flow: HolderlessFlow): Promise<void> {
  if ((await holdProvider(tx, flow)) === null) throw new Refusal('provider_removed');
}

async function stepUp({ db, flow, claims, client }: Arrival): Promise<Acted> {
  const { accountId, providerId, holderId, sessionId } = flow;
  if (holderId === null) throw new Error('a step-up of nobody');
  const { name } = await rulesOf(db, flow);
  await db.transaction(async (tx) => {
    const found = await findIdentity(tx, { accountId, providerId, subject: claims.subject });
    if (found?.holder_id !== holderId) throw new Refusal('another_person');
    if ((await tx.rows(STEP_UP, [accountId, sessionId, providerId])).length === 0) throw new Refusal('session_over');
    const detail = { factor: 'provider', provider: name };
    await saveSecurityEvent(tx, { accountId, holderId, kind: 'stepped_up', client, detail });
  });
  return { kind: 'done' };
}

async function link({ db, flow, claims, client }: Arrival): Promise<Acted> {
  const { accountId, providerId, holderId, sessionId } = flow;
  if (holderId === null) throw new Error('a link to nobody');
  const { name } = await rulesOf(db, flow);
  const subject = { accountId, providerId, subject: claims.subject };
  await db.transaction(async (tx) => {
    await lockHolder(tx, { accountId, holderId });
    await lockProvider(tx, flow);
    const isGood = (await tx.rows(FIND_GOOD_SESSION, [accountId, sessionId, holderId])).length > 0;
    if (!isGood) throw new Refusal('session_over');
    const found = await findIdentity(tx, subject);
    if (found?.holder_id === holderId) return;
    if (found) throw new Refusal('identity_taken');
    if (!(await linkIdentity(tx, holderId, subject))) throw new Refusal('identities_full');
    await saveSecurityEvent(tx, linkedEvent({ accountId, holderId }, name, client));
  });
  return { kind: 'done' };
}

interface Refused {
  reason: SsoRefusal;
  provider: string;
}

async function saveRefusal(
  db: DatabaseSession,
  { accountId, holderId }: { accountId: string; holderId: string | null },
  { reason, provider }: Refused,
  client: Client,
): Promise<void> {
  const detail = { reason, ...(provider !== '' && { provider }) };
  await saveUnverifiedEvent(db, { accountId, holderId, kind: 'sso_refused', client, detail });
}
