import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Accounts whose server is remembered. */
const KNOWN = 20_000;
/** Shards move; an account that is taken to be where it was is only counted wrongly. */
const KNOWN_MS = 60_000;
/** Between two questions to a server that does not answer. */
const ASK_AGAIN_MS = 500;
const ACCOUNT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is asked of a cluster beside the statements of callers. */
interface PlaceQuestions {
  /** Which server an account lies on; the coordinator knows without asking that one. */
  find: (accountId: string) => Promise<string | undefined>;
  /** Whether the server answers a question about an account that lies on it. */
  answers: (accountId: string) => Promise<boolean>;
}

const REAL_CLOCK = {
  nowMs: () => performance.now(),
  pause: (ms: number) => pause(ms, undefined, { ref: false }),
};

/** Which server each account lies on, and which servers do not answer. Each process sees that for itself. */
export class Places {
  readonly #servers = new LRUCache<string, Promise<string | undefined>>({ max: KNOWN, ttl: KNOWN_MS });
  readonly #answeredAtMs = new Map<string, number>();
  readonly #silent = new Set<string>();
  readonly #silentUntilMs = new Map<string, number>();
  #isClosed = false;

  /** @param clock its instants never go back. */
  constructor(
    private readonly questions: PlaceQuestions,
    private readonly clock: { nowMs: () => number; pause: (ms: number) => Promise<unknown> } = REAL_CLOCK,
  ) {}

  /** The server of an account; undefined for another key, and where it cannot be found out. */
  async serverOf(key: string): Promise<string | undefined> {
    if (!ACCOUNT.test(key)) return undefined;
    const known = this.#servers.get(key);
    if (known) return known;
    const found = this.questions.find(key).catch(() => {
      this.#servers.delete(key);
      return undefined;
    });
    this.#servers.set(key, found);
    return found;
  }

  /** Nothing is sent to such a server for a caller. */
  isSilent(server: string): boolean {
    return this.#silent.has(server);
  }

  /** Whether the server was silent at some time since `sinceMs`: that time is not its accounts' doing. */
  wasSilent(server: string, sinceMs: number): boolean {
    return this.#silent.has(server) || (this.#silentUntilMs.get(server) ?? Number.NEGATIVE_INFINITY) >= sinceMs;
  }

  noteAnswer(server: string): void {
    const nowMs = this.clock.nowMs();
    this.#answeredAtMs.set(server, nowMs);
    if (this.#silent.delete(server)) this.#silentUntilMs.set(server, nowMs);
  }

  /**
   * A statement of `accountId` that began at `startedMs` failed for want of an answer. The server counts as silent if
   * it answered nothing in the later half of that time: one account's slow statement must not shut out its neighbours,
   * and an answer that was under way as the server began to hang says nothing. It is asked until it answers.
   */
  noteFailure(server: string, accountId: string, startedMs: number): void {
    const halfMs = (startedMs + this.clock.nowMs()) / 2;
    if (this.#silent.has(server) || (this.#answeredAtMs.get(server) ?? Number.NEGATIVE_INFINITY) >= halfMs) return;
    this.#silent.add(server);
    void this.#askUntilItAnswers(server, accountId);
  }

  /** No server is asked any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Never rejects. */
  async #askUntilItAnswers(server: string, accountId: string): Promise<void> {
    while (!this.#isClosed && this.#silent.has(server)) {
      await this.clock.pause(ASK_AGAIN_MS);
      if (!this.#isClosed && (await this.questions.answers(accountId))) this.noteAnswer(server);
    }
  }
}
