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
const LIST_PENDING = statement<{
  id: string;
  bucket_date: string;
  platform: Platform;
  question: string;
  text: string;
  citations: CitedSource[];
  answered_ms: number;
}>(
  'list-pending-answers',
  `select a.id, a.bucket_date, a.platform, a.question, a.text, a.citations,
     (extract(epoch from a.answered_at) * 1000)::float8 as answered_ms
   from answer a
   left join lateral (
     select true as is_read
     from answer_reading r
     where r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3 and r.bucket_date = a.bucket_date
       and r.answer_id = a.id
     limit 1
   ) r on true
   where a.account_id = $1 and a.project_id = $2 and a.bucket_date >= $4::date
     and (a.bucket_date, a.id) > ($4::date, $5::uuid) and r.is_read is null
   order by a.bucket_date, a.id
   limit $6`,
);

/** At most `limit` retained answers without a reading under the analysis, by day and id, after `place`. */
export async function listPending(
  em: EntityManager,
  scope: ProjectScope,
  analysisId: string,
  place: AnswerPosition,
  limit: number,
): Promise<RetainedAnswer[]> {
  const values = [scope.accountId, scope.projectId, analysisId, place.bucketDate, place.id, limit];
  return (await rows(em, LIST_PENDING, values)).map(({ bucket_date, answered_ms, ...answer }) => ({
    ...answer,
    bucketDate: bucket_date,
    answeredAt: new Date(answered_ms),
  }));
}
