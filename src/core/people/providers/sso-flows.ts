import { randomUUID, timingSafeEqual } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import type { SsoPurpose } from '../../../entities/vocabulary.js';
import { generateToken, hashSecret, parseToken } from '../../access/token.js';
import { toTimestamp } from '../../time.js';

/** From the button to the callback. */
export const FLOW_MINUTES = 10;
/** Longer than any path of the dashboard. */
const RETURN_MAX = 1_000;

/** What a browser is sent to a provider for, and whose word is asked. */
interface WantedFlow {
  accountId: string;
  providerId: string;
  purpose: SsoPurpose;
  /** Who steps up or links; null for who signs in. */
  holderId: string | null;
  sessionId: string | null;
  returnTo: string;
}

/** Of a browser that is about to be sent: nothing of it is stored yet. */
export interface FlowSecrets {
  /** The cookie's, and its hash. */
  token: string;
  tokenHash: Buffer;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A flow that a browser came back by: used up, whatever comes of it. */
export interface TakenFlow extends WantedFlow {
  stateHash: Buffer;
  nonce: string;
  codeVerifier: string;
  /** Seconds since the browser was sent. */
  ageSeconds: number;
}

interface FlowRow {
  provider_id: string;
  state_hash: Buffer;
  nonce: string;
  code_verifier: string;
  purpose: SsoPurpose;
  holder_id: string | null;
  session_id: string | null;
  return_to: string;
  created_at: string;
  asked_at: string;
}

const SAVE_FLOW = statement<object>(
  'save-sso-flow',
  `insert into sso_flow (account_id, id, provider_id, token_hash, state_hash, nonce, code_verifier, purpose, holder_id,
     session_id, return_to, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now() + interval '${FLOW_MINUTES} minutes')`,
);

/** A row for the first who comes back in time. */
const USE_FLOW = statement<FlowRow>(
  'use-sso-flow',
  `update sso_flow
   set used_at = now()
   where account_id = $1 and token_hash = $2 and used_at is null and expires_at > now()
   returning provider_id, state_hash, nonce, code_verifier, purpose, holder_id, session_id, return_to, created_at,
     used_at as asked_at`,
);

/** One that was used, or is too old. */
const FIND_FLOW = statement<Pick<FlowRow, 'provider_id' | 'purpose' | 'holder_id'>>(
  'find-sso-flow',
  `select provider_id, purpose, holder_id
   from sso_flow
   where account_id = $1 and token_hash = $2`,
);

export function newFlowSecrets(accountId: string): FlowSecrets {
  const { token, hash: tokenHash } = generateToken('flow', accountId);
  return { token, tokenHash, state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
}

/** Remembers a browser that is sent to a provider. */
export async function saveFlow(db: DatabaseSession, wanted: WantedFlow, secrets: FlowSecrets): Promise<void> {
  const { accountId, providerId, purpose, holderId, sessionId, returnTo } = wanted;
  const { tokenHash, state, nonce, codeVerifier } = secrets;
  const values = [accountId, randomUUID(), providerId, tokenHash, hashSecret(state), nonce, codeVerifier, purpose];
  await db.rows(SAVE_FLOW, [...values, holderId, sessionId, returnTo]);
}

/** A flow that is over: its cookie was used before, or came after ten minutes. */
interface OverFlow {
  isOver: true;
  accountId: string;
  providerId: string;
  purpose: SsoPurpose;
  holderId: string | null;
}

/** Uses up the flow of a browser's cookie, before anything of the callback is looked at; null for an unknown one. */
export async function takeFlow(db: DatabaseSession, token: string | null): Promise<TakenFlow | OverFlow | null> {
  const parsed = token === null ? null : parseToken('flow', token);
  if (!parsed) return null;
  const { accountId, hash } = parsed;
  const [taken] = await db.rows(USE_FLOW, [accountId, hash]);
  if (!taken) {
    const [over] = await db.rows(FIND_FLOW, [accountId, hash]);
    if (!over) return null;
    const { provider_id: providerId, purpose, holder_id: holderId } = over;
    return { isOver: true, accountId, providerId, purpose, holderId };
  }
  return {
    accountId,
    providerId: taken.provider_id,
    purpose: taken.purpose,
    holderId: taken.holder_id,
    sessionId: taken.session_id,
    returnTo: taken.return_to,
    stateHash: taken.state_hash,
    nonce: taken.nonce,
    codeVerifier: taken.code_verifier,
    ageSeconds: (Date.parse(toTimestamp(taken.asked_at)) - Date.parse(toTimestamp(taken.created_at))) / 1_000,
  };
}

/** The `state` of a callback, where it is the flow's; else null. */
export function stateOf({ stateHash }: TakenFlow, callback: URL): string | null {
  const states = callback.searchParams.getAll('state');
  const [state] = states;
  if (state === undefined || states.length > 1) return null;
  return timingSafeEqual(hashSecret(state), stateHash) ? state : null;
}

/** A path below `/dashboard` to go on to; `/` for whatever else was sent. */
export function returnPath(sent: string | undefined): string {
  if (sent === undefined || sent.length > RETURN_MAX || !/^\/(?!\/)[^\\\s\p{C}]*$/u.test(sent)) return '/';
  const base = 'https://visibility.invalid';
  const url = URL.canParse(`/dashboard${sent}`, base) ? new URL(`/dashboard${sent}`, base) : null;
  if (url?.origin !== base || !url.pathname.startsWith('/dashboard/')) return '/';
  return `${url.pathname.slice('/dashboard'.length)}${url.search}${url.hash}`;
}
