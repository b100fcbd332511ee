import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Timer } from '../../clock.js';
import { plainCompetitorsOfProjects } from '../../core/competitors/competitor.reads.js';
import type { Context } from '../../core/context.js';
import { invalid } from '../../core/errors.js';
import { NAME_MAX, platform, requiredText, uuid } from '../../core/input.js';
import { type ChangeVerdict, compareCells } from '../../core/metrics/comparison.js';
import { MICRO_USD } from '../../core/platforms/platform-budget.js';
import { getKeyInUse, type PlatformSources } from '../../core/platforms/platform-keys.js';
import { listPlatformLimits } from '../../core/platforms/platform-status.js';
import { getProject } from '../../core/projects/project.reads.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { type AskOutcome, DEFAULT_MODELS, PlatformClient } from '../../platforms/platform-client.js';
import { explainTexts } from '../analysis/analyse-answers.js';
import type { NamedSubjects } from '../analysis/analysis-thread.js';
import { boundedCitations } from '../ingest/import-line.js';
import { outcomeOfQuestion } from './attempt.js';
import { type Permits, permits, reportOutcome, returnProbe } from './platform-limits.js';

/** Two models of a platform over the same questions: the one that is configured, and `model`. */
export const modelComparisonInput = z.object({
  project: uuid,
  platform,
  model: requiredText(NAME_MAX),
  prompts: within(5, 100, 'a whole number').default(25),
  answers: within(1, 20, 'a whole number').default(4),
  budgetUsd: z
    .number('must be a number')
    .refine((usd) => usd > 0 && usd <= 1_000, 'must be above 0 and at most 1000')
    .default(5),
});

type ModelComparisonWish = z.output<typeof modelComparisonInput>;

function within(min: number, max: number, kind: string) {
  const fault = `must be ${kind} from ${min} to ${max}`;
  return z.number(fault).refine((count) => Number.isInteger(count) && count >= min && count <= max, fault);
}

/** What the answers of both models say of the brand; points are percent of answers. */
export interface ModelComparison {
  platform: Platform;
  /** The configured one, then the other; so are `shares`. */
  models: readonly [string, string];
  /** Questions that were asked, and accepted answers to them by both models. */
  prompts: number;
  answers: number;
  failed: number;
  /** Percent of each model's answers that name the brand, two decimals; null without answers. */
  shares: (number | null)[];
  /** Points by which the other model names it more, over the questions that both answered. */
  change: number;
  interval: { low: number; high: number } | null;
  verdict: ChangeVerdict;
  costUsd: number;
  /** Why not everything was asked; null where it was. */
  stoppedBy: 'budget' | 'platform' | 'failures' | null;
  message: string | null;
}

/** An accepted answer as a line of an import has it. */
export type AnswerLine = Readonly<Record<string, unknown>>;

interface ComparisonTools {
  database: Database;
  sources: PlatformSources;
  timer: Timer;
  /** Called with each accepted answer, one after the other. */
  keep: (line: AnswerLine) => Promise<void>;
}

/** Questions that are with both models at once. */
const AT_ONCE = 4;
/** A model that fails so often in a row is asked nothing more. */
const FAILURES_IN_A_ROW = 5;
const PERMIT_LOOK_MS = 500;
/** As long as the platform lets nothing through for so long, it is not waited for any more. */
const PERMIT_WAIT_MS = 180_000;

/** The project's questions, each of an intent of its own, in an order that says nothing about them. */
const QUESTIONS = statement<QuestionRow>(
  'questions-to-compare-models-by',
  `select q.id, q.prompt_text, coalesce(m.country, p.target_country) as country, m.region, m.city, m.name as market
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id
   left join market m on m.account_id = $1 and m.id = q.market_id
   where q.account_id = $1 and q.project_id = $2 and q.archived_at is null and q.is_active and q.wording_of is null
     and $3 = any (q.platforms)
   order by q.id
   limit $4`,
);

interface QuestionRow {
  id: string;
  prompt_text: string;
  country: string;
  region: string | null;
  city: string | null;
  market: string | null;
}

/**
 * Asks both models the same questions, round by round, within the rate, the pauses and the day's budget that all
 * processes share, and within a budget of its own; the names are read by the rules alone. Nothing is stored: what
 * monitoring measures stays that of the configured model.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function compareModels(
  ctx: Context,
  wish: ModelComparisonWish,
  tools: ComparisonTools,
): Promise<ModelComparison> {
  const { sources, timer } = tools;
  const settings = sources.platformSettings.find((each) => each.platform === wish.platform);
  if (!settings) throw new Error(`the configuration has no settings of ${wish.platform}`);
  const configured = settings.model ?? DEFAULT_MODELS[wish.platform];
  if (wish.model === configured) throw invalid(['model'], 'must be another one than the configured model');
  const project = await getProject(ctx, wish.project);
  const questions = await ctx.db.rows(QUESTIONS, [ctx.caller.accountId, project.id, wish.platform, wish.prompts]);
  if (questions.length === 0) throw invalid(['project'], `has no active prompt that is asked on ${wish.platform}`);
  const competitors = (await plainCompetitorsOfProjects(ctx, [project.id])).get(project.id) ?? [];
  const subjects: NamedSubjects = {
    brand: { name: project.brandName, aliases: project.aliases, website: project.websiteUrl },
    competitors: competitors.map(({ name, aliases, websiteUrl }) => ({ name, aliases, website: websiteUrl })),
  };
  const apiKey = await getKeyInUse(ctx.db, wish.platform, sources);
  const sides = [configured, wish.model].map((model) => {
    const client = new PlatformClient({ ...settings, apiKey, model }, timer);
    return { model, client, failuresInARow: 0, counts: questions.map(() => ({ responses: 0, naming: 0 })) };
  });
  const limits = (await listPlatformLimits(ctx.db)).find((each) => each.platform === wish.platform);
  const leftUsd = (settings.dailyBudgetUsd ?? Number.POSITIVE_INFINITY) - (limits?.spentTodayUsd ?? 0);
  const budgetMicroUsd = Math.min(wish.budgetUsd, leftUsd) * MICRO_USD;
  const asking = new ModelAsking({ ...tools, accountId: ctx.caller.accountId, subjects, wish, budgetMicroUsd });
  await asking.ask(questions, sides);
  return asking.result([configured, wish.model], sides);
}

/** A model, and what came of each question. */
interface Side {
  model: string;
  client: PlatformClient;
  failuresInARow: number;
  counts: { responses: number; naming: number }[];
}

interface AskingOptions extends ComparisonTools {
  accountId: string;
  subjects: NamedSubjects;
  wish: ModelComparisonWish;
  budgetMicroUsd: number;
}

class ModelAsking {
  /** What was spent, and what is under way at its usual price. */
  private committedMicroUsd = 0;
  private failed = 0;
  private stopped: { by: ModelComparison['stoppedBy']; message: string } | null = null;
  private readonly inTurn = pLimit(1);

  constructor(private readonly options: AskingOptions) {}

  /** Each question once before any is asked again: where money ends, more questions tell more than more answers. */
  async ask(questions: readonly QuestionRow[], sides: readonly Side[]): Promise<void> {
    const atOnce = pLimit(AT_ONCE);
    const rounds = Array.from({ length: this.options.wish.answers }, () =>
      questions.map((question, at) => [question, at] as const),
    );
    await Promise.all(rounds.flat().map(([question, at]) => atOnce(() => this.askBoth(question, at, sides))));
  }

  private async askBoth(question: QuestionRow, at: number, sides: readonly Side[]): Promise<void> {
    if (this.stopped) return;
    const price = sides.reduce((sum, { client }) => sum + client.usual.costMicroUsd, 0);
    if (this.committedMicroUsd + price > this.options.budgetMicroUsd) {
      this.stop('budget', 'The budget does not pay for further questions.');
      return;
    }
    this.committedMicroUsd += price;
    await Promise.all(sides.map((side) => this.askOne(question, at, side)));
  }

  private async askOne(question: QuestionRow, at: number, side: Side): Promise<void> {
    const { wish, database, accountId } = this.options;
    const { client } = side;
    const permitted = await this.permit(client);
    if (!permitted) {
      this.committedMicroUsd -= client.usual.costMicroUsd;
      return;
    }
    const outcome = await client.query({ text: question.prompt_text, place: placeOf(question) });
    const { costMicroUsd } = outcome.bill;
    this.committedMicroUsd += costMicroUsd - client.usual.costMicroUsd;
    await this.correct(client, permitted, costMicroUsd);
    const { fault, effect, message } = outcomeOfQuestion(outcome, accountId);
    // Other failures may be of the model that is tried, and must not close the platform for monitoring.
    if (effect.kind === 'rate_limited') await reportOutcome(database.openForJob(), wish.platform, effect, false);
    if (fault === null) await this.count(question, at, side, outcome);
    else if (effect.kind === 'rate_limited') this.failed += 1;
    else this.fail(side, message ?? fault);
  }

  private fail(side: Side, message: string): void {
    this.failed += 1;
    side.failuresInARow += 1;
    if (side.failuresInARow >= FAILURES_IN_A_ROW) this.stop('failures', `${side.model}: ${message}`);
  }

  /** The first reason stays. */
  private stop(by: ModelComparison['stoppedBy'], message: string): void {
    this.stopped ??= { by, message };
  }

  /** Waits until one request may be sent; null where none may be, or the comparison has stopped meanwhile. */
  private async permit(client: PlatformClient): Promise<Permits | null> {
    const { database, timer, wish } = this.options;
    const since = timer.elapsedMs();
    const microUsdEach = Math.max(1, client.usual.costMicroUsd);
    while (!this.stopped) {
      const db = database.openForJob();
      const permitted = await permits(db, wish.platform, { requests: 1, microUsdEach, correction: null });
      if (permitted.granted > 0 && !permitted.isProbe) return permitted;
      if (permitted.granted > 0) {
        await this.correct(client, permitted, 0);
        await returnProbe(db, wish.platform);
      }
      const limits = (await listPlatformLimits(db)).find((each) => each.platform === wish.platform);
      const isOpen =
        limits?.state === 'ready' || limits?.state === 'rate_limited' || limits?.state === 'not_configured';
      const isSpent = permitted.leftMicroUsd !== null && permitted.leftMicroUsd <= 0;
      if (!isOpen || isSpent || permitted.isProbe)
        this.stop('platform', limits?.reason ?? 'The platform is not asked now.');
      else if (timer.elapsedMs() - since > PERMIT_WAIT_MS) this.stop('platform', 'The platform let nothing through.');
      else await timer.wait(PERMIT_LOOK_MS);
    }
    return null;
  }

  /** Counts what a request cost in place of what was reserved for it. */
  private async correct(client: PlatformClient, { day }: Permits, costMicroUsd: number): Promise<void> {
    const reserved = Math.max(1, client.usual.costMicroUsd);
    const correction = { day, microUsd: costMicroUsd - reserved, releasedMicroUsd: reserved };
    const { database, wish } = this.options;
    await permits(database.openForJob(), wish.platform, { requests: 0, microUsdEach: reserved, correction });
  }

  private async count(question: QuestionRow, at: number, side: Side, outcome: AskOutcome): Promise<void> {
    if (outcome.kind === 'failure' || !outcome.reply.accepted) throw new Error('a failure has no answer');
    const { text, citations, searches, model } = outcome.reply;
    const bounded = boundedCitations(citations);
    const answer = { text, question: question.prompt_text, citations: bounded, withPlaces: false };
    const [explained] = await explainTexts(this.options.subjects, [answer]);
    if (!explained || 'fault' in explained) {
      this.fail(side, 'An answer could not be analysed.');
      return;
    }
    side.failuresInARow = 0;
    const counts = side.counts[at];
    if (!counts) throw new Error('a question has no counts');
    counts.responses += 1;
    if (explained.result.facts.brand.mentionCount > 0) counts.naming += 1;
    const line = {
      external_id: `models-compare-${randomUUID()}`,
      platform: this.options.wish.platform,
      model: model ?? side.model,
      question: question.prompt_text,
      answer: text,
      citations: bounded,
      searches,
      ...(question.market !== null && { market: question.market }),
      answered_at: this.options.timer.now().toISOString(),
    };
    await this.inTurn(() => this.options.keep(line));
  }

  result(models: readonly [string, string], [one, other]: readonly Side[]): ModelComparison {
    if (!one || !other) throw new Error('a comparison is of two models');
    const { platform: asked } = this.options.wish;
    const cells = one.counts.map((before, question) => {
      const now = other.counts[question] ?? { responses: 0, naming: 0 };
      const previous = { previousResponses: before.responses, previousNaming: before.naming };
      return { question, platform: asked, ...now, ...previous };
    });
    const { change, interval, verdict } = compareCells(cells);
    return {
      platform: asked,
      models,
      prompts: cells.filter(({ responses, previousResponses }) => responses + previousResponses > 0).length,
      answers: cells.reduce((sum, { responses, previousResponses }) => sum + responses + previousResponses, 0),
      failed: this.failed,
      shares: [shareOf(one), shareOf(other)],
      change,
      interval,
      verdict,
      costUsd: this.committedMicroUsd / MICRO_USD,
      stoppedBy: this.stopped?.by ?? null,
      message: this.stopped?.message ?? null,
    };
  }
}

function placeOf({ country, region, city }: QuestionRow) {
  return country === '' ? null : { country, region, city };
}

function shareOf({ counts }: Side): number | null {
  const responses = counts.reduce((sum, count) => sum + count.responses, 0);
  const naming = counts.reduce((sum, count) => sum + count.naming, 0);
  return responses === 0 ? null : Math.round((10_000 * naming) / responses) / 100;
}
