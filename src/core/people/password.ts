import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import pLimit from 'p-limit';
import { invalid } from '../errors.js';
import { Unavailable } from '../unavailable.js';

/** In code points, after NFC (NIST SP 800-63B-4: 15 where a password stands alone). */
const LENGTH_MIN = 15;
const LENGTH_MAX = 256;
/** Words of this service that somebody might think of. */
const SERVICE_WORDS = ['brandvisibilitymonitor', 'brandvisibility'];
const NAME_LENGTH_MIN = 4;

/** 60 to 70 ms of a core each. The algorithm is the library's default, argon2id. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;
const CURRENT = `$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
const AT_ONCE = 2;
/** Some four seconds of hashing; who comes after that is to try again. */
const WAITING_MAX = 100;
const RETRY_SECONDS = 5;

/** 64 MiB each: so many at once, whatever is asked. */
const place = pLimit(AT_ONCE);
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);
let dummy: Promise<string> | undefined;

/**
 * Refuses a password that is short, common, a repetition, or made of what everybody knows of the holder.
 * @param known the address, the names of holder, account and brands.
 * @throws ServiceError VALIDATION_ERROR of the field `password`.
 */
export function refuseWeakPassword(password: string, known: readonly string[]): void {
  const normal = password.normalize('NFC');
  const length = [...normal].length;
  if (length < LENGTH_MIN) throw invalid(['password'], `must be at least ${LENGTH_MIN} characters`);
  if (length > LENGTH_MAX) throw invalid(['password'], `must be at most ${LENGTH_MAX} characters`);
  const folded = fold(normal);
  if (common.has(normal.toLowerCase())) throw invalid(['password'], 'must not be a common password');
  if (isRepetition(normal)) throw invalid(['password'], 'must not repeat one sequence of characters');
  const names = [...known, ...known.flatMap((name) => name.split('@')), ...SERVICE_WORDS].map(fold);
  const rest = names
    .filter((name) => name.length >= NAME_LENGTH_MIN)
    .reduce((left, name) => left.replaceAll(name, ''), folded);
  if (rest.length < folded.length && rest.length < LENGTH_MIN / 2) {
    throw invalid(['password'], 'must not be based on your address or a name in your account');
  }
}

/** @throws Unavailable where too many wait for the same already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), PARAMETERS));
}

/**
 * Whether a password is the one of a hash. Without a hash it takes as long, and is false, so that time tells nobody
 * which addresses are known.
 * @throws Unavailable where too many wait for the same already.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummy ??= hash('a password that nobody has', PARAMETERS);
  const compared = passwordHash ?? (await dummy);
  const isSame = await inTurn(() => verify(compared, password.normalize('NFC')));
  return isSame && passwordHash !== null;
}

/** Whether a hash was made with other parameters than today's. */
export function isOutdatedHash(passwordHash: string | null): boolean {
  return passwordHash !== null && !passwordHash.includes(CURRENT);
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (place.pendingCount >= WAITING_MAX)
    throw new Unavailable('Too many people are signing in. Try again.', RETRY_SECONDS);
  return place(work);
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** `aaaa…`, `abcabcab…`: moved on by a sequence that it holds twice or more, a text is its own continuation. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return true;
  }
  return false;
}
