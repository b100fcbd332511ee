import type { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { Decider, Platform, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import { takesPlace } from '../../platforms/platform-apis.js';
import { bindProjects, type Context } from '../context.js';
import { invalid } from '../errors.js';
import { type Period, SCOPE } from '../metrics/metric-query.js';
import type { PagePosition } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { daysBetween, toTimestamp } from '../time.js';
import {
  ANSWER_PARTS,
  type AnswerPart,
  type AnswerView,
  type answersInput,
  type CorrectionView,
  type NamedView,
  SEARCH_DAYS_MAX,
  type Span,
} from './answer.schema.js';
import { EXCERPTED_CHARACTERS, excerptOf } from './excerpt.js';

/** Which answers: all of the period where nothing else is said. An id that names nothing of the project finds none. */
type AnswerFilter = Omit<z.output<typeof answersInput>, 'from' | 'to' | 'window'>;

interface AnswerPage {
  first: number;
  /** The answer after which the page begins. */
  after: PagePosition | null;
}

/** Which answers of which days. */
export interface AnswerCountQuery {
  period: Period;
  filter: AnswerFilter;
}

interface AnswersQuery extends AnswerCountQuery {
  page: AnswerPage;
  /** What is read of each answer, all where it is not said; the others are empty. */
  parts?: readonly AnswerPart[];
}

/**
 * Bytes that the texts, citations and evidence of all pages of a question have at most: as many as one
 * response may have, as a larger one would be refused after they were fetched.
 */
export const RESPONSE_BYTES_MAX = 4 * 1024 * 1024;

interface AnswerRow {
  id: string;
  prompt_id: string | null;
  market_id: string | null;
  platform: Platform;
  model: string | null;
  /** Null where it is not asked for, or is beyond the bound of a page's bytes; evidence and citations alike. */
  text: string | null;
  is_beyond: boolean;
  /** Null where it is not asked for, or beyond the bound; the first words of the text, with the place of a name. */
  beginning: string | null;
  place: number[] | null;
  question: string | null;
  answered_at: string;
  spans: number[] | null;
  names: (Omit<NamedView, 'spans'> & { spans: number[] })[] | null;
  citations: { url: string; domain: string }[] | null;
  searches: string[] | null;
  sentiment: Sentiment | null;
  sentiment_source: SentimentSource | null;
  evidence: string | null;
  brand_decided_by: Decider | null;
  correction: CorrectionView | null;
}

type PageRow = { project_id: string } & (AnswerRow | { id: null });

type CountRow = { project_id: string; total: number };

const OF_ANSWER = `a.id, a.prompt_id, a.market_id, a.platform, a.model, a.question, a.text, a.answered_at,
  a.bucket_date`;

/**
 * The retained answers `a` of the days $3 to $4, of some platforms ($5) and one prompt ($6) where those are given, and
 * no subject.
 */
const CHOSEN = `a.account_id = $1 and a.project_id = x.project_id
       and a.bucket_date between $3 and $4
       and ($5::text[] is null or a.platform = any ($5::text[]))
       and ($6::uuid is null or a.prompt_id = $6)
       and $7::uuid is null`;

/**
 * The ids that a subject ($7) is named under: the project's own for the brand, a competitor's, or that of a name found.
 */
const SUBJECTS = `(
         select $7::uuid as id
         union
         select k.id
         from competitor_candidate k
         where k.account_id = $1 and k.competitor_id = $7
       ) s`;

/** The mentions `m` of a subject `s` in the answers that {@link CHOSEN} picks. */
const NAMING = `m.account_id = $1 and m.project_id = x.project_id and m.analysis_id = x.analysis_id
           and m.subject_id = s.id and m.bucket_date between $3 and $4
           and ($5::text[] is null or m.platform = any ($5::text[]))
           and ($6::uuid is null or exists (
             select
             from answer a
             where ${answerOf('m')} and a.prompt_id = $6
           ))`;

/** One analysis's facts `f` about an answer `a`. */
const ABOUT = `f.account_id = $1 and f.project_id = x.project_id and f.analysis_id = x.analysis_id
       and f.bucket_date = a.bucket_date and f.answer_id = a.id`;

const IN_ORDER = 'project_id, bucket_date desc, answered_at desc, id desc';

const NEWEST_FIRST = (id: string) => `bucket_date desc, answered_at desc, ${id} desc`;

const AFTER_PLACE = (id: string) => `bucket_date <= coalesce(($8::timestamptz at time zone 'UTC')::date, 'infinity')
         and ($8::timestamptz is null or (answered_at, ${id}) < ($8, $9::uuid))`;

const ANSWERS = statement<PageRow>(
  'responses-of-projects',
  pageOf(`select ${OF_ANSWER}
       from answer a
       where ${CHOSEN} and ${AFTER_PLACE('id')}
       order by ${NEWEST_FIRST('id')}
       limit $10`),
);

/**
 * Each of a subject's ids has its mentions in an index by place, so that no answer is looked at that does not name it.
 */
const ANSWERS_NAMING = statement<PageRow>(
  'responses-naming-of-projects',
  pageOf(`select ${OF_ANSWER}
       from (
         select distinct n.bucket_date, n.answered_at, n.answer_id
         from ${SUBJECTS}
         cross join lateral (
           select m.bucket_date, m.answered_at, m.answer_id
           from answer_mention m
           where ${NAMING} and ${AFTER_PLACE('answer_id')}
           order by ${NEWEST_FIRST('answer_id')}
           limit $10
         ) n
         order by ${NEWEST_FIRST('answer_id')}
         limit $10
       ) m
       join answer a on a.account_id = $1 and a.project_id = x.project_id and a.bucket_date = m.bucket_date
         and a.id = m.answer_id`),
);

const SIFTED_ANSWERS = statement<PageRow>(
  'sifted-responses-of-projects',
  pageOf(
    `select *
       from (
         select ${OF_ANSWER}
         from ${sifted(13)}
       ) a
       where ${AFTER_PLACE('id')}
       order by ${NEWEST_FIRST('id')}
       limit $10`,
    `${lists(15)},`,
  ),
);

/**
 * A page of the retained answers of each project that the account holds, newest first, then by id.
 * @throws ServiceError VALIDATION_ERROR where the pages are together beyond {@link RESPONSE_BYTES_MAX}, and for words
 *   in more than {@link SEARCH_DAYS_MAX} days.
 */
export async function answersOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter, page: { first, after }, parts = ANSWER_PARTS }: AnswersQuery,
): Promise<Map<string, EntriesPage>> {
  const place = [after?.at ?? null, after?.id ?? null, first + 1];
  const values = [...chosen(ctx, projectIds, period, filter), ...place, parts, RESPONSE_BYTES_MAX];
  const facts = await siftedBy(ctx, projectIds, period, filter);
  const statement = filter.mentioning === undefined ? ANSWERS : ANSWERS_NAMING;
  const pages = new Map<string, EntriesPage>();
  const found = await (facts === null
    ? ctx.db.rows(statement, values)
    : ctx.db.rows(SIFTED_ANSWERS, [...values, ...facts]));
  for (const row of found) {
    const page = pages.get(row.project_id) ?? { entries: [], hasMore: false };
    pages.set(row.project_id, page);
    if (row.id !== null) addRow(page, row, first);
  }
  return pages;
}

interface EntriesPage {
  entries: AnswerView[];
  hasMore: boolean;
}

/** The row after the last one asked for only shows that there are more. */
function addRow(page: EntriesPage, row: AnswerRow & { project_id: string }, first: number): void {
  if (page.entries.length === first) page.hasMore = true;
  else if (row.is_beyond) throw tooLong();
  else page.entries.push(toAnswerView(row.project_id, row));
}

/** Where a retained answer lies. */
export interface AnswerPlace {
  projectId: string;
  bucketDate: string;
  id: string;
}

/** The answers at places: $3 are their projects, $4 their days, $5 their ids. */
const ANSWERS_AT = statement<PageRow>(
  'responses-at',
  withFacts(
    `select ${OF_ANSWER}
       from unnest($3::uuid[], $4::date[], $5::uuid[]) as w (project_id, bucket_date, id)
       join answer a on a.account_id = $1 and a.project_id = x.project_id and a.bucket_date = w.bucket_date
         and a.id = w.id
       where w.project_id = x.project_id`,
    { parts: '$6', bytes: '$7' },
  ),
);

/**
 * The retained answers at places, by id; a place that is not of the account, or has no answer, is not in it.
 * @throws ServiceError VALIDATION_ERROR where they are together beyond {@link RESPONSE_BYTES_MAX}.
 */
export async function answersAt(
  ctx: Context,
  places: readonly AnswerPlace[],
  parts: readonly AnswerPart[],
): Promise<Map<string, AnswerView>> {
  const projectIds = places.map(({ projectId }) => projectId);
  const [days, ids] = [places.map(({ bucketDate }) => bucketDate), places.map(({ id }) => id)];
  const owned = bindProjects(ctx, [...new Set(projectIds)]);
  const found = new Map<string, AnswerView>();
  for (const row of await ctx.db.rows(ANSWERS_AT, [...owned, projectIds, days, ids, parts, RESPONSE_BYTES_MAX])) {
    if (row.id === null) continue;
    if (row.is_beyond) throw tooLong();
    found.set(row.id, toAnswerView(row.project_id, row));
  }
  return found;
}

export const COUNT_ANSWERS = statement<CountRow>(
  'count-responses-of-projects',
  `with ${SCOPE}
   select x.project_id, n.total
   from scope x
   cross join lateral (
     select count(*)::int as total
     from answer a
     where ${CHOSEN}
   ) n`,
);

const COUNT_ANSWERS_NAMING = statement<CountRow>(
  'count-responses-naming-of-projects',
  `with ${SCOPE}
   select x.project_id, n.total
   from scope x
   cross join lateral (
     select count(*)::int as total
     from (
       select distinct m.bucket_date, m.answer_id
       from ${SUBJECTS}
       cross join answer_mention m
       where ${NAMING}
     ) m
   ) n`,
);

const COUNT_SIFTED_ANSWERS = statement<CountRow>(
  'count-sifted-responses-of-projects',
  `with ${SCOPE},${lists(10)}
   select x.project_id, c.total
   from scope x
   cross join lateral (
     select count(*)::int as total
     from ${sifted(8)}
   ) c`,
);

/** How many retained answers each project that the account holds has, on all pages together. */
export async function countAnswersOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, filter }: AnswerCountQuery,
): Promise<Map<string, number>> {
  const statement = filter.mentioning === undefined ? COUNT_ANSWERS : COUNT_ANSWERS_NAMING;
  const facts = await siftedBy(ctx, projectIds, period, filter);
  const values = chosen(ctx, projectIds, period, filter);
  const found = await (facts === null
    ? ctx.db.rows(statement, values)
    : ctx.db.rows(COUNT_SIFTED_ANSWERS, [...values, ...facts]));
  return new Map(found.map(({ project_id, total }) => [project_id, total]));
}

function tooLong(): Error {
  const mib = RESPONSE_BYTES_MAX / 1024 / 1024;
  return invalid(['first'], `asks for more than ${mib} MiB of texts, citations and evidence: request fewer responses`);
}

/**
 * What answers are sifted by beyond their place: null where nothing is asked of their question or of what was found in
 * them.
 */
async function siftedBy(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  { named, sentiments, citing, search, where }: AnswerFilter,
): Promise<unknown[] | null> {
  if (search !== undefined && daysBetween(period.from, period.to) >= SEARCH_DAYS_MAX) {
    throw invalid(['search'], `covers at most ${SEARCH_DAYS_MAX} days, the first and the last included`);
  }
  const facts = [named, sentiments, citing, search === undefined ? undefined : containing(search)];
  if ([...facts, where].every((asked) => asked === undefined)) return null;
  return [...facts.map((asked) => asked ?? null), ...(await bindQuestions(ctx, projectIds, period, { where }))];
}

/** Letter case does not count; nothing in the words is a wildcard. */
function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}

function chosen(
  ctx: Context,
  projectIds: readonly string[],
  { from, to }: Period,
  { platform, platforms, promptId, mentioning }: AnswerFilter,
): unknown[] {
  const both = platform === undefined ? platforms : (platforms ?? [platform]).filter((name) => name === platform);
  return [...bindProjects(ctx, projectIds), from, to, both ?? null, promptId ?? null, mentioning ?? null];
}

/**
 * A page: newest first after the place ($8, $9). An answer's day is that of its instant, so days after the place need
 * no look: 1 ms instead of 45 in a project of 50,000 answers.
 */
function pageOf(answers: string, lists = ''): string {
  return withFacts(answers, { parts: '$11', bytes: '$12' }, lists);
}

/**
 * Picks the answers `a` of each project first, and reads the facts of those alone, and of these the wanted parts: each
 * is a look into an index an answer. Of texts, citations and evidence a bound of bytes is sent at most: a text alone
 * may have a million.
 */
function withFacts(answers: string, bind: { parts: string; bytes: string }, lists = ''): string {
  const WANTED = (part: AnswerPart) => `'${part}' = any (${bind.parts}::text[])`;
  return `with ${SCOPE},${lists}
   page as (
     select x.project_id, a.id, a.prompt_id, a.market_id, a.platform, a.model, a.answered_at, a.bucket_date,
       r.sentiment, r.sentiment_source, r.evidence, r.brand_decided_by,
       case when ${WANTED('text')} then a.text end as text,
       case when ${WANTED('question')} then a.question end as question,
       case when ${WANTED('excerpt')} then left(a.text, ${EXCERPTED_CHARACTERS}) end as beginning,
       case when ${WANTED('excerpt')} then (
         select f.spans[1:2]
         from answer_mention f
         where ${ABOUT}
         order by f.subject_id = x.project_id desc, f.spans[1]
         limit 1
       ) end as place,
       case when ${WANTED('mentions')} then (
         select f.spans
         from answer_mention f
         where ${ABOUT} and f.subject_id = x.project_id
       ) end as spans,
       case when ${WANTED('citations')} then (
         select json_agg(json_build_object('url', f.url, 'domain', f.domain) order by f.ordinal)
         from answer_citation f
         where ${ABOUT}
       ) end as citations,
       case when ${WANTED('searches')} then (
         select json_agg(f.query order by f.ordinal)
         from answer_search f
         where f.account_id = $1 and f.project_id = x.project_id and f.bucket_date = a.bucket_date
           and f.answer_id = a.id
       ) end as searches,
       case when ${WANTED('names')} then (
         select json_agg(
           json_build_object(
             'name', case when f.subject_id = x.project_id then x.brand_name else coalesce(c.name, k.name) end,
             'isBrand', f.subject_id = x.project_id, 'candidateId', k.id, 'competitorId', c.id,
             'decidedBy', f.decided_by, 'rank', f.position, 'spans', f.spans
           )
           order by f.spans[1], f.subject_id
         )
         from answer_mention f
         left join competitor_candidate k on k.account_id = $1 and k.id = f.subject_id
         left join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
         where ${ABOUT}
       ) end as names,
       case when ${WANTED('correction')} then (
         select json_build_object(
           'sentiment', f.sentiment, 'foundSentiment', f.found -> x.analysis_id::text -> 'sentiment',
           'foundSource', f.found -> x.analysis_id::text -> 'sentimentSource', 'correctedAt', f.corrected_at::text,
           'correctedByName', h.name, 'names', (
             select coalesce(
               json_agg(
                 json_build_object(
                   'name', case
                     when n."subjectId" = x.project_id then x.brand_name
                     else coalesce(c.name, k.name)
                   end,
                   'isBrand', n."subjectId" = x.project_id, 'isNamed', n."isNamed",
                   'subjectId', coalesce(k.competitor_id, n."subjectId")
                 )
                 order by n."subjectId" <> x.project_id, c.name, n."subjectId"
               ),
               '[]'
             )
             from jsonb_to_recordset(f.names) as n ("subjectId" uuid, "isNamed" boolean)
             left join competitor_candidate k on k.account_id = $1 and k.id = n."subjectId"
             left join competitor c on c.account_id = $1 and c.id = k.competitor_id
           )
         )
         from answer_correction f
         left join holder h on h.account_id = $1 and h.id = f.corrected_by
         where f.account_id = $1 and f.project_id = x.project_id and f.answer_id = a.id
       ) end as correction
     from scope x
     left join lateral (
       ${answers}
     ) a on true
     left join lateral (
       select f.sentiment, f.sentiment_source, f.evidence, f.brand_decided_by
       from answer_reading f
       where ${ABOUT} and ${WANTED('sentiment')}
     ) r on true
   ),
   weighed as (
     select p.*,
       sum(
         coalesce(octet_length(p.text), 0) + coalesce(octet_length(p.beginning), 0)
           + coalesce(octet_length(p.citations::text), 0)
           + coalesce(octet_length(p.searches::text), 0)
           + coalesce(octet_length(p.names::text), 0)
           + coalesce(octet_length(p.evidence), 0)
       ) over (order by ${IN_ORDER} rows unbounded preceding) > ${bind.bytes} as is_beyond
     from page p
   )
   select project_id, id, prompt_id, market_id, platform, model, answered_at, sentiment, sentiment_source,
     brand_decided_by, spans, is_beyond, question, place, correction,
     case when not is_beyond then text end as text,
     case when not is_beyond then beginning end as beginning,
     case when not is_beyond then citations end as citations,
     case when not is_beyond then searches end as searches,
     case when not is_beyond then names end as names,
     case when not is_beyond then evidence end as evidence
   from weighed
   order by ${IN_ORDER}`;
}

/**
 * Answers that name the subject $7, and those that cite a domain. Apart, so that each is read once: within the
 * condition it was read once for each month. What is not asked for is not read.
 */
function lists(domain: number): string {
  return `
   naming as materialized (
     ${factsOfPeriod('answer_mention')}
     where $7::uuid is not null and f.subject_id in (select s.id from ${SUBJECTS})
   ),
   citing as materialized (
     ${factsOfPeriod('answer_citation')}
     where $${domain}::text is not null and f.domain = $${domain}
   )`;
}

/** The facts `f` of a kind about the answers of the period, of every project that is asked about. */
function factsOfPeriod(table: string): string {
  return `select f.project_id, f.bucket_date, f.answer_id
     from scope o
     join ${table} f on f.account_id = $1 and f.project_id = o.project_id
       and f.analysis_id = o.analysis_id and f.bucket_date between $3 and $4`;
}

/**
 * The answers `a` that an analysis has read (`r`), by what it found in them: whether the brand is named, the class, a
 * cited domain, words of the text and the questions are bound from $`first` on. Lists of facts are hashed, and what an
 * analysis has read is looked up answer by answer, in a sub-select of its own (`offset 0`), so that a page ends where
 * it is full. Joined, PostgreSQL, which expects a handful of both, compared each answer of a project with each reading.
 */
function sifted(first: number): string {
  const [named, sentiments, domain, words] = [first, first + 1, first + 2, first + 3];
  return `answer a
       cross join lateral (
         select
         from answer_reading r
         where r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
           and r.bucket_date = a.bucket_date and r.answer_id = a.id
           and ($5::text[] is null or r.platform = any ($5::text[]))
           and ($${named}::boolean is null or r.is_brand_named = $${named})
           and ($${sentiments}::text[] is null or r.sentiment = any ($${sentiments}::text[]))
           and ($${words}::text is null or a.text ilike $${words})
           and ${ofQuestions(first + 4)}
         offset 0
       ) r
       where a.account_id = $1 and a.project_id = x.project_id and a.bucket_date between $3 and $4
         and ($6::uuid is null or a.prompt_id = $6)
         and ($7::uuid is null or (a.project_id, a.bucket_date, a.id) in (
           select n.project_id, n.bucket_date, n.answer_id from naming n
         ))
         and ($${domain}::text is null or (a.project_id, a.bucket_date, a.id) in (
           select c.project_id, c.bucket_date, c.answer_id from citing c
         ))`;
}

/** The answer `a` that a fact is about. */
function answerOf(fact: string): string {
  return `a.account_id = $1 and a.project_id = ${fact}.project_id
               and a.bucket_date = ${fact}.bucket_date and a.id = ${fact}.answer_id`;
}

function toAnswerView(projectId: string, row: AnswerRow): AnswerView {
  return {
    id: row.id,
    projectId,
    promptId: row.prompt_id,
    marketId: row.market_id,
    isLocalised: takesPlace(row.platform),
    platform: row.platform,
    model: row.model,
    text: row.text ?? '',
    excerpt: excerptOf(row.beginning ?? '', row.place),
    question: row.question ?? '',
    answeredAt: toTimestamp(row.answered_at),
    brandMentions: toSpans(row.spans ?? []),
    brandDecidedBy: row.brand_decided_by,
    mentions: (row.names ?? []).map((named) => ({ ...named, spans: toSpans(named.spans) })),
    citations: row.citations ?? [],
    searches: row.searches ?? [],
    sentiment: row.sentiment,
    sentimentSource: row.sentiment === null ? null : row.sentiment_source,
    evidence: row.evidence,
    correction: row.correction && {
      ...row.correction,
      foundSource: row.correction.foundSentiment && row.correction.foundSource,
      correctedAt: toTimestamp(row.correction.correctedAt),
    },
  };
}

/** Spans lie flat: start, end, start, end. */
function toSpans(flat: readonly number[]): Span[] {
  return Array.from({ length: flat.length / 2 }, (_, at) => ({ start: flat[2 * at] ?? 0, end: flat[2 * at + 1] ?? 0 }));
}
