import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { CitedSource } from '../../platforms/reply.js';
import type { RetainedAnswer } from '../facts/answer.types.js';
import type { ProjectScope } from '../scope.js';

/** The answer that a page begins after, in the order of the primary key. */
export interface AnswerPosition {
  bucketDate: string;
  id: string;
}

export const BEGINNING: AnswerPosition = { bucketDate: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

/**
 * The plain bound on `bucket_date` besides the pair leaves out partitions already read. The reading is looked up answer
 * by answer: with an anti join the planner, which cannot know how many readings a new analysis has, compares each
 * answer with all of them (measured: 280 ms a page of 200 among 10,000, against 5).
 */
const PENDING = `from answer a
     left join lateral (
       select true as is_read
       from answer_reading r
       where r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3 and r.bucket_date = a.bucket_date
         and r.answer_id = a.id
       limit 1
     ) r on true
     where a.account_id = $1 and a.project_id = $2 and a.bucket_date >= $4::date
       and (a.bucket_date, a.id) > ($4::date, $5::uuid) and r.is_read is null`;

/**
 * The pending answers after a place ($4, $5): at most $6, and of their texts $7 bytes, but one answer at least.
 * `listed` is how many there are without the bound of bytes. The length of a text is known without reading it.
 */
const LIST_PENDING = statement<{
  id: string;
  bucket_date: string;
  platform: Platform;
  question: string;
  text: string;
  citations: CitedSource[];
  answered_ms: number;
  listed: number;
}>(
  'list-pending-answers',
  `with listed as (
     select a.id, a.bucket_date, a.platform, a.question, a.text, a.citations, a.answered_at
     ${PENDING}
     order by a.bucket_date, a.id
     limit $6
   ),
   weighed as (
     select l.*, count(*) over () as listed,
       sum(octet_length(l.text)) over (order by l.bucket_date, l.id rows unbounded preceding) - octet_length(l.text)
         as bytes_before
     from listed l
   )
   select w.id, w.bucket_date, w.platform, w.question, w.text, w.citations, w.listed::int as listed,
     (extract(epoch from w.answered_at) * 1000)::float8 as answered_ms
   from weighed w
   where w.bytes_before < $7
   order by w.bucket_date, w.id`,
);

/** Texts of one page: its rows, its facts and the JSON of both are in memory at once, and hold up other requests. */
const PAGE_BYTES = 2 * 1024 * 1024;

/**
 * At most `limit` retained answers without a reading under the analysis, by day and id, after `place`; fewer where
 * their texts are long. `isLast` if there are no others.
 */
export async function listPending(
  em: EntityManager,
  scope: ProjectScope,
  analysisId: string,
  place: AnswerPosition,
  limit: number,
): Promise<{ answers: RetainedAnswer[]; isLast: boolean }> {
  const values = [scope.accountId, scope.projectId, analysisId, place.bucketDate, place.id, limit, PAGE_BYTES];
  const found = await rows(em, LIST_PENDING, values);
  const answers = found.map(({ bucket_date, answered_ms, listed: _, ...answer }) => ({
    ...answer,
    bucketDate: bucket_date,
    answeredAt: new Date(answered_ms),
  }));
  const listed = found[0]?.listed ?? 0;
  return { answers, isLast: listed < limit && answers.length === listed };
}

const COUNT_PENDING = statement<{ pending: number }>(
  'count-pending-answers',
  `select count(*)::int as pending
   from (
     select true
     ${PENDING}
     limit $6
   ) p`,
);

/** How many retained answers have no reading under the analysis; `limit` where there are more. */
export async function countPending(
  em: EntityManager,
  scope: ProjectScope,
  analysisId: string,
  limit: number,
): Promise<number> {
  const { bucketDate, id } = BEGINNING;
  const [found] = await rows(em, COUNT_PENDING, [scope.accountId, scope.projectId, analysisId, bucketDate, id, limit]);
  return found?.pending ?? 0;
}
