import { statement } from '../../database/rows.js';
import type { JudgeAsk } from '../../entities/vocabulary.js';
import { priceMicroUsd } from '../../platforms/usage.js';
import { getOrThrow, refuseUnlessHolder } from '../access/access.js';
import { askOf, judgedFrom, modelOf } from '../analysis-state/judge-of-analysis.js';
import { bindProjects, type Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { parse, requiredText, uuid } from '../input.js';
import { MICRO_USD } from '../platforms/platform-budget.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { queueJudge } from '../tasks/project-tasks.js';
import { toTimestamp } from '../time.js';
import { write } from '../writes.js';

/** The answers of a project that were read before its judge began, and what it would cost to have it judge them. */
export interface JudgeHistoryView {
  /** The judge of new answers: platform, model, version of the instructions, and how often it is asked. */
  judge: string;
  /** Answers from this instant on are judged by it. */
  judgedFrom: string;
  /** Those before it that name the brand; the day of `judgedFrom` counts whole. */
  answers: number;
  /** About how many of these the judge would be asked about. */
  questions: number;
  /** About what that costs, by list prices: US dollars, rounded up to cents. */
  costUsd: number;
  /** Whether people have chosen it: a worker reads the answers again. */
  isApplied: boolean;
}

/** Of 100 labelled answers that name the brand, how many each setting asks about (docs/metrics.md). */
const ASKED_OF_100: Readonly<Record<JudgeAsk, number>> = { unsure: 38, often: 79, every: 100 };

/**
 * What a question takes: the instructions, the mean of recorded answers, question, schema and marks; and a reply
 * (docs/monitoring.md).
 */
const QUESTION_TOKENS = { input: 800 + 670 + 230, output: 90 };

/** About what so many questions to a model cost, in US dollars, by list prices. */
export function costOfQuestions(model: string, questions: number): number {
  return (questions * priceMicroUsd(model, QUESTION_TOKENS)) / MICRO_USD;
}

/** About how many of some answers that name the brand the judge of this id is asked about. */
export function questionsAbout(judgeId: string, answers: number): number {
  return Math.ceil((answers * ASKED_OF_100[askOf(judgeId)]) / 100);
}

interface HistoryRow {
  project_id: string;
  judge: string | null;
  judged_from: string | null;
  is_applied: boolean | null;
  answers: number | null;
}

const HISTORIES = statement<HistoryRow>(
  'histories-without-judge',
  `select p.id as project_id, h.judge, h.judged_from::text as judged_from, d.answers,
     p.judge_applied_at >= h.judged_from as is_applied
   from project p
   left join lateral (
     select a.id, a.judge, ${judgedFrom('s')} as judged_from
     from analysis_selection s
     join analysis a on a.account_id = $1 and a.id = s.analysis_id
     where s.account_id = $1 and s.project_id = p.id and a.judge is not null and s.former_judges is not null
   ) h on true
   left join lateral (
     select coalesce(sum(r.brand_mention_count), 0)::int as answers
     from daily_response r
     where r.account_id = $1 and r.project_id = p.id and r.analysis_id = h.id
       and r.bucket_date <= (h.judged_from at time zone 'UTC')::date
   ) d on true
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** The history of each project that the account holds, by project; null where one judge decides in all its answers. */
export async function judgeHistoriesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, { history: JudgeHistoryView | null }>> {
  const found = await ctx.db.rows(HISTORIES, bindProjects(ctx, projectIds));
  return new Map(found.map((row) => [row.project_id, { history: toView(row) }]));
}

/**
 * That of one project, archived or not.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function getJudgeHistory(ctx: Context, projectId: unknown): Promise<JudgeHistoryView | null> {
  const id = parse(uuid, projectId, 'projectId');
  return (await getOrThrow(ctx, await judgeHistoriesOfProjects(ctx, [id]), id)).history;
}

function toView({ judge, judged_from: from, answers, is_applied: isApplied }: HistoryRow): JudgeHistoryView | null {
  if (judge === null || from === null) return null;
  const named = answers ?? 0;
  const questions = questionsAbout(judge, named);
  const costUsd = Math.ceil(costOfQuestions(modelOf(judge), questions) * 100) / 100;
  return {
    judge,
    judgedFrom: toTimestamp(from),
    answers: named,
    questions,
    costUsd,
    isApplied: isApplied === true,
  };
}

/** No row where it was chosen before, or one judge decides in all answers. */
const APPLY = statement<{ id: string }>(
  'apply-judge-to-history',
  `update project p
   set judge_applied_at = statement_timestamp()
   from analysis_selection s
   join analysis a on a.account_id = $1 and a.id = s.analysis_id
   where p.account_id = $1 and p.id = $2 and s.account_id = $1 and s.project_id = $2 and a.judge is not null
     and ${judgedFrom('s')} > coalesce(p.judge_applied_at, '-infinity')
   returning p.id`,
);

/** The judge of new answers, which stays until the transaction ends. */
const SHARE_JUDGE = statement<{ judge: string | null }>(
  'share-judge-of-new-answers',
  `select a.judge
   from analysis_selection s
   join analysis a on a.account_id = $1 and a.id = s.analysis_id
   where s.account_id = $1 and s.project_id = $2
   for share of s`,
);

/** Characters of a judge's id. */
const JUDGE_MAX = 300;

/**
 * Has the judge of a project's new answers decide in its earlier ones too: a worker reads all retained answers again,
 * within the judge's bounds of a day, and readers see the result as a whole. Chosen twice it is done once; nothing
 * happens where one judge decides in all answers. For owners who signed in, as it costs the service money.
 * @param seen the judge whose price the caller saw, {@link JUDGE_MAX} characters at most; undefined for any.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, SERVICE_KILL_SWITCH_ACTIVE; CONFLICT where the judge is
 *   another than was seen.
 */
export async function applyJudge(ctx: Context, projectId: unknown, seen?: unknown): Promise<void> {
  refuseUnlessHolder(ctx.caller, 'Choices of what the judge reads', 'owner');
  const id = parse(uuid, projectId, 'projectId');
  const expected = parse(requiredText(JUDGE_MAX).optional(), seen, 'judge');
  await write(ctx, async (tx) => {
    await lockProjectAlone(tx, id);
    if (expected !== undefined) await refuseAnotherJudge(tx, id, expected);
    const applied = await tx.db.rows(APPLY, [tx.caller.accountId, id]);
    if (applied.length > 0) await queueJudge(tx.db, { accountId: tx.caller.accountId, projectId: id });
  });
}

async function refuseAnotherJudge(tx: Context, projectId: string, expected: string): Promise<void> {
  const [found] = await tx.db.rows(SHARE_JUDGE, [tx.caller.accountId, projectId]);
  const judge = found?.judge ?? null;
  if (judge === expected) return;
  const present = judge ?? 'the rules alone';
  const message = `New responses are judged by ${present} now: see what that costs, and send it again`;
  throw new ServiceError('CONFLICT', `judge: ${message}`, [{ path: ['judge'], message }]);
}
