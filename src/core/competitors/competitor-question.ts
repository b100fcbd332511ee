import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { CompetitorQuestionState, Platform } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/access.js';
import { refuseLimited } from '../access/project-limit.js';
import { type Context, refuseVisitor } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { country, NAME_MAX, optionalText, optionalWebsiteUrl, parse, requiredText, uuid } from '../input.js';
import { lockAccount } from '../people/accounts.js';
import { PLANS } from '../plans.js';
import { MICRO_USD } from '../platforms/platform-budget.js';
import { configuredPlatforms } from '../platforms/platform-status.js';
import { toTimestamp } from '../time.js';
import { write } from '../writes.js';

/** They are asked before there is a project, so none belongs to one. */
const WHAT = 'Questions for competitors';

/** The brand whose competitors are asked for, as a new project has it. */
export const suggestCompetitorsInput = z.object(
  {
    brandName: requiredText(NAME_MAX),
    websiteUrl: optionalWebsiteUrl.default(''),
    mainTopic: optionalText(NAME_MAX).default(''),
    targetCountry: country.default('US'),
  },
  'must be an object',
);

type BrandInQuestion = z.output<typeof suggestCompetitorsInput>;

/** Questions of an account within an hour and within a day, however many processes take them. */
const QUESTIONS_PER_HOUR = 6;
const QUESTIONS_PER_DAY = 20;

/** A question that no worker took for so long is not asked any more: its page is gone, or no platform can be asked. */
export const QUEUED_SECONDS = 60;
/** So long at most does a worker ask; one that ended meanwhile writes no outcome. */
export const ASKING_SECONDS = 150;
/** What a person looks at while a project is set up. */
const KEPT_DAYS = 2;

/** A name that the answer gives, and the sentence that names it. */
export interface SuggestedCompetitor {
  name: string;
  /** The site of that name, where the answer has its address or cites it; else empty. */
  websiteUrl: string;
  evidence: string;
  /** The place of the name in the evidence, in UTF-16 units, as `evidenceEnd`. */
  evidenceStart: number;
  evidenceEnd: number;
}

/** A question for a brand's competitors, and what came of it. */
export interface CompetitorQuestionView {
  id: string;
  askedAt: string;
  state: CompetitorQuestionState;
  question: string;
  /** Who is asked or was; null until a worker takes it. */
  platform: Platform | null;
  /** As the platform named it; null unless it answered. */
  model: string | null;
  /** The beginning of the answer, 20,000 UTF-16 units at most; null unless it was answered. */
  answer: string | null;
  /** In the order in which the answer names them, twelve at most. */
  suggestions: SuggestedCompetitor[];
  /** Why there is no answer; null unless it failed. */
  message: string | null;
  /** In US dollars. */
  costUsd: number;
}

interface QuestionRow {
  id: string;
  asked_at: string;
  state: CompetitorQuestionState;
  question: string;
  platform: Platform | null;
  model: string | null;
  answer: string | null;
  suggestions: SuggestedCompetitor[];
  message: string | null;
  cost_microusd: string;
}

/** Who waited too long, or whose worker is gone, has failed; nothing has to write that. */
const IS_UNASKED = `q.state = 'queued' and q.asked_at <= now() - interval '${QUEUED_SECONDS} seconds'`;
const IS_LOST = `q.state = 'asking' and q.begun_at <= now() - interval '${ASKING_SECONDS + 10} seconds'`;
const UNASKED = 'No platform could be asked within a minute.';
const LOST = 'The worker that asked ended before the answer was in.';

const COLUMNS = `q.id, q.asked_at, case when ${IS_UNASKED} or ${IS_LOST} then 'failed' else q.state end as state,
     q.question, q.platform, q.model, q.answer, q.suggestions,
     case when ${IS_UNASKED} then '${UNASKED}' when ${IS_LOST} then '${LOST}' else q.message end as message,
     q.cost_microusd::text`;

const GET_QUESTION = statement<QuestionRow>(
  'competitor-question',
  `select ${COLUMNS}
   from competitor_question q
   where q.account_id = $1 and q.id = $2`,
);

const COUNT_QUESTIONS = statement<{ hour: number; day: number }>(
  'count-competitor-questions',
  `select count(*) filter (where q.asked_at > now() - interval '1 hour')::int as hour, count(*)::int as day
   from competitor_question q
   where q.account_id = $1 and q.asked_at > now() - interval '1 day'`,
);

/** The question of the account that has not ended; there is one at most. */
const UNDER_WAY = statement<{ id: string; question: string; country: string }>(
  'competitor-question-under-way',
  `select q.id, q.question, q.country
   from competitor_question q
   where q.account_id = $1 and q.state in ('queued', 'asking') and not (${IS_UNASKED}) and not (${IS_LOST})
   order by q.asked_at desc
   limit 1`,
);

const INSERT_QUESTION = statement<object>(
  'insert-competitor-question',
  `insert into competitor_question (account_id, id, brand_name, website_url, question, country, platforms, state,
     asked_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'queued', now())`,
);

/**
 * Has a worker ask one platform of the account's plan, once, for the competitors of a brand. Its cost counts towards
 * the platform's budget of the day; it takes no credit, as it is no run. The same question that is under way is
 * returned as it is.
 * @throws ServiceError VALIDATION_ERROR also where no platform of the plan has a key; CONFLICT where another question
 *   of the account is under way; RATE_LIMIT_EXCEEDED beyond 6 questions an hour or 20 a day; FORBIDDEN for a holder who
 *   only reads; SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function suggestCompetitors(ctx: Context, input: unknown): Promise<CompetitorQuestionView> {
  refuseLimited(ctx.caller, WHAT);
  return write(ctx, async (tx) => {
    const brand = parse(suggestCompetitorsInput, input);
    const { accountId } = tx.caller;
    const platforms = await askedPlatforms(tx);
    await lockAccount(tx);
    const question = questionFor(brand);
    const [underWay] = await tx.db.rows(UNDER_WAY, [accountId]);
    if (underWay?.question === question && underWay.country === brand.targetCountry) {
      return getCompetitorQuestion(tx, underWay.id);
    }
    if (underWay) throw new ServiceError('CONFLICT', 'A question for competitors is under way; wait for its answer');
    await refuseBeyondBounds(tx);
    const id = randomUUID();
    const values = [accountId, id, brand.brandName, brand.websiteUrl, question, brand.targetCountry, platforms];
    await tx.db.rows(INSERT_QUESTION, values);
    return getCompetitorQuestion(tx, id);
  });
}

/** A question of the account and what came of it. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getCompetitorQuestion(ctx: Context, questionId: unknown): Promise<CompetitorQuestionView> {
  refuseVisitor(ctx.caller);
  refuseLimited(ctx.caller, WHAT);
  const id = parse(uuid, questionId, 'id');
  const [row] = await ctx.db.rows(GET_QUESTION, [ctx.caller.accountId, id]);
  if (!row) throw await notFoundOrForbidden(ctx, 'competitorQuestion', id);
  const { asked_at: askedAt, cost_microusd: cost, ...rest } = row;
  return { ...rest, askedAt: toTimestamp(askedAt), costUsd: Number(cost) / MICRO_USD };
}

async function askedPlatforms({ db, caller }: Context): Promise<Platform[]> {
  const configured = await configuredPlatforms(db);
  const platforms = PLANS[caller.tier].platforms.filter((platform) => configured.has(platform));
  if (platforms.length > 0) return platforms;
  throw invalid([], 'No platform of the plan has a key yet, or no worker is running, so none can be asked');
}

async function refuseBeyondBounds({ db, caller }: Context): Promise<void> {
  const [{ hour, day } = { hour: 0, day: 0 }] = await db.rows(COUNT_QUESTIONS, [caller.accountId]);
  if (hour < QUESTIONS_PER_HOUR && day < QUESTIONS_PER_DAY) return;
  throw new ServiceError(
    'RATE_LIMIT_EXCEEDED',
    `An account may ask for competitors ${QUESTIONS_PER_HOUR} times an hour and ${QUESTIONS_PER_DAY} times a day`,
  );
}

/** On one line, whatever was typed: what is asked is shown as it is sent. */
function questionFor({ brandName, websiteUrl, mainTopic }: BrandInQuestion): string {
  const [brand, topic] = [brandName, mainTopic].map((text) => text.replace(/[\s\p{C}]+/gu, ' ').trim());
  const site = websiteUrl === '' ? '' : ` (${new URL(websiteUrl).hostname})`;
  const sells = topic === '' ? '' : `, which sells ${topic}`;
  return (
    `Which brands are the closest competitors of ${brand}${site}${sells}? ` +
    'List up to ten of them, best known first, each with its website and one sentence.'
  );
}

/** What a worker needs of a question that waits. */
export interface QueuedQuestion {
  accountId: string;
  id: string;
  brandName: string;
  websiteUrl: string;
  question: string;
  country: string;
  platforms: Platform[];
}

interface QueuedRow {
  account_id: string;
  id: string;
  brand_name: string;
  website_url: string;
  question: string;
  country: string;
  platforms: Platform[];
}

/** Of all accounts, for workers; each has one at most that waits. */
const LOOK_FOR_QUESTIONS = statement<QueuedRow>(
  'look-for-competitor-questions',
  `select q.account_id, q.id, q.brand_name, q.website_url, q.question, q.country, q.platforms
   from competitor_question q
   where q.state = 'queued' and q.asked_at > now() - interval '${QUEUED_SECONDS} seconds'
   order by q.asked_at, q.id
   limit $1`,
);

const CLAIM_QUESTION = statement<{ id: string }>(
  'claim-competitor-question',
  `update competitor_question q
   set state = 'asking', begun_at = now(), platform = $3
   where q.account_id = $1 and q.id = $2 and q.state = 'queued'
     and q.asked_at > now() - interval '${QUEUED_SECONDS} seconds'
   returning q.id`,
);

const SETTLE_QUESTION = statement<object>(
  'settle-competitor-question',
  `update competitor_question q
   set answer = $5, state = $3, model = $4, suggestions = $6::jsonb, message = $7, cost_microusd = $8
   where q.account_id = $1 and q.id = $2 and q.state = 'asking'`,
);

/** Of all accounts, for the upkeep. */
const DELETE_OLD_QUESTIONS = statement<object>(
  'delete-old-competitor-questions',
  `delete from competitor_question
   where asked_at < now() - interval '${KEPT_DAYS} days'`,
);

/** Questions of any account that wait for a worker, the oldest first. */
export async function lookForQuestions(db: DatabaseSession, most: number): Promise<QueuedQuestion[]> {
  const found = await db.rows(LOOK_FOR_QUESTIONS, [most]);
  return found.map(({ account_id, brand_name, website_url, ...rest }) => {
    return { accountId: account_id, brandName: brand_name, websiteUrl: website_url, ...rest };
  });
}

/** Takes a question for a worker that asks it of a platform. @returns false where another has it, or it is too late. */
export async function claimQuestion(
  db: DatabaseSession,
  { accountId, id }: Pick<QueuedQuestion, 'accountId' | 'id'>,
  platform: Platform,
): Promise<boolean> {
  return (await db.rows(CLAIM_QUESTION, [accountId, id, platform])).length > 0;
}

/** What came of asking; the cost in millionths of a US dollar. */
export type QuestionOutcome = { costMicroUsd: number } & (
  | { state: 'answered'; model: string | null; answer: string; suggestions: readonly SuggestedCompetitor[] }
  | { state: 'failed'; message: string }
);

/** Saves what came of a question that was claimed. */
export async function settleQuestion(
  db: DatabaseSession,
  { accountId, id }: Pick<QueuedQuestion, 'accountId' | 'id'>,
  outcome: QuestionOutcome,
): Promise<void> {
  const { state, costMicroUsd } = outcome;
  const told =
    outcome.state === 'answered'
      ? [outcome.model, outcome.answer, JSON.stringify(outcome.suggestions), null]
      : [null, null, '[]', outcome.message];
  await db.rows(SETTLE_QUESTION, [accountId, id, state, ...told, costMicroUsd]);
}

/** Deletes the questions of all accounts that are older than two days. */
export async function deleteOldQuestions(db: DatabaseSession): Promise<void> {
  await db.rows(DELETE_OLD_QUESTIONS, []);
}
