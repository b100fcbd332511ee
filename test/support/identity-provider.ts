import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MAIN = join(import.meta.dirname, 'identity-provider', 'main.mjs');

export const CLIENT_ID = 'brand-visibility';
export const CLIENT_SECRET = 'a-secret-of-the-tests-that-no-output-may-hold';

/** What is wrong with the answers of one place. */
export type Mode =
  | 'plain'
  | 'down'
  | 'slow'
  | 'large'
  | 'redirecting'
  | 'unreadable'
  | 'rotated'
  | 'nonce'
  | 'audience'
  | 'issuer'
  | 'expired'
  | 'none'
  | 'forged'
  | 'without_id_token';
type Place = 'all' | 'discovery' | 'token' | 'jwks' | 'userinfo';

/** Whom a login stands for. */
export interface KnownPerson {
  claims?: { email?: string; email_verified?: boolean | string; name?: string };
  amr?: string[];
  /** Seconds since the login was proved, for a provider that does not ask again. */
  authAgo?: number;
}

/** A company's provider in a process of its own. */
export interface FakeProvider {
  issuer: string;
  /** Until it is told otherwise. */
  spoil: (mode: Mode, at?: Place) => Promise<void>;
  /** Replaces those that it knows. */
  know: (people: Readonly<Record<string, KnownPerson>>) => Promise<void>;
  requests: () => Promise<Record<string, number>>;
  stop: () => Promise<void>;
}

/**
 * Starts `oidc-provider` for one client.
 * @param claimsIn where it says addresses: also in ID tokens, or in userinfo alone.
 */
export async function startProvider(
  redirectUri: string,
  claimsIn: 'id_token' | 'userinfo' = 'id_token',
): Promise<FakeProvider> {
  const args = [MAIN, CLIENT_ID, CLIENT_SECRET, redirectUri, claimsIn];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const { issuer, control } = await new Promise<{ issuer: string; control: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line));
    });
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code}`)));
  });
  const send = async (changes: object) => {
    await fetch(control, { method: 'POST', body: JSON.stringify(changes) });
  };
  return {
    issuer,
    spoil: (mode, at = 'token') => send({ mode, at }),
    know: (people) => send({ people }),
    requests: async () => {
      const answer = (await (await fetch(control)).json()) as { requests: Record<string, number> };
      return answer.requests;
    },
    stop: () => ended(child),
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}

/**
 * Signs in at a provider as a browser would, by its form. @returns where the provider sends the browser back to: the
 * first address outside of it.
 */
export async function walkThrough(start: string, login: string): Promise<URL> {
  const { origin } = new URL(start);
  const jar = new Map<string, string>();
  let next = new URL(start);
  let form: RequestInit | undefined;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { ...form, headers: { ...form?.headers, Cookie: cookie }, redirect: 'manual' });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    form = undefined;
    if (location !== null) {
      next = new URL(location, next);
      if (next.origin !== origin) return next;
    } else {
      const text = await answer.text();
      if (!text.includes('<form')) throw new Error(`the provider answered ${answer.status}: ${text.slice(0, 500)}`);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      form = { method: 'POST', headers, body: new URLSearchParams({ login }).toString() };
    }
  }
  throw new Error('the provider sent the browser in a ring');
}
