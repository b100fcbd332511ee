import { type BenchAccount, resetBudgets } from '../shared/accounts.js';
import { KeepAliveClient, okBody } from '../shared/keep-alive-client.js';
import type { Stage } from '../shared/stage.js';
import { median, quantile } from '../shared/statistics.js';
import { storeAnswers } from './answers.js';
import { requestsFor, VISIBILITY } from './questions.js';

/** The query of one project: its stored answers, the median latency of each batch and p99 over all, in ms. */
export interface ScaleSide {
  answers: number;
  batchMediansMs: number[];
  p99Ms: number;
}

const SMALLER_BY = 100;
const BATCHES = 20;
/** Both projects are of one account, so a batch asks at most its 200 requests of a minute. */
const PAIRS_PER_BATCH = 100;

const OTHER_PROJECTS = `
select id
from project
where account_id = $1 and id <> $2
order by created_at, id
limit 2`;

/**
 * The 90-day visibility of two projects of one account, the first with a hundredth of the second's stored answers:
 * asked in turn, one request at a time.
 * @throws Error when a response does not count every stored answer.
 */
export async function measureScale({ accounts, database, options, service, today }: Stage): Promise<ScaleSide[]> {
  const [owner] = accounts;
  if (!owner) throw new Error('there is no account');
  const found = await database.client.query<{ id: string }>(OTHER_PROJECTS, [owner.accountId, owner.projectId]);
  const counts = [Math.floor(options.answers / SMALLER_BY), options.answers];
  const subjects = found.rows.map(({ id }, at) => new Subject({ ...owner, projectId: id }, counts[at] ?? 0));
  for (const { account, answers } of subjects) await storeAnswers(database, account, answers, today);
  const client = await KeepAliveClient.open(service.port);
  try {
    for (const subject of subjects) await subject.refuseMiscount(client);
    for (let batch = 0; batch <= BATCHES; batch++) {
      await resetBudgets(database.client);
      await askInTurn(subjects, client);
      for (const subject of subjects) subject.endBatch(batch > 0);
    }
  } finally {
    client.close();
  }
  return subjects.map((subject) => subject.side());
}

async function askInTurn(subjects: readonly Subject[], client: KeepAliveClient): Promise<void> {
  for (let pair = 0; pair < PAIRS_PER_BATCH; pair++) {
    for (const subject of subjects) await subject.ask(client);
  }
}

/** A measured project, and the latencies of its responses. */
class Subject {
  readonly #request: Buffer;
  readonly #all: number[] = [];
  readonly #batchMediansMs: number[] = [];
  #batch: number[] = [];

  constructor(
    readonly account: BenchAccount,
    readonly answers: number,
  ) {
    [this.#request = Buffer.alloc(0)] = requestsFor(VISIBILITY.pathFor, [account]);
  }

  async ask(client: KeepAliveClient): Promise<void> {
    const from = performance.now();
    okBody(await client.exchange(this.#request));
    this.#batch.push(performance.now() - from);
  }

  /** The first batch warms up and does not count. */
  endBatch(counts: boolean): void {
    if (counts) {
      this.#all.push(...this.#batch);
      this.#batchMediansMs.push(median(this.#batch));
    }
    this.#batch = [];
  }

  async refuseMiscount(client: KeepAliveClient): Promise<void> {
    const text = okBody(await client.exchange(this.#request)).toString();
    // The wire form of section 4.6; anything else fails here.
    const { data } = JSON.parse(text) as { data: { trend: { responses: number }[] } };
    const counted = data.trend.reduce((sum, { responses }) => sum + responses, 0);
    if (counted !== this.answers)
      throw new Error(`wrong response: ${counted} responses counted of ${this.answers} stored`);
  }

  side(): ScaleSide {
    return { answers: this.answers, batchMediansMs: this.#batchMediansMs, p99Ms: quantile(this.#all, 0.99) };
  }
}
