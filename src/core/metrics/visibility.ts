import { z } from 'zod';
import { rows } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access.js';
import { bindQuestions } from '../branding/branded-questions.js';
import type { Context } from '../context.js';
import { platforms, uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { percent } from './percent.js';
import { type Period, periodInput, toPeriod } from './period.input.js';
import {
  questionsCut,
  type VisibilityCuts,
  type VisibilityRow,
  type VisibilitySums,
  visibilityCut,
} from './visibility.statements.js';

export const visibilityInput = z.object({ ...periodInput, platforms: platforms.optional() });

const score = z.int().min(0).max(100);

/** Share of accepted responses that name the brand (specification, section 4.6). */
export const visibilityView = z
  .object({
    projectId: z.uuid(),
    window: z.object({ from: z.iso.date(), to: z.iso.date() }),
    byPlatform: z.partialRecord(
      z.enum(PLATFORMS),
      z.object({ responseCount: z.int(), brandMentionCount: z.int(), visibilityScore: score }),
    ),
    score,
    trend: z.array(z.object({ date: z.iso.date(), score, responses: z.int() })),
  })
  .meta({ id: 'Visibility' });

/** The accepted responses that a score is about, and those among them that name the brand. */
export interface VisibilityCounts {
  responses: number;
  naming: number;
}

/** A day of a trend with its numerator, which v1's REST bodies lack. */
export type TrendPointView = z.output<typeof visibilityView>['trend'][number] & { brandMentionCount: number };

/** Visibility as the specification has it. */
export type VisibilityView = z.output<typeof visibilityView>;

/**
 * A score with the counts behind it, which GraphQL works out confidence from, and its breakdowns where they are wanted.
 */
export interface VisibilityScore extends Pick<VisibilityView, 'projectId' | 'window' | 'score'> {
  counts: VisibilityCounts;
  /**
   * The platforms asked for, else the enabled ones, with zeros; and any with responses. Empty where it is not wanted.
   */
  byPlatform: VisibilityView['byPlatform'];
  /** The days with responses, ascending. Empty where it is not wanted. */
  trend: TrendPointView[];
}

const EVERY_CUT: VisibilityCuts = { platforms: true, days: true };

/**
 * Visibility of each project that the account holds, archived ones included, by project. What is not asked for is not
 * worked out: the days are nine in ten of all rows, and a breakdown by platform costs half as much again as the score.
 * @param branded true for answers to prompts that name the brand, false for all others, undefined for both.
 */
export async function visibilityOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  asked: readonly Platform[] | undefined,
  cuts: VisibilityCuts = EVERY_CUT,
  branded?: boolean,
): Promise<Map<string, VisibilityScore>> {
  const values = [ctx.caller.accountId, projectIds, period.from, period.to, asked ?? null];
  const scores = new Map<string, VisibilityScore>();
  const found =
    branded === undefined
      ? await rows(ctx.em, visibilityCut(cuts), values)
      : await rows(ctx.em, questionsCut(cuts), [...values, ...(await bindQuestions(ctx, projectIds, period, branded))]);
  for (const row of found) {
    const score =
      scores.get(row.project_id) ??
      unscored(row.project_id, period, cuts.platforms ? (asked ?? row.enabled ?? []) : []);
    scores.set(row.project_id, score);
    addRow(score, row);
  }
  for (const view of scores.values()) view.score = percent(view.counts.naming, view.counts.responses);
  return scores;
}

/**
 * The visibility that sums of a project make up.
 * @param platforms those that are shown with zeros too; none where they are not wanted.
 */
export function visibilityOfSums(
  projectId: string,
  period: Period,
  platforms: readonly Platform[],
  sums: readonly VisibilitySums[],
): VisibilityScore {
  const view = unscored(projectId, period, platforms);
  for (const [bucket_date, platform, responses, naming] of sums) {
    addRow(view, { bucket_date, platform, responses, naming });
  }
  view.score = percent(view.counts.naming, view.counts.responses);
  return view;
}

type Sums = Pick<VisibilityRow, 'bucket_date' | 'platform' | 'responses' | 'naming'>;

function addRow({ counts, byPlatform, trend }: VisibilityScore, row: Sums): void {
  const responses = row.responses ?? 0;
  const naming = row.naming ?? 0;
  if (row.platform !== null) {
    byPlatform[row.platform] = {
      responseCount: responses,
      brandMentionCount: naming,
      visibilityScore: percent(naming, responses),
    };
    return;
  }
  counts.responses += responses;
  counts.naming += naming;
  if (row.bucket_date === null) return;
  trend.push({ date: row.bucket_date, score: percent(naming, responses), responses, brandMentionCount: naming });
}

function unscored(projectId: string, period: Period, platforms: readonly Platform[]): VisibilityScore {
  const zeros = { responseCount: 0, brandMentionCount: 0, visibilityScore: 0 };
  const byPlatform = Object.fromEntries(platforms.map((name) => [name, { ...zeros }]));
  return { projectId, window: { ...period }, score: 0, counts: { responses: 0, naming: 0 }, byPlatform, trend: [] };
}

/**
 * Visibility of one project; `trend` has a day for each with accepted responses, ascending.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function getVisibility(ctx: Context, projectId: unknown, input: unknown): Promise<VisibilityScore> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(visibilityInput, input);
  const period = toPeriod(ctx, sent);
  return getOrThrow(ctx, await visibilityOfProjects(ctx, [id], period, sent.platforms), id);
}
