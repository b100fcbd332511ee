import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access/access.js';
import { bindProjects, type Context } from '../context.js';
import { parse, platform, uuid } from '../input.js';
import { IN_SCOPE, limit, offset, type Period, periodInput, provider, SCOPE, toPeriod } from './metric-query.js';

export const mentionsInput = z.object({ ...periodInput, provider, limit, offset });

/** Occurrences of one name on a day and platform; both ids are null for the brand (specification, section 4.7). */
const mentionBucketView = z
  .object({
    competitorCandidateId: z.uuid().nullable(),
    competitorId: z.uuid().nullable(),
    bucketDate: z.iso.date(),
    mentionCount: z.int(),
    responseCount: z.int(),
    provider: platform,
  })
  .meta({ id: 'MentionBucket' });

export const mentionsView = z.object({
  mentions: z.array(mentionBucketView),
  pagination: z.object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
});

/** With the name that was found, which GraphQL shows and v1's REST bodies do not. */
export type MentionBucketView = z.output<typeof mentionBucketView> & { name: string; isBrand: boolean };
type MentionsView = Omit<z.output<typeof mentionsView>, 'mentions'> & { mentions: MentionBucketView[] };

interface MentionRow {
  project_id: string;
  subject_id: string | null;
  competitor_id: string | null;
  name: string;
  bucket_date: string;
  platform: Platform;
  mention_count: number;
  response_count: number;
}

/** $6 and $7 page within each project, so the statement serves one project and many alike. */
const MENTIONS = statement<MentionRow>(
  'mentions-of-projects',
  `with ${SCOPE}
   select x.project_id, m.subject_id, k.competitor_id, m.bucket_date, m.platform, m.mention_count, m.response_count,
     case when m.subject_id = x.project_id then x.brand_name else k.name end as name
   from scope x
   left join lateral (
     select r.subject_id, r.bucket_date, r.platform, r.mention_count, r.response_count
     from daily_mention r
     where ${IN_SCOPE} and ($5::text is null or r.platform = $5)
     order by r.bucket_date desc, r.platform, (r.subject_id = x.project_id) desc, r.mention_count desc, r.subject_id
     limit $6
     offset $7
   ) m on true
   left join competitor_candidate k on k.account_id = $1 and k.id = m.subject_id
   order by x.project_id, m.bucket_date desc, m.platform, (m.subject_id = x.project_id) desc, m.mention_count desc,
     m.subject_id`,
);

const COUNT_MENTIONS = statement<{ project_id: string; total: number }>(
  'count-mentions-of-projects',
  `with ${SCOPE}
   select x.project_id, c.total
   from scope x
   cross join lateral (
     select count(*)::int as total
     from daily_mention r
     where ${IN_SCOPE} and ($5::text is null or r.platform = $5)
   ) c`,
);

/** Which buckets: of the days, and of one platform where it is named. */
export interface MentionFilter {
  period: Period;
  provider?: Platform | undefined;
}

export interface MentionsQuery extends MentionFilter {
  limit: number;
  offset: number;
}

/**
 * A page of mention buckets of each project that the account holds: newest day first, then platform, then the brand.
 */
export async function mentionsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, ...page }: MentionsQuery,
): Promise<Map<string, MentionsView>> {
  const values = [
    ...bindProjects(ctx, projectIds),
    period.from,
    period.to,
    page.provider ?? null,
    page.limit + 1,
    page.offset,
  ];
  const views = new Map<string, MentionsView>();
  for (const row of await ctx.db.rows(MENTIONS, values)) {
    const view = views.get(row.project_id) ?? emptyView(page);
    views.set(row.project_id, view);
    if (row.subject_id === null) continue;
    if (view.mentions.length === page.limit) view.pagination.hasMore = true;
    else view.mentions.push(toBucketView(row, row.subject_id));
  }
  return views;
}

/** How many mention buckets each project that the account holds has, on all pages together. */
export async function countMentionsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, provider }: MentionFilter,
): Promise<Map<string, number>> {
  const values = [...bindProjects(ctx, projectIds), period.from, period.to, provider ?? null];
  return new Map((await ctx.db.rows(COUNT_MENTIONS, values)).map((row) => [row.project_id, row.total]));
}

function emptyView(page: Pick<MentionsQuery, 'limit' | 'offset'>): MentionsView {
  return { mentions: [], pagination: { limit: page.limit, offset: page.offset, hasMore: false } };
}

function toBucketView(row: MentionRow, subjectId: string): MentionBucketView {
  return {
    competitorCandidateId: subjectId === row.project_id ? null : subjectId,
    competitorId: row.competitor_id,
    bucketDate: row.bucket_date,
    mentionCount: row.mention_count,
    responseCount: row.response_count,
    provider: row.platform,
    name: row.name,
    isBrand: subjectId === row.project_id,
  };
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getMentions(ctx: Context, projectId: unknown, input: unknown): Promise<MentionsView> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(mentionsInput, input);
  return getOrThrow(ctx, await mentionsOfProjects(ctx, [id], { ...sent, period: toPeriod(ctx, sent) }), id);
}
