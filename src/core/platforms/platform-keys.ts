import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { decrypt, encrypt } from '../encryption.js';
import { invalid } from '../errors.js';
import { toTimestamp } from '../time.js';

/** What the platforms' stored keys are encrypted with, as the configuration has it. */
export interface SecretsKeys {
  /** Writes and reads; absent: no platform's key can be stored. */
  secretsKey: Buffer | undefined;
  /** Reads, while the key is changed, and never writes. */
  secretsOtherKey: Buffer | undefined;
}

/** Where a platform is asked, and within what bounds; its key apart. */
export interface PlatformSettings {
  platform: Platform;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Absent: the platform's default. */
  model: string | undefined;
  /** Over all processes together. */
  requestsPerMinute: number;
  /** What all processes together may spend on a UTC day; absent: no bound. */
  dailyBudgetUsd: number | undefined;
  /** Whether Gemini searches the web; the other platforms always do. */
  isGrounded: boolean;
}

/** How platforms are asked, and which keys the environment has of them, as the configuration has it. */
export interface PlatformSources extends SecretsKeys {
  /** Those with a key of the environment, which wins over a stored one. */
  platforms: readonly (PlatformSettings & { apiKey: string })[];
  /** All of them. */
  platformSettings: readonly PlatformSettings[];
}

/** Where a platform's key comes from, and what may be shown of it. */
export interface PlatformKeyView {
  platform: Platform;
  /** The environment wins over what is stored; `unreadable`: stored, and not read by SECRETS_KEY; null: no key. */
  keySource: 'environment' | 'stored' | 'unreadable' | null;
  /** The last four characters of the key in use; null where it is too short for that, or there is none. */
  keyEndsWith: string | null;
  /** When the stored key was stored, also where the environment wins; null where none is. */
  keyStoredAt: string | null;
}

/** A stored key as it was read; `key` is null where no key of the configuration reads it. */
interface ReadKey {
  platform: Platform;
  key: string | null;
  lastCharacters: string;
  storedAt: string;
}

interface KeyRow {
  platform: Platform;
  secret: Buffer;
  last_characters: string;
  stored_at: string;
}

const LIST_KEYS = statement<KeyRow>(
  'list-keys-of-platforms',
  `select platform, secret, last_characters, stored_at::text
   from platform_key
   order by platform`,
);

const STORE_KEY = statement<object>(
  'store-key-of-platform',
  `insert into platform_key (platform, secret, last_characters)
   values ($1, $2, $3)
   on conflict (platform) do update
   set secret = excluded.secret, last_characters = excluded.last_characters, stored_at = now()`,
);

/** What the former key was refused for says nothing of the new one. */
const FORGET_DENIAL = statement<object>(
  'forget-denial-of-platform',
  `update platform_gate
   set breaker = 'closed', failures = 0, probe_at = null, refused_accounts = '{}'
   where platform = $1 and breaker in ('denied', 'misconfigured')`,
);

const REMOVE_KEY = statement<{ platform: Platform }>(
  'remove-key-of-platform',
  `delete from platform_key
   where platform = $1
   returning platform`,
);

/** Only what was read: a key that was stored meanwhile stays. */
const REPLACE_SECRET = statement<{ platform: Platform }>(
  'replace-secret-of-platform',
  `update platform_key
   set secret = $3
   where platform = $1 and secret = $2
   returning platform`,
);

/** What a header can carry, as in the environment. */
const KEY_SHAPE = /^[\x21-\x7e]{8,1000}$/;
/** Four characters of a shorter key would be too much of it. */
const SHOWN_LENGTH_MIN = 16;

/** @throws ServiceError VALIDATION_ERROR for what cannot be a platform's key. */
export function checkPlatformKey(key: string): void {
  if (KEY_SHAPE.test(key)) return;
  throw invalid(['key'], 'key: must have 8 to 1000 printable ASCII characters without spaces');
}

/** @throws ServiceError VALIDATION_ERROR where the configuration has no key to encrypt with. */
export function checkSecretsKey({ secretsKey }: SecretsKeys): Buffer {
  if (secretsKey) return secretsKey;
  throw invalid([], 'SECRETS_KEY is not set: a key of a platform is stored only where it can be encrypted');
}

/**
 * Stores a platform's key, encrypted, in place of a former one; workers take it within a minute. The caller has tried
 * it. @throws ServiceError VALIDATION_ERROR for what cannot be a key, and without SECRETS_KEY.
 */
export async function storePlatformKey(
  db: DatabaseSession,
  platform: Platform,
  key: string,
  keys: SecretsKeys,
): Promise<void> {
  checkPlatformKey(key);
  const secret = encrypt(checkSecretsKey(keys), Buffer.from(key), platform);
  await db.transaction(async (tx) => {
    await tx.rows(STORE_KEY, [platform, secret, lastCharactersOf(key)]);
    await tx.rows(FORGET_DENIAL, [platform]);
  });
}

/** Deletes a platform's stored key; workers stop using it within a minute. @returns whether one was stored. */
export async function removePlatformKey(db: DatabaseSession, platform: Platform): Promise<boolean> {
  return (await db.rows(REMOVE_KEY, [platform])).length > 0;
}

/** The stored keys, in the order of their platforms' names; keys that cannot be read are among them. */
export async function readPlatformKeys(db: DatabaseSession, keys: SecretsKeys): Promise<ReadKey[]> {
  const rows = await db.rows(LIST_KEYS, []);
  return rows.map((row) => ({
    platform: row.platform,
    key: open(row, keys)?.toString() ?? null,
    lastCharacters: row.last_characters,
    storedAt: toTimestamp(row.stored_at),
  }));
}

/** Where each platform's key comes from, in their usual order. */
export async function listPlatformKeys(db: DatabaseSession, sources: PlatformSources): Promise<PlatformKeyView[]> {
  const stored = await readPlatformKeys(db, sources);
  return PLATFORMS.map((platform) => {
    const own = sources.platforms.find((each) => each.platform === platform);
    const kept = stored.find((each) => each.platform === platform);
    const keyStoredAt = kept?.storedAt ?? null;
    if (own) {
      return { platform, keySource: 'environment', keyEndsWith: lastCharactersOf(own.apiKey) || null, keyStoredAt };
    }
    if (!kept) return { platform, keySource: null, keyEndsWith: null, keyStoredAt };
    const keySource = kept.key === null ? 'unreadable' : 'stored';
    return { platform, keySource, keyEndsWith: kept.lastCharacters || null, keyStoredAt };
  });
}

/**
 * The key that a platform is asked with: that of the environment, else the stored one.
 * @throws ServiceError VALIDATION_ERROR where there is none, or it cannot be read.
 */
export async function getKeyInUse(db: DatabaseSession, platform: Platform, sources: PlatformSources): Promise<string> {
  const own = sources.platforms.find((each) => each.platform === platform);
  if (own) return own.apiKey;
  const stored = (await readPlatformKeys(db, sources)).find((each) => each.platform === platform);
  if (!stored) throw invalid([], `there is no key of ${platform}, neither in the environment nor stored`);
  if (stored.key === null) throw invalid([], `the stored key of ${platform} cannot be read with SECRETS_KEY`);
  return stored.key;
}

/** How many keys were encrypted anew, were already, and can be read with neither key. */
interface KeyRotation {
  rotated: number;
  current: number;
  unreadable: number;
}

/**
 * Encrypts the stored keys that are under SECRETS_OTHER_KEY with SECRETS_KEY. Each is a statement of its own: whatever
 * ends the command, each key is under one of both. @throws ServiceError VALIDATION_ERROR without SECRETS_KEY.
 */
export async function rotatePlatformKeys(db: DatabaseSession, keys: SecretsKeys): Promise<KeyRotation> {
  const secretsKey = checkSecretsKey(keys);
  const rotation: KeyRotation = { rotated: 0, current: 0, unreadable: 0 };
  for (const row of await db.rows(LIST_KEYS, [])) {
    const plain = open(row, keys);
    if (!plain) rotation.unreadable += 1;
    else if (decrypt(secretsKey, row.secret, row.platform)) rotation.current += 1;
    else {
      const values = [row.platform, row.secret, encrypt(secretsKey, plain, row.platform)];
      const replaced = await db.rows(REPLACE_SECRET, values);
      rotation[replaced.length > 0 ? 'rotated' : 'current'] += 1;
    }
  }
  return rotation;
}

function open({ platform, secret }: KeyRow, { secretsKey, secretsOtherKey }: SecretsKeys): Buffer | null {
  for (const each of [secretsKey, secretsOtherKey]) {
    const plain = each ? decrypt(each, secret, platform) : null;
    if (plain) return plain;
  }
  return null;
}

function lastCharactersOf(key: string): string {
  return key.length < SHOWN_LENGTH_MIN ? '' : key.slice(-4);
}
