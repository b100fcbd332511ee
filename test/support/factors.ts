import { TOTP } from 'otpauth';
import type { Answer, SentHeaders, TestApi } from './api.js';
import { Authenticator, type CreationOptions, type RequestOptions } from './authenticator.js';
import { OWN_PAGE, postSignIn } from './people.js';

export interface AskedFactor {
  methods: string[];
  passkey: RequestOptions | null;
  expires_at: string;
}

/** A service, in this process or in one of its own. */
type Asked = Pick<TestApi, 'url' | 'request'>;

/** A page of the service's own, in a browser that keeps its cookies. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(
    readonly api: Asked,
    readonly headers: SentHeaders = {},
  ) {}

  /** As it sends them; one that was taken from it is empty. */
  get cookie(): string {
    const kept = [...this.#cookies].filter(([, value]) => value !== '');
    return kept.map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(method: string, path: string, body: object = {}): Promise<Answer> {
    const headers = { ...OWN_PAGE, Cookie: this.cookie, ...this.headers };
    const answer = await this.api.request(method, path, headers, method === 'GET' ? undefined : JSON.stringify(body));
    this.#keep(answer);
    return answer;
  }

  /** As {@link send}; what was answered. @throws Error for a refusal. */
  async ask<Data>(method: string, path: string, body: object = {}): Promise<Data> {
    const { status, text, body: answered } = await this.send(method, path, body);
    if (status !== 200 && status !== 202) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
    return dataOf<Data>(answered);
  }

  async signIn(email: string, password?: string): Promise<Answer> {
    const answer = await postSignIn(this.api, email, password, { Cookie: this.cookie, ...this.headers });
    this.#keep(answer);
    return answer;
  }

  graphql(query: string): Promise<Answer> {
    return this.send('POST', '/graphql', { query });
  }

  /** Opens an address that it was sent to. @returns where it is sent on to. */
  async visit(url: URL): Promise<string | null> {
    const answer = await fetch(url, { headers: { Cookie: this.cookie, ...this.headers }, redirect: 'manual' });
    await answer.text();
    this.#keep(answer);
    return answer.headers.get('location');
  }

  #keep({ headers }: Pick<Answer, 'headers'>): void {
    for (const set of headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}

/** The body of an answer that holds something. */
export function dataOf<Data>(body: unknown): Data {
  if (typeof body !== 'object' || body === null || !('data' in body)) throw new Error('an answer holds no data');
  // The type is what the test expects; the assertions about it show whether it holds.
  return body.data as Data;
}

/** A browser that somebody without a second factor is signed in with. */
export async function signedInBrowser(api: Asked, email: string): Promise<Browser> {
  const browser = new Browser(api);
  const { status, text } = await browser.signIn(email);
  if (status !== 204) throw new Error(`signing in was answered with ${status}: ${text}`);
  return browser;
}

/** An authenticator app of its own making: it knows what was shown once. */
export interface App {
  /** The code at an instant. */
  codeAt: (at: Date) => string;
  secret: string;
  recoveryCodes: string[];
}

/** Adds an authenticator app, as its holder would. */
export async function addApp(browser: Browser, at: Date): Promise<App> {
  const { secret } = await browser.ask<{ secret: string; uri: string }>('POST', '/dashboard/factors/totp');
  const codeAt = (instant: Date) => new TOTP({ secret }).generate({ timestamp: instant.getTime() });
  const confirmed = await browser.ask<{ recovery_codes: string[] | null }>('POST', '/dashboard/factors/totp/confirm', {
    code: codeAt(at),
  });
  return { secret, codeAt, recoveryCodes: confirmed.recovery_codes ?? [] };
}

/** Adds a passkey, as its holder would. */
export async function addPasskey(browser: Browser, name = 'Laptop'): Promise<Authenticator> {
  const authenticator = new Authenticator(browser.api.url);
  const options = await browser.ask<CreationOptions>('POST', '/dashboard/factors/passkeys/challenge');
  await browser.ask('POST', '/dashboard/factors/passkeys', { name, passkey: authenticator.create(options) });
  return authenticator;
}
