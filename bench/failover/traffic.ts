import { setTimeout as pause } from 'node:timers/promises';
import type { BenchAccount } from '../shared/accounts.js';

/** Requests under way at once. */
const WRITERS = 8;
const READERS = 4;
/** After a request that was not served; a caller would wait for the second that `Retry-After` names. */
const PAUSE_MS = 50;
/** A time limit of callers. */
const ANSWER_MS = 15_000;

/** A write that was answered with 201. */
export interface Acknowledged {
  id: string;
  key: string;
  atMs: number;
}

/**
 * Writes and reads of many accounts, without an end until `stop`. A reader asks for something acknowledged before, so
 * an answer from a server without it shows.
 */
export class Traffic {
  readonly acknowledged: Acknowledged[] = [];
  /** How often each answer came that is none of those expected. */
  readonly wrong = new Map<string, number>();
  readonly served = { reads: 0, refusals: 0, slowestMs: 0 };
  private isOver = false;
  private sent = 0;
  private readonly loops: Promise<void>[] = [];

  constructor(
    private readonly url: string,
    private readonly accounts: readonly BenchAccount[],
  ) {
    for (let at = 0; at < WRITERS; at += 1) this.loops.push(this.repeat(() => this.write()));
    for (let at = 0; at < READERS; at += 1) this.loops.push(this.repeat(() => this.read()));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  private async repeat(once: () => Promise<void>): Promise<void> {
    while (!this.isOver) await once().catch((error: unknown) => this.note(String(error)));
  }

  private async write(): Promise<void> {
    this.sent += 1;
    const key = this.accounts[this.sent % this.accounts.length]?.key ?? '';
    const sent = { brand_name: `Brand ${this.sent}`, website_url: `https://written-${this.sent}.example` };
    const response = await this.ask('/api/v1/projects', key, { method: 'POST', body: JSON.stringify(sent) });
    if (response.status !== 201) return this.refused('a write', response);
    const { data } = (await response.json()) as { data: { id: string } };
    this.acknowledged.push({ id: data.id, key, atMs: performance.now() });
  }

  private async read(): Promise<void> {
    const latest = this.acknowledged.slice(-200);
    const wanted = latest[Math.floor(Math.random() * latest.length)];
    if (!wanted) return void (await pause(PAUSE_MS));
    const response = await this.ask(`/api/v1/projects/${wanted.id}`, wanted.key, {});
    if (response.status !== 200) return this.refused('a read', response);
    await response.arrayBuffer();
    this.served.reads += 1;
  }

  private async ask(path: string, key: string, init: RequestInit): Promise<Response> {
    const startedMs = performance.now();
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(this.url + path, { ...init, headers, signal: AbortSignal.timeout(ANSWER_MS) });
    this.served.slowestMs = Math.max(this.served.slowestMs, performance.now() - startedMs);
    return response;
  }

  /** The one refusal that an outage may have: 503 in the envelope, which says when to try again. */
  private async refused(what: string, response: Response): Promise<void> {
    const body = await response.text();
    const isExpected =
      response.status === 503 &&
      response.headers.get('Retry-After') !== null &&
      /^\{"success":false,"error":\{"code":"SERVICE_UNAVAILABLE"/.test(body);
    if (isExpected) this.served.refusals += 1;
    else this.note(`${what}: ${response.status} ${body.slice(0, 200)}`);
    await pause(PAUSE_MS);
  }

  private note(what: string): void {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1);
  }
}
