import { z } from 'zod';
import { rows } from '../../database/rows.js';
import type { Context } from '../context.js';
import { flag, platforms, uuid } from '../fields.input.js';
import { COMPETITORS_MAX } from '../plans.js';
import { type BrandRow, brandStatement } from './brand.statements.js';
import { percent } from './percent.js';
import { type Period, periodInput } from './period.input.js';
import { periodBefore } from './previous.js';

/** Names of one question at most: the brand, and as many as a project may track. */
export const BRANDS_MAX = 1 + COMPETITORS_MAX;

/** What brands are asked by: days, platforms, one prompt, and whether tracked names are wanted, others, or both. */
export const brandsInput = z.object({
  ...periodInput,
  platforms: platforms.optional(),
  promptId: uuid.optional(),
  tracked: flag.optional(),
});

/** Which answers and names. A prompt that is none of the project's has no answers. */
export type BrandFilter = Pick<z.output<typeof brandsInput>, 'platforms' | 'promptId' | 'tracked'>;

/** A name's sums in a period. */
export interface BrandCounts {
  mentionCount: number;
  /** Accepted responses that name it. */
  responseCount: number;
  /** Percent of all accepted responses. */
  visibilityScore: number;
  /** Percent of the mentions of the brand and all tracked competitors, two decimals; null for other names. */
  share: number | null;
}

export interface PreviousCounts extends BrandCounts {
  /** In points, from the published score of then to that of now, whatever was asked in each. */
  change: number;
}

export interface BrandView extends BrandCounts {
  name: string;
  isBrand: boolean;
  competitorId: string | null;
  /** Null for the brand. */
  candidateId: string | null;
  /** All accepted responses. */
  wholeCount: number;
  /** Of the period of equal length before; null where it has no responses, or is not wanted. */
  previous: PreviousCounts | null;
}

/**
 * The brand, its competitors and other names in the answers of each project that the account holds, by project: the
 * brand first, then by responses. Competitors that the selected analysis looked for are there without mentions too.
 * @param withPrevious whether the period before is wanted, which doubles the days that are read.
 */
export async function brandsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  { platforms: asked, promptId, tracked }: BrandFilter,
  withPrevious = true,
): Promise<Map<string, BrandView[]>> {
  const from = withPrevious ? periodBefore(period).from : period.from;
  const days = [from, period.to, period.from];
  const chosen = [asked ?? null, promptId ?? null, tracked ?? null, BRANDS_MAX];
  const brands = new Map<string, BrandView[]>();
  const values = [ctx.caller.accountId, projectIds, ...days, ...chosen];
  for (const row of await rows(ctx.em, brandStatement(promptId, tracked), values)) {
    const ofProject = brands.get(row.project_id) ?? [];
    brands.set(row.project_id, ofProject);
    if (row.subject_id !== null) ofProject.push(toBrandView(row, row.subject_id));
  }
  return brands;
}

function toBrandView(row: BrandRow, subjectId: string): BrandView {
  const isBrand = subjectId === row.project_id;
  const isTracked = isBrand || row.competitor_id !== null;
  const counts = (mentions: number, responses: number, whole: number, tracked: number): BrandCounts => ({
    mentionCount: mentions,
    responseCount: responses,
    visibilityScore: percent(responses, whole),
    share: isTracked ? percent(mentions, tracked, 2) : null,
  });
  const now = counts(row.mentions, row.responses, row.whole, row.tracked_mentions);
  const { previous_mentions, previous_responses, previous_whole, previous_tracked_mentions } = row;
  const before = counts(previous_mentions, previous_responses, previous_whole, previous_tracked_mentions);
  const change = now.visibilityScore - before.visibilityScore;
  return {
    name: row.name,
    isBrand,
    competitorId: row.competitor_id,
    candidateId: isBrand ? null : subjectId,
    wholeCount: row.whole,
    ...now,
    previous: previous_whole === 0 ? null : { ...before, change },
  };
}
