import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DatabaseSession } from '../../database/database-session.js';
import { isRead } from '../../database/rows.js';
import { ServiceError } from '../errors.js';

const MINUTES = 60;

const HOUR = 3_600;

/** Wrong passwords, links asked for and tried, of each kind of bucket, and the seconds in which they count. */
const SIGN_IN_BUCKETS = {
  network: { points: 60, duration: 15 * MINUTES },
  addressAndNetwork: { points: 10, duration: 15 * MINUTES },
  address: { points: 100, duration: HOUR },
  device: { points: 10, duration: 15 * MINUTES },
  linkNetwork: { points: 20, duration: HOUR },
  linkAddress: { points: 5, duration: HOUR },
  linkUse: { points: 60, duration: 15 * MINUTES },
  renewedLink: { points: 10, duration: HOUR },
  ownPassword: { points: 10, duration: 15 * MINUTES },
  factorDevice: { points: 10, duration: 15 * MINUTES },
  factorHolder: { points: 20, duration: HOUR },
  stepUp: { points: 10, duration: 15 * MINUTES },
  providerStart: { points: 60, duration: 15 * MINUTES },
  openFlow: { points: 20, duration: 10 * MINUTES },
  setUpNetwork: { points: 10, duration: 15 * MINUTES },
  platformTrial: { points: 5, duration: MINUTES },
  shareToken: { points: 60, duration: 15 * MINUTES },
  sharePassword: { points: 10, duration: 15 * MINUTES },
  shareLink: { points: 100, duration: HOUR },
} as const;

type Bucket = keyof typeof SIGN_IN_BUCKETS;

/** Who tries: `device` is the hash of a device that the holder signed in with before, null for an unknown one. */
export interface Attempt {
  email: string;
  network: string;
  device: Buffer | null;
}

/** Whose second factor is tried, and by which of the holder's devices; null for an unknown one. */
interface FactorAttempt {
  holderId: string;
  deviceId: string | null;
}

/** Too many wrong passwords. */
export class TooManyAttempts extends ServiceError {
  constructor(
    readonly retryAfterSeconds: number,
    /** Of a row of refused attempts this is the first. */
    readonly isFirst: boolean,
  ) {
    super('RATE_LIMIT_EXCEEDED', 'Too many attempts. Wait, then try again.');
  }
}

/**
 * Counts an attempt before its password is looked at, so that no more than the bound are tried at once; the buckets are
 * in the database, where all processes share them. A browser that signed in before has a bucket of its own alone, so
 * that others cannot shut a holder out.
 * @throws TooManyAttempts.
 */
export async function countAttempt(db: DatabaseSession, attempt: Attempt): Promise<void> {
  for (const [bucket, key] of bucketsOf(attempt)) await consume(db, bucket, key);
}

/**
 * Counts a request for a link. @returns whether one may be sent: an address gets no more than five mails an hour, and
 * the answer does not say so, as others may have used them up. @throws TooManyAttempts of the network.
 */
export async function countLinkRequest(db: DatabaseSession, email: string, network: string): Promise<boolean> {
  await consume(db, 'linkNetwork', digest(network));
  try {
    await consume(db, 'linkAddress', digest(email.trim().toLowerCase()));
    return true;
  } catch (error) {
    if (error instanceof TooManyAttempts) return false;
    throw error;
  }
}

/** Counts a try at a link, good or not. @throws TooManyAttempts. */
export async function countLinkUse(db: DatabaseSession, network: string): Promise<void> {
  await consume(db, 'linkUse', digest(network));
}

/** Counts a try at the setup code, good or not. @throws TooManyAttempts of the network. */
export async function countSetUp(db: DatabaseSession, network: string): Promise<void> {
  await consume(db, 'setUpNetwork', digest(network));
}

/**
 * Counts a browser that is to be sent to a company's provider: 60 of a network in 15 minutes, and 20 that have not come
 * back. @throws TooManyAttempts.
 */
export async function countProviderStart(db: DatabaseSession, network: string): Promise<void> {
  for (const bucket of ['providerStart', 'openFlow'] as const) await consume(db, bucket, digest(network));
}

/** Takes one of {@link countProviderStart}'s open ones back: the browser came back, or was not sent. */
export async function closeFlow(db: DatabaseSession, network: string): Promise<void> {
  await limiterOf(db, 'openFlow').reward(digest(network));
}

/** Takes one of {@link countProviderStart}'s starts back: the provider's word was good. */
export async function forgiveProviderStart(db: DatabaseSession, network: string): Promise<void> {
  await limiterOf(db, 'providerStart').reward(digest(network));
}

/** Counts a question that an owner has a platform asked, which costs money: five a minute. @throws TooManyAttempts. */
export async function countPlatformTrial(db: DatabaseSession, accountId: string): Promise<void> {
  await consume(db, 'platformTrial', digest(accountId));
}

/** Counts a link that an owner makes for a holder, which may be a mail. @throws TooManyAttempts. */
export async function countRenewedLink(db: DatabaseSession, holderId: string): Promise<void> {
  await consume(db, 'renewedLink', digest(holderId));
}

/** Counts a try at the password of who is signed in already: a stolen session must not find it out. */
export async function countOwnPassword(db: DatabaseSession, holderId: string): Promise<void> {
  await consume(db, 'ownPassword', digest(holderId));
}

/**
 * Counts a second factor that is sent after the right password: by the browser where the holder knows it, else by the
 * holder, so that who stole a password cannot shut the holder's own browser out. @throws TooManyAttempts.
 */
export async function countFactor(db: DatabaseSession, attempt: FactorAttempt): Promise<void> {
  await consume(db, ...bucketOf(attempt));
}

/** Takes back what {@link countFactor} counted: it was good. */
export async function forgiveFactor(db: DatabaseSession, attempt: FactorAttempt): Promise<void> {
  const [bucket, key] = bucketOf(attempt);
  await limiterOf(db, bucket).reward(key);
}

/** Counts what a session sends to step up. @throws TooManyAttempts. */
export async function countStepUp(db: DatabaseSession, sessionId: string): Promise<void> {
  await consume(db, 'stepUp', digest(sessionId));
}

/** Takes back what {@link countStepUp} counted: it was good. */
export async function forgiveStepUp(db: DatabaseSession, sessionId: string): Promise<void> {
  await limiterOf(db, 'stepUp').reward(digest(sessionId));
}

/** Counts a try at a shared link before it is looked up. @throws TooManyAttempts of the network. */
export async function countShareToken(db: DatabaseSession, network: string): Promise<void> {
  await consume(db, 'shareToken', digest(network));
}

/** Takes back what {@link countShareToken} counted: there is such a link. */
export async function forgiveShareToken(db: DatabaseSession, network: string): Promise<void> {
  await limiterOf(db, 'shareToken').reward(digest(network));
}

/** Who tries the password of a shared link. */
interface SharePasswordAttempt {
  linkId: string;
  network: string;
}

/** Counts a try at the password of a shared link, by network and by link. @throws TooManyAttempts. */
export async function countSharePassword(db: DatabaseSession, attempt: SharePasswordAttempt): Promise<void> {
  for (const [bucket, key] of sharePasswordBuckets(attempt)) await consume(db, bucket, key);
}

/** Takes back what {@link countSharePassword} counted: the password was right. */
export async function forgiveSharePassword(db: DatabaseSession, attempt: SharePasswordAttempt): Promise<void> {
  for (const [bucket, key] of sharePasswordBuckets(attempt)) await limiterOf(db, bucket).reward(key);
}

function sharePasswordBuckets({ linkId, network }: SharePasswordAttempt): [Bucket, string][] {
  return [
    ['sharePassword', digest(network)],
    ['shareLink', digest(linkId)],
  ];
}

function bucketOf({ holderId, deviceId }: FactorAttempt): [Bucket, string] {
  return deviceId === null ? ['factorHolder', digest(holderId)] : ['factorDevice', digest(deviceId)];
}

async function consume(db: DatabaseSession, bucket: Bucket, key: string): Promise<void> {
  try {
    await limiterOf(db, bucket).consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new TooManyAttempts(seconds, refusal.consumedPoints === SIGN_IN_BUCKETS[bucket].points + 1);
  }
}

/** Takes back what {@link countAttempt} counted: the password was right. */
export async function forgiveAttempt(db: DatabaseSession, attempt: Attempt): Promise<void> {
  for (const [bucket, key] of bucketsOf(attempt)) await limiterOf(db, bucket).reward(key);
}

function bucketsOf({ email, network, device }: Attempt): [Bucket, string][] {
  if (device) return [['device', digest(device.toString('hex'))]];
  const address = email.trim().toLowerCase();
  return [
    ['network', digest(network)],
    ['addressAndNetwork', digest(`${address} ${network}`)],
    ['address', digest(address)],
  ];
}

/** The library's limiter over our own statements: they wait for a connection among those that the caller may use. */
function limiterOf(db: DatabaseSession, bucket: Bucket): RateLimiterPostgres {
  const query = async ({ name, text, values }: { name: string; text: string; values: unknown[] }) => {
    const found = await db.rows<object>({ name, text, isRead: isRead(text) }, values);
    return { rows: found, rowCount: found.length };
  };
  return new RateLimiterPostgres({
    ...SIGN_IN_BUCKETS[bucket],
    keyPrefix: bucket,
    storeClient: { query },
    storeType: 'client',
    tableName: 'sign_in_throttle',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
}

/** Neither addresses nor networks lie in the table. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
