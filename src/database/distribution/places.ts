import { LRUCache } from 'lru-cache';

/** Accounts whose server is remembered. */
const KNOWN = 20_000;
/** Shards move; an account that is taken to be where it was is only counted wrongly. */
const KNOWN_MS = 60_000;
/** Between two tries at a server that does not answer; one statement at a time tries. */
const RETRY_MS = 500;
const ACCOUNT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Silence {
  retryAtMs: number;
  isTrying: boolean;
}

/** Which server each account lies on, and which servers do not answer. Each process sees that for itself. */
export class Places {
  readonly #servers = new LRUCache<string, Promise<string | undefined>>({ max: KNOWN, ttl: KNOWN_MS });
  readonly #answeredAtMs = new Map<string, number>();
  readonly #silent = new Map<string, Silence>();

  /**
   * @param find asks the coordinator, which knows without asking the server.
   * @param nowMs of a clock that never goes back.
   */
  constructor(
    private readonly find: (accountId: string) => Promise<string | undefined>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** The server of an account; undefined for another key, and where it cannot be found out. */
  async serverOf(key: string): Promise<string | undefined> {
    if (!ACCOUNT.test(key)) return undefined;
    const known = this.#servers.get(key);
    if (known) return known;
    const found = this.find(key).catch(() => {
      this.#servers.delete(key);
      return undefined;
    });
    this.#servers.set(key, found);
    return found;
  }

  /** Whether a statement may be sent to `server` now; where it does not answer, to one statement at a time. */
  mayTry(server: string): boolean {
    const silence = this.#silent.get(server);
    if (!silence) return true;
    if (silence.isTrying || this.nowMs() < silence.retryAtMs) return false;
    silence.isTrying = true;
    return true;
  }

  noteAnswer(server: string): void {
    this.#answeredAtMs.set(server, this.nowMs());
    this.#silent.delete(server);
  }

  /** Nothing was learned of the server: who wanted the answer has gone. */
  endTry(server: string): void {
    const silence = this.#silent.get(server);
    if (silence) silence.isTrying = false;
  }

  /** Time spent on such a server is not its accounts' doing. */
  isSilent(server: string): boolean {
    return this.#silent.has(server);
  }

  /**
   * A statement that began at `startedMs` failed for want of an answer. The server counts as silent if it answered
   * nothing else meanwhile: one account's slow statement must not shut out its neighbours.
   */
  noteFailure(server: string, startedMs: number): void {
    if ((this.#answeredAtMs.get(server) ?? Number.NEGATIVE_INFINITY) >= startedMs) {
      this.#silent.delete(server);
      return;
    }
    this.#silent.set(server, { retryAtMs: this.nowMs() + RETRY_MS, isTrying: false });
  }
}
