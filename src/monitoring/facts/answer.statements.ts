import { statement } from '../../database/rows.js';

/** One row for each answer that was not ingested before; waits for a transaction that ingests the same one. */
export const SAVE_RECEIPTS = statement<{ answer_id: string }>(
  'store-answer-receipts',
  `insert into answer_receipt (account_id, project_id, external_id, answer_id)
   select $1, $2, r.external_id, r.id
   from json_to_recordset($3::json) as r (external_id text, id uuid)
   on conflict (account_id, project_id, external_id) do nothing
   returning answer_id`,
);

/** Those of some external ids ($3) whose answers were ingested before. */
export const FIND_RECEIPTS = statement<{ external_id: string }>(
  'find-answer-receipts',
  `select r.external_id
   from unnest($3::text[]) as wanted (external_id)
   join answer_receipt r on r.account_id = $1 and r.project_id = $2 and r.external_id = wanted.external_id`,
);

/** The id and day of the answers of some external ids ($3). The day is not known beforehand, so every month is read. */
export const FIND_STORED_ANSWERS = statement<{ external_id: string; answer_id: string; bucket_date: string }>(
  'find-stored-answers',
  `select r.external_id, r.answer_id, a.bucket_date
   from unnest($3::text[]) as wanted (external_id)
   join answer_receipt r on r.account_id = $1 and r.project_id = $2 and r.external_id = wanted.external_id
   join answer a on a.account_id = $1 and a.project_id = $2 and a.id = r.answer_id`,
);

/**
 * Ties each answer to the prompt it names where that is one of this project, archived or not, else to the unarchived
 * one of its question.
 */
export const STORE_ANSWERS = statement<object>(
  'store-answers',
  `insert into answer (account_id, project_id, bucket_date, id, platform, model, prompt_id, question, text, citations,
     is_truncated, answered_at)
   select $1, $2, r.bucket_date, r.id, r.platform, r.model, coalesce(p.id, q.id), r.question, r.text,
     r.citations, r.is_truncated,
     r.answered_at
   from json_to_recordset($3::json) as r (bucket_date date, id uuid, prompt_id uuid, platform text, model text,
     question text, question_hash text, text text, citations jsonb, is_truncated boolean, answered_at timestamptz)
   left join prompt p on p.account_id = $1 and p.id = r.prompt_id and p.project_id = $2
   left join prompt q on q.account_id = $1 and q.project_id = $2 and q.text_hash = decode(r.question_hash, 'hex')
     and q.archived_at is null`,
);

/**
 * Notes since when models answer. Once they are known it writes and locks nothing; else rows are written in one order,
 * against deadlocks.
 */
export const NOTE_MODELS = statement<object>(
  'note-served-models',
  `insert into served_model as s (account_id, project_id, platform, model, first_at)
   select $1, $2, m.platform, m.model, m.first_at
   from json_to_recordset($3::json) as m (platform text, model text, first_at timestamptz)
   where not exists (
     select
     from served_model k
     where k.account_id = $1 and k.project_id = $2 and k.platform = m.platform and k.model = m.model
       and k.first_at <= m.first_at
   )
   order by m.platform, m.model
   on conflict (account_id, project_id, platform, model) do update
   set first_at = least(s.first_at, excluded.first_at)`,
);

export const STORE_READINGS = statement<object>(
  'store-answer-readings',
  `insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     question_hash, is_brand_named, brand_decided_by, sentiment, sentiment_source, evidence)
   select $1, $2, $3, r.bucket_date, r.answer_id, r.platform, r.answered_at, decode(r.question_hash, 'hex'),
     r.is_brand_named, r.brand_decided_by, r.sentiment, r.sentiment_source, r.evidence
   from json_to_recordset($4::json) as r (bucket_date date, answer_id uuid, platform text, answered_at timestamptz,
     question_hash text, is_brand_named boolean, brand_decided_by text, sentiment text, sentiment_source text,
     evidence text)`,
);

export const STORE_MENTIONS = statement<object>(
  'store-answer-mentions',
  `insert into answer_mention (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     subject_id, mention_count, spans, position, decided_by)
   select $1, $2, $3, r.bucket_date, r.answer_id, r.platform, r.answered_at, m.subject_id, m.mention_count, m.spans,
     m.position, m.decided_by
   from json_to_recordset($4::json) as r (bucket_date date, answer_id uuid, platform text, answered_at timestamptz,
     mentions json)
   cross join lateral json_to_recordset(r.mentions) as m (subject_id uuid, mention_count integer, spans integer[],
     position integer, decided_by text)`,
);

export const STORE_CITATIONS = statement<object>(
  'store-answer-citations',
  `insert into answer_citation (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     ordinal, domain, url, title)
   select $1, $2, $3, r.bucket_date, r.answer_id, r.platform, r.answered_at, r.ordinal, r.domain, r.url, r.title
   from json_to_recordset($4::json) as r (bucket_date date, answer_id uuid, platform text, answered_at timestamptz,
     ordinal integer, domain text, url text, title text)`,
);
