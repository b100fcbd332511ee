import { setTimeout as pause } from 'node:timers/promises';
import type { BenchAccount } from '../shared/accounts.js';

/** Between two requests of an account: an agency may send 200 a minute. */
const PAUSE_MS = 320;
const ANSWER_MS = 15_000;
const QUESTION = 'Which shoes are best for trails?';

/** One request: when it ended, how long it took, and its status; 0 where no answer came. */
export interface Told {
  accountId: string;
  atMs: number;
  tookMs: number;
  status: number;
  /** The envelope is that of every error, with SERVICE_UNAVAILABLE and `Retry-After`; of a 503 alone. */
  isInEnvelope: boolean;
}

/**
 * Callers of many accounts, one request at a time each: three reads, then a prompt of its own that is created. Runs
 * until `stop`.
 */
export class Traffic {
  readonly told: Told[] = [];
  /** Ids of prompts whose creation was answered with 201. */
  readonly acknowledged: string[] = [];
  #isStopped = false;
  readonly #callers: Promise<void>[];

  constructor(
    private readonly base: string,
    accounts: readonly BenchAccount[],
  ) {
    this.#callers = accounts.map((account) => this.#call(account));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#callers);
  }

  async #call(account: BenchAccount): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const isWrite = turn % 4 === 3;
      const { status, body } = await this.#send(account, isWrite ? `${account.accountId} ${turn}` : undefined);
      const id = isWrite && status === 201 ? idOf(body) : undefined;
      if (id !== undefined) this.acknowledged.push(id);
      await pause(PAUSE_MS);
    }
  }

  async #send({ accountId, projectId, key }: BenchAccount, written: string | undefined) {
    const startedMs = performance.now();
    const path = written === undefined ? '/api/v1/projects' : `/api/v1/projects/${projectId}/prompts`;
    const sent = written !== undefined && {
      method: 'POST',
      body: JSON.stringify({ prompt_text: `${QUESTION} ${written}` }),
    };
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${this.base}${path}`, { ...sent, headers, signal: AbortSignal.timeout(ANSWER_MS) })
      .then(async (response) => ({
        status: response.status,
        body: await response.text(),
        retryAfter: response.headers.get('retry-after'),
      }))
      .catch(() => ({ status: 0, body: '', retryAfter: null }));
    const isInEnvelope = answer.retryAfter !== null && answer.body.includes('"code":"SERVICE_UNAVAILABLE"');
    const atMs = performance.now();
    this.told.push({ accountId, atMs, tookMs: atMs - startedMs, status: answer.status, isInEnvelope });
    return answer;
  }
}

function idOf(body: string): string | undefined {
  return /"id":"([0-9a-f-]{36})"/.exec(body)?.[1];
}
