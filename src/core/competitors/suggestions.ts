import { z } from 'zod';
import { sampleOf } from '../../analysis/reading/sample.js';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/access.js';
import { bindProjects, type Context, seenRows, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { flag, parse, platforms, uuid } from '../input.js';
import { bindDays, IN_SCOPE, type MetricQuery, type Period, periodInput, SCOPE } from '../metrics/metric-query.js';
import { first } from '../pages.js';
import { lockNames } from '../projects/project-names.js';
import { toTimestamp } from '../time.js';
import { write } from '../writes.js';

export const candidatesInput = z.object({
  ...periodInput,
  platforms: platforms.optional(),
  dismissed: flag.default(false),
  first,
});

/** A discovered name, and since when it is dismissed as no competitor. */
export interface CandidateView {
  id: string;
  projectId: string;
  name: string;
  dismissedAt: string | null;
}

/** What the answers of a period say of it. */
export interface SuggestionView extends CandidateView {
  mentionCount: number;
  /** Accepted responses that name it. */
  responseCount: number;
  /** Those that have it among their options. */
  listedCount: number;
  platforms: Platform[];
  firstSeen: string;
  lastSeen: string;
}

interface SuggestionFilter {
  platforms: Platform[] | undefined;
  dismissed: boolean;
  limit: number;
  offset: number;
}

interface SuggestionsQuery {
  period: Period;
  filter: SuggestionFilter;
}

interface SuggestionRow {
  project_id: string;
  /** Of the whole list. */
  total: number;
  /** Null on an empty page. */
  id: string | null;
  name: string;
  dismissed_at: string | null;
  mentions: number;
  responses: number;
  platforms: Platform[];
  listed: number;
  first_seen_at: string;
  last_seen_at: string;
}

/**
 * Untracked names, dismissed ones ($6) or others, on the days $3 to $4: those in most answers first, a page of
 * $7 after $8. A name that a tracked competitor has is left out. The place of a name in an answer's options is read of
 * the page's own names alone, by an index.
 */
const SUGGESTIONS = statement<SuggestionRow>(
  'suggestions-of-projects',
  `with ${SCOPE},
   found as materialized (
     select x.project_id, k.id, k.name, k.dismissed_at, m.mentions, m.responses, m.platforms, m.first_seen_at,
       m.last_seen_at
     from scope x
     cross join lateral (
       select r.subject_id, sum(r.mention_count)::int as mentions, sum(r.response_count)::int as responses,
         array_agg(distinct r.platform order by r.platform) as platforms, min(r.first_seen_at) as first_seen_at,
         max(r.last_seen_at) as last_seen_at
       from daily_mention r
       where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
       group by r.subject_id
     ) m
     join competitor_candidate k on k.account_id = $1 and k.id = m.subject_id and k.competitor_id is null
       and (k.dismissed_at is not null) = $6
     where not exists (
       select
       from competitor_candidate o
       join competitor c on c.account_id = $1 and c.id = o.competitor_id and c.removed_at is null
       where o.account_id = $1 and o.project_id = x.project_id and o.name_key = k.name_key
         and o.competitor_id is not null
     )
   ),
   page as (
     select f.*
     from scope x
     cross join lateral (
       select *
       from found f
       where f.project_id = x.project_id
       order by f.responses desc, f.mentions desc, f.name collate "C", f.id
       limit $7
       offset $8
     ) f
   )
   select x.project_id, (select count(*)::int from found f where f.project_id = x.project_id) as total, g.id, g.name,
     g.dismissed_at, g.mentions, g.responses, g.platforms, g.first_seen_at, g.last_seen_at, l.listed
   from scope x
   left join page g on g.project_id = x.project_id
   left join lateral (
     select count(*)::int as listed
     from answer_mention r
     where ${IN_SCOPE} and r.subject_id = g.id and r.position is not null
       and ($5::text[] is null or r.platform = any ($5::text[]))
   ) l on true
   order by x.project_id, g.responses desc, g.mentions desc, g.name collate "C", g.id`,
);

/** A page of the names that are not tracked, of each project that the account holds: those in most responses first. */
export async function suggestionsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period: { from, to }, filter }: SuggestionsQuery,
): Promise<Map<string, { entries: SuggestionView[]; total: number }>> {
  const { platforms: asked = null, dismissed, limit, offset } = filter;
  const values = [...bindProjects(ctx, projectIds), from, to, asked, dismissed, limit, offset];
  const pages = new Map<string, { entries: SuggestionView[]; total: number }>();
  for (const row of await ctx.db.rows(SUGGESTIONS, values)) {
    const page = pages.get(row.project_id) ?? { entries: [], total: row.total };
    pages.set(row.project_id, page);
    if (row.id !== null) page.entries.push(toSuggestion(row, row.id));
  }
  return pages;
}

function toSuggestion(row: SuggestionRow, id: string): SuggestionView {
  return {
    ...toCandidate({ ...row, id }),
    mentionCount: row.mentions,
    responseCount: row.responses,
    listedCount: row.listed,
    platforms: row.platforms,
    firstSeen: toTimestamp(row.first_seen_at),
    lastSeen: toTimestamp(row.last_seen_at),
  };
}

function toCandidate(row: Pick<SuggestionRow, 'project_id' | 'name' | 'dismissed_at'> & { id: string }): CandidateView {
  const dismissedAt = row.dismissed_at === null ? null : toTimestamp(row.dismissed_at);
  return { id: row.id, projectId: row.project_id, name: row.name, dismissedAt };
}

/**
 * Characters of an answer that are read for a sample; a name that first occurs behind them has none. Answers have a few
 * thousand.
 */
const SAMPLED_CHARACTERS = 20_000;

/** A sentence that names a suggested competitor, as a reader sees it. */
export interface CandidateSample {
  text: string;
  /** The place of the name in the text, in UTF-16 units, as `end`. */
  start: number;
  end: number;
  responseId: string;
  platform: Platform;
  answeredAt: string;
}

interface SampleRow {
  id: string;
  project_id: string;
  /** Null where no retained answer of the days names it, as all that follows. */
  answer_id: string | null;
  platform: Platform;
  answered_at: string;
  /** Its first place in it, in UTF-16 units. */
  place: [start: number, end: number];
  /** The beginning of the text; null where the answer is no longer retained. */
  text: string | null;
}

/**
 * The newest retained answer that names each of the candidates $2, on the days $3 to $4: an index leads to it. Of its
 * text so many characters ($6) are sent.
 */
const SAMPLES = statement<SampleRow>(
  'samples-of-candidates',
  `select k.id, k.project_id, m.answer_id, m.platform, m.answered_at, m.place, left(a.text, $6) as text
   from competitor_candidate k
   left join analysis_selection s on s.account_id = $1 and s.project_id = k.project_id
   left join lateral (
     select r.answer_id, r.bucket_date, r.platform, r.answered_at, r.spans[1:2] as place
     from answer_mention r
     where r.account_id = $1 and r.project_id = k.project_id and r.analysis_id = s.analysis_id
       and r.subject_id = k.id and r.bucket_date between $3 and $4
       and ($5::text[] is null or r.platform = any ($5::text[]))
     order by r.bucket_date desc, r.answered_at desc, r.answer_id desc
     limit 1
   ) m on true
   left join answer a on a.account_id = $1 and a.project_id = k.project_id
     and a.bucket_date = m.bucket_date and a.id = m.answer_id
   where k.account_id = $1 and k.id = any ($2::uuid[])`,
);

/**
 * For each of the candidates that the account holds, the sentence of the newest retained answer of the period that
 * names it; null where none is retained.
 */
export async function samplesOfCandidates(
  ctx: Context,
  candidateIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, { sample: CandidateSample | null }>> {
  const found = await ctx.db.rows(SAMPLES, [
    ctx.caller.accountId,
    candidateIds,
    ...bindDays(query),
    SAMPLED_CHARACTERS,
  ]);
  return new Map(seenRows(ctx.caller, found).map((row) => [row.id, { sample: toSample(row) }]));
}

function toSample({ answer_id, platform, answered_at, place, text }: SampleRow): CandidateSample | null {
  if (answer_id === null || text === null) return null;
  const sample = sampleOf(text, place);
  return sample && { ...sample, responseId: answer_id, platform, answeredAt: toTimestamp(answered_at) };
}

/**
 * Says that a discovered name is no competitor: it leaves the suggestions and is never tracked automatically. It may
 * still be tracked by name. Repeated, it changes nothing.
 * @throws ServiceError VALIDATION_ERROR for a tracked name, NOT_FOUND, FORBIDDEN, SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function dismissCandidate(ctx: Context, candidateId: unknown): Promise<CandidateView> {
  return change(ctx, candidateId, (tx) => tx.clock.now());
}

/** Takes a dismissal back. @throws ServiceError as {@link dismissCandidate}. */
export async function restoreCandidate(ctx: Context, candidateId: unknown): Promise<CandidateView> {
  return change(ctx, candidateId, () => null);
}

const FIND_CANDIDATE = statement<{ project_id: string; competitor_id: string | null }>(
  'find-candidate',
  `select k.project_id, k.competitor_id
   from competitor_candidate k
   join project p on p.account_id = $1 and p.id = k.project_id and p.archived_at is null
   where k.account_id = $1 and k.id = $2`,
);

/** Dismisses ($3 is the instant) or restores ($3 is null) an untracked name; once dismissed it stays so. */
const DISMISS = statement<{ id: string; project_id: string; name: string; dismissed_at: string | null }>(
  'dismiss-candidate',
  `update competitor_candidate
   set dismissed_at = case when $3::timestamptz is null then null else coalesce(dismissed_at, $3) end
   where account_id = $1 and id = $2 and competitor_id is null
   returning id, project_id, name, dismissed_at`,
);

async function change(
  ctx: Context,
  candidateId: unknown,
  dismissedAt: (tx: Context) => Date | null,
): Promise<CandidateView> {
  const id = parse(uuid, candidateId, 'candidateId');
  return write(ctx, async (tx) => {
    const key = [tx.caller.accountId, id];
    const [found] = await tx.db.rows(FIND_CANDIDATE, key);
    if (!found || !seesProject(tx.caller, found.project_id)) throw await notFoundOrForbidden(tx, 'candidate', id);
    await lockNames(tx, found.project_id);
    const [changed] = await tx.db.rows(DISMISS, [...key, dismissedAt(tx)]);
    if (!changed) throw invalid(['candidateId'], 'must be a name that no competitor has or had');
    return toCandidate(changed);
  });
}
