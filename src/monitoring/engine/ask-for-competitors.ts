import type { Timer } from '../../clock.js';
import {
  ASKING_SECONDS,
  claimQuestion,
  lookForQuestions,
  type QuestionOutcome,
  type QueuedQuestion,
  settleQuestion,
} from '../../core/competitors/competitor-question.js';
import { competitorsNamedIn } from '../../core/competitors/named-competitors.js';
import type { Database } from '../../database/database.js';
import type { AskOutcome } from '../../platforms/platform-client.js';
import { explainTexts } from '../analysis/analyse-answers.js';
import { startSteps } from '../periodic.js';
import { outcomeOfQuestion } from './attempt.js';
import type { EngineLog, EngineMeter } from './engine-figures.js';
import { type Permits, permits, reportOutcome, returnProbe } from './platform-limits.js';
import type { ServedPlatform } from './run-worker.js';

interface CompetitorQuestionsOptions {
  database: Database;
  /** The platforms that this process has a key of, now. */
  readPlatforms: () => Promise<readonly ServedPlatform[]>;
  clock: Timer;
  log: EngineLog;
  meter: EngineMeter;
}

/** A person waits for the answer. */
const LOOK_EVERY_MS = 1_000;
/** Questions that a process asks at once; each account has one at most. */
const AT_ONCE = 4;
/** Those that wait for a platform that this process has no key of are passed over. */
const LOOKED_AT = 100;
/** What of an answer is analysed and kept, in UTF-16 units; answers to such questions have a few thousand. */
const ANSWER_UNITS_MAX = 20_000;

/**
 * The worker of the questions for competitors: asks each of one platform, the one that costs least among those that may
 * be asked now, within the rate, the pauses and the budget that all processes share. A question is sent once: what goes
 * wrong is told to the person who asked.
 */
export function startCompetitorQuestions(options: CompetitorQuestionsOptions): { stop(): Promise<void> } {
  const asker = new CompetitorAsker(options);
  const { clock, log } = options;
  const step = { name: 'asking for competitors', everyMs: LOOK_EVERY_MS, run: () => asker.look() };
  const steps = startSteps([step], { clock, log });
  return { stop: () => asker.stop(steps.stop()) };
}

class CompetitorAsker {
  private readonly underWay = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(private readonly options: CompetitorQuestionsOptions) {}

  /** Begins what may be asked now; what may not waits for the next look, or for its time to end. */
  async look(): Promise<void> {
    if (this.underWay.size >= AT_ONCE) return;
    const { database, readPlatforms, log } = this.options;
    const queued = await lookForQuestions(database.openForJob(), LOOKED_AT);
    if (queued.length === 0) return;
    const open = new Set(await readPlatforms());
    for (const question of queued) {
      if (this.underWay.size >= AT_ONCE || open.size === 0) return;
      const ask = await this.claim(question, open);
      if (!ask) continue;
      const followed = ask()
        .catch((error: unknown) => log.error({ err: error }, 'asking for competitors failed'))
        .finally(() => this.underWay.delete(followed));
      this.underWay.add(followed);
    }
  }

  /** Calls under way are ended: their questions fail, and may be asked again. @param quiet nothing more is begun. */
  async stop(quiet: Promise<void>): Promise<void> {
    this.stopping.abort(new Error('the worker stops'));
    await quiet;
    await Promise.all(this.underWay);
  }

  /**
   * @param open platforms that may be asked; one that may not be asked now is taken out.
   * @returns null where none of the question's may be, or another worker has it.
   */
  private async claim(question: QueuedQuestion, open: Set<ServedPlatform>): Promise<(() => Promise<void>) | null> {
    const db = this.options.database.openForJob();
    const usable = [...open]
      .filter(({ platform }) => question.platforms.includes(platform))
      .toSorted((one, other) => one.client.usual.costMicroUsd - other.client.usual.costMicroUsd);
    for (const platform of usable) {
      const { costMicroUsd: microUsdEach } = platform.client.usual;
      const permitted = await permits(db, platform.platform, { requests: 1, microUsdEach, correction: null });
      if (permitted.granted === 0) {
        open.delete(platform);
        continue;
      }
      if (await claimQuestion(db, question, platform.platform)) return () => this.ask(question, platform, permitted);
      if (permitted.isProbe) await returnProbe(db, platform.platform);
      await this.correct(platform, permitted, 0);
      return null;
    }
    return null;
  }

  private async ask(question: QueuedQuestion, served: ServedPlatform, permitted: Permits): Promise<void> {
    const { database, meter, log } = this.options;
    const { platform, client } = served;
    const outcome = await this.query(question, served);
    if (outcome === null) {
      // It may have been paid for, so what was reserved stays counted.
      const message = 'The platform did not answer in time, or the worker stopped.';
      const { costMicroUsd } = client.usual;
      meter.spent(platform, client.usual);
      return settleQuestion(database.openForJob(), question, { state: 'failed', message, costMicroUsd });
    }
    const { bill } = outcome;
    const { fault, effect, message } = outcomeOfQuestion(outcome, question.accountId);
    meter.requested(platform, fault ?? 'none');
    meter.spent(platform, bill);
    await this.correct(served, permitted, bill.costMicroUsd);
    await reportOutcome(database.openForJob(), platform, effect, permitted.isProbe);
    log.info({ platform, outcome: fault ?? 'answered' }, 'a question for competitors was asked');
    const failed: QuestionOutcome = {
      state: 'failed',
      message: message ?? 'It has no answer.',
      costMicroUsd: bill.costMicroUsd,
    };
    const settled = fault === null ? await answered(question, outcome) : failed;
    await settleQuestion(database.openForJob(), question, settled);
  }

  /** Null where the question took too long, or the worker stops. */
  private async query({ question, country }: QueuedQuestion, { client }: ServedPlatform): Promise<AskOutcome | null> {
    const place = { country, region: null, city: null };
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(ASKING_SECONDS * 1_000)]);
    try {
      return await client.query({ text: question, place }, signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Counts what a request cost in place of what was reserved for it. */
  private async correct({ platform, client }: ServedPlatform, { day }: Permits, costMicroUsd: number): Promise<void> {
    const { costMicroUsd: reserved } = client.usual;
    const correction = { day, microUsd: costMicroUsd - reserved, releasedMicroUsd: reserved };
    const nothing = { requests: 0, microUsdEach: Math.max(1, reserved), correction };
    await permits(this.options.database.openForJob(), platform, nothing);
  }
}

/** Analysed as any answer is, on the threads for it: what it holds is a stranger's. */
async function answered(question: QueuedQuestion, outcome: AskOutcome): Promise<QuestionOutcome> {
  const { bill } = outcome;
  const { costMicroUsd } = bill;
  if (outcome.kind === 'failure' || !outcome.reply.accepted) throw new Error('a failure has no answer');
  const { model, citations } = outcome.reply;
  const answer = outcome.reply.text.slice(0, ANSWER_UNITS_MAX).replaceAll('\0', '').toWellFormed();
  const brand = { name: question.brandName, website: question.websiteUrl };
  const text = { text: answer, question: null, citations, withPlaces: false };
  const subjects = { brand: { ...brand, aliases: [] }, competitors: [] };
  const [explained] = await explainTexts(subjects, [text]);
  if (!explained || 'fault' in explained) {
    return { state: 'failed', message: 'The answer could not be analysed.', costMicroUsd };
  }
  const suggestions = competitorsNamedIn(answer, explained.result.facts, brand);
  return { state: 'answered', model, answer, suggestions, costMicroUsd };
}
