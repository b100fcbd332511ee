import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createAnalysis, selectAnalysis } from '../../src/monitoring/facts/selected-analysis.js';
import { WITHOUT_JUDGE } from '../../src/monitoring/judge/judging.js';
import { storeAnswers } from '../rest-reads/answers.js';
import { type BenchAccount, createAccounts } from '../shared/accounts.js';
import { type BenchDatabase, openBenchDatabase } from '../shared/database.js';
import { type Server, Servers } from '../shared/servers.js';
import { ClientPool } from './client-pool.js';
import { honestRequest } from './honest.js';
import { type Attack, asksDearly, knocks, namesAsBombs, readsNothing, renames } from './hostile.js';
import { Recorder, type Window } from './recorder.js';

export interface LoadOptions {
  minutes: number;
  accounts: number;
  requestsPerSecond: number;
}

export interface LoadResult {
  windows: Window[];
  /** How often the honest accounts got each response of 400 and above. */
  unexpected: ReadonlyMap<string, number>;
  hostileStatuses: ReadonlyMap<string, number>;
}

/** Stored answers of each hostile account's project. */
const HOSTILE_ANSWERS = [20_000, 5_000, 5_000, 20_000, 5_000];
const WINDOW_MS = 30_000;

/**
 * The whole service under the requests of many honest accounts at a steady rate, each due at its instant whether or not
 * those before it were answered; in the second half five hostile tenants and a stranger do all that they may.
 */
export async function measureLoad(options: LoadOptions, onWindow: (window: Window) => void): Promise<LoadResult> {
  const database = await openBenchDatabase();
  const servers = new Servers(database);
  const takeDown = async () => {
    await servers.stop();
    await database.close();
  };
  process.once('SIGINT', () => void takeDown().finally(() => process.exit(130)));
  try {
    const today = new Date().toISOString().slice(0, 10);
    const accounts = await createAccounts(database.client, options.accounts + HOSTILE_ANSWERS.length, today);
    const [hostile, honest] = [accounts.slice(0, HOSTILE_ANSWERS.length), accounts.slice(HOSTILE_ANSWERS.length)];
    await database.client.query('delete from analysis_selection');
    await database.client.query('delete from analysis');
    await selectPresentAnalyses(database, honest);
    for (const [at, account] of hostile.entries()) {
      await storeAnswers(database, account, HOSTILE_ANSWERS[at] ?? 0, today);
    }
    const service = await servers.startService({ ...database.environment, ROLE: 'all', DEMO: 'false' });
    await untilAnalysed(database);
    const parties = { database, service, honest, hostile };
    return await new Run(options, parties, onWindow).toItsEnd();
  } finally {
    await takeDown();
  }
}

/** The rollups have an analysis with the project's own id: it becomes one that is not due to be made again. */
async function selectPresentAnalyses({ db }: BenchDatabase, accounts: readonly BenchAccount[]): Promise<void> {
  for (const { accountId, projectId } of accounts) {
    const scope = { accountId, projectId };
    await createAnalysis(db, scope, WITHOUT_JUDGE, { id: projectId, answersTotal: 0 });
    await selectAnalysis(db, scope, projectId);
  }
}

async function untilAnalysed({ client }: BenchDatabase): Promise<void> {
  const OUTDATED = `select count(*)::int as n from analysis_selection s join answer a using (account_id, project_id)
    where not exists (
      select from answer_reading r
      where r.account_id = a.account_id and r.project_id = a.project_id and r.analysis_id = s.analysis_id
        and r.bucket_date = a.bucket_date and r.answer_id = a.id)`;
  while (((await client.query<{ n: number }>(OUTDATED)).rows[0]?.n ?? 0) > 0) await pause(1_000);
}

interface Parties {
  database: BenchDatabase;
  service: Server;
  honest: readonly BenchAccount[];
  hostile: readonly BenchAccount[];
}

/** One run over a service that is set up. */
class Run {
  readonly #recorder = new Recorder();
  readonly #windows: Window[] = [];
  readonly #pool: ClientPool;
  readonly #hostilePool: CountingPool;
  readonly #attacking = new AbortController();
  #attacks: Promise<void>[] = [];
  /** Whether the hostile ones were running from the window's beginning. */
  #isWindowAttacked = false;

  constructor(
    private readonly options: LoadOptions,
    private readonly parties: Parties,
    private readonly onWindow: (window: Window) => void,
  ) {
    this.#pool = new ClientPool(parties.service.port);
    this.#hostilePool = new CountingPool(parties.service.port);
  }

  async toItsEnd(): Promise<LoadResult> {
    await this.#askSteadily();
    this.#attacking.abort();
    await Promise.all(this.#attacks);
    await this.#endWindow();
    this.#pool.close();
    this.#hostilePool.close();
    return {
      windows: this.#windows,
      unexpected: this.#recorder.unexpected,
      hostileStatuses: this.#hostilePool.statuses,
    };
  }

  async #askSteadily(): Promise<void> {
    const lengthMs = this.options.minutes * 60_000;
    const startMs = performance.now();
    const pending = new Set<Promise<void>>();
    for (let n = 0, atMs = 0; atMs < lengthMs; n += 1, atMs = (n * 1_000) / this.options.requestsPerSecond) {
      const waitMs = startMs + atMs - performance.now();
      if (waitMs > 0) await pause(waitMs);
      if (atMs >= lengthMs / 2 && this.#attacks.length === 0) this.#attack();
      const answered = this.#ask(n, startMs + atMs).finally(() => pending.delete(answered));
      pending.add(answered);
      if (atMs >= (this.#windows.length + 1) * WINDOW_MS) await this.#endWindow();
    }
    await Promise.all(pending);
  }

  async #ask(n: number, dueMs: number): Promise<void> {
    const { kind, bytes } = honestRequest(this.parties.honest, n);
    const { status, body } = await this.#pool.send(bytes);
    this.#recorder.add(kind, performance.now() - dueMs, status, body.toString('utf8', 0, 200));
  }

  #attack(): void {
    const target = { pool: this.#hostilePool, port: this.parties.service.port };
    this.#attacks = attacksOf(this.parties.hostile).map((attack) => attack(target, this.#attacking.signal));
  }

  async #endWindow(): Promise<void> {
    const state = await stateOf(this.parties.database, this.parties.service);
    const window = this.#recorder.endWindow({ isAttacked: this.#isWindowAttacked, ...state });
    this.#isWindowAttacked = this.#attacks.length > 0;
    this.#windows.push(window);
    this.onWindow(window);
  }
}

function attacksOf([dear, silent, bombs, renaming, both]: readonly BenchAccount[]): Attack[] {
  if (!dear || !silent || !bombs || !renaming || !both) throw new Error('five hostile accounts are needed');
  return [asksDearly(dear), readsNothing(silent), namesAsBombs(bombs), renames(renaming), asksDearly(both), knocks()];
}

/** Counts the responses to the hostile ones. */
class CountingPool extends ClientPool {
  readonly statuses = new Map<string, number>();

  override async send(request: Buffer) {
    const reply = await super.send(request);
    const response = `${request.toString('latin1', 0, 30).split(' HTTP', 1)[0]} → ${reply.status}`;
    this.statuses.set(response, (this.statuses.get(response) ?? 0) + 1);
    return reply;
  }
}

async function stateOf({ client }: BenchDatabase, { pid }: Server) {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n
     from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'`,
  );
  return { residentMb: residentMb(pid), databaseConnections: rows[0]?.n ?? 0 };
}

/** 0 where the system does not report it. */
function residentMb(pid: number): number {
  try {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kb ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
