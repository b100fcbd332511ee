import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Decider, Sentiment, SentimentSource } from '../../entities/vocabulary.js';
import type { ProjectScope } from '../facts/project-scope.js';

/** What a person says of a name; `spans` lie flat, and are empty where it is not named. */
export interface CorrectedName {
  /** As facts know it: the project's own id for the brand, else that of a candidate. */
  subjectId: string;
  isNamed: boolean;
  spans: readonly number[];
}

/** What an analysis had found in an answer before it was corrected; of names, those that the correction is about. */
export interface FoundFacts {
  isBrandNamed: boolean;
  brandDecidedBy: Decider;
  sentiment: Sentiment | null;
  sentimentSource: SentimentSource;
  rulesSentiment: Sentiment | null;
  evidence: string | null;
  mentions: readonly {
    subjectId: string;
    mentionCount: number;
    spans: readonly number[];
    position: number | null;
    decidedBy: Decider;
  }[];
}

/** Corrections that one statement applies. */
const APPLIED_AT_ONCE = 500;

const OF_CORRECTION = `r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3::uuid
     and r.bucket_date = c.bucket_date and r.answer_id = c.answer_id`;

/**
 * Keeps what the analysis $3 found in answers whose corrections are not in its facts yet (of one answer, $4, or of
 * all), and forgets what discarded analyses found. Of answers that it has not read there is nothing to keep.
 */
const KEEP_FOUND = statement<{ answer_id: string; bucket_date: string }>(
  'keep-facts-before-correction',
  `with due as materialized (
     select c.answer_id
     from answer_correction c
     join answer_reading r on ${OF_CORRECTION}
     where c.account_id = $1 and c.project_id = $2 and not c.found ? $3::text
       and ($4::uuid is null or c.answer_id = $4)
     order by c.answer_id
     limit ${APPLIED_AT_ONCE}
   )
   update answer_correction c
   set found = coalesce(
       (
         select jsonb_object_agg(e.key, e.value)
         from jsonb_each(c.found) e
         join analysis a on a.account_id = $1 and a.id = e.key::uuid
       ),
       '{}'
     ) || jsonb_build_object(
       $3::text,
       jsonb_build_object(
         'isBrandNamed', r.is_brand_named, 'brandDecidedBy', r.brand_decided_by, 'sentiment', r.sentiment,
         'sentimentSource', r.sentiment_source, 'rulesSentiment', r.rules_sentiment, 'evidence', r.evidence,
         'mentions', coalesce(
           (
             select jsonb_agg(
               jsonb_build_object(
                 'subjectId', m.subject_id, 'mentionCount', m.mention_count, 'spans', to_jsonb(m.spans),
                 'position', m.position, 'decidedBy', m.decided_by
               )
             )
             from jsonb_array_elements(c.names) n
             join answer_mention m on m.account_id = $1 and m.project_id = $2 and m.analysis_id = $3::uuid
               and m.bucket_date = c.bucket_date and m.answer_id = c.answer_id
               and m.subject_id = (n.value ->> 'subjectId')::uuid
           ),
           '[]'
         )
       )
     )
   from due d
   cross join answer_reading r
   where c.account_id = $1 and c.project_id = $2 and c.answer_id = d.answer_id and ${OF_CORRECTION}
   returning c.answer_id, c.bucket_date`,
);

/** What the correction `c` says of whether the brand is named; null where it says nothing of it. */
const SAYS_OF_BRAND = `(
       select (n.value ->> 'isNamed')::boolean
       from jsonb_array_elements(c.names) n
       where (n.value ->> 'subjectId')::uuid = $2
     )`;

const IS_NAMED = `coalesce(${SAYS_OF_BRAND}, r.is_brand_named)`;

/** Of the answers $4, whose facts were kept. An evidence of the same tone stays, unless people name another. */
const CORRECT_READINGS = statement<object>(
  'correct-readings',
  `update answer_reading r
   set is_brand_named = ${IS_NAMED},
     brand_decided_by = case when ${SAYS_OF_BRAND} is null then r.brand_decided_by else 'person' end,
     sentiment = case when ${IS_NAMED} then coalesce(c.sentiment, r.sentiment, 'neutral') end,
     sentiment_source = case
       when c.sentiment is not null or ${SAYS_OF_BRAND} is distinct from r.is_brand_named
         and ${SAYS_OF_BRAND} is not null then 'person'
       else r.sentiment_source
     end,
     evidence = case
       when not ${IS_NAMED} then null
       when c.sentiment is null then r.evidence
       when c.evidence is not null then c.evidence
       when c.sentiment = r.sentiment then r.evidence
     end
   from answer_correction c
   where c.account_id = $1 and c.project_id = $2 and c.answer_id = any ($4::uuid[]) and ${OF_CORRECTION}`,
);

const REMOVE_UNNAMED = statement<object>(
  'remove-mentions-by-correction',
  `delete from answer_mention r
   using answer_correction c, jsonb_array_elements(c.names) n
   where c.account_id = $1 and c.project_id = $2 and c.answer_id = any ($4::uuid[]) and ${OF_CORRECTION}
     and r.subject_id = (n.value ->> 'subjectId')::uuid and not (n.value ->> 'isNamed')::boolean`,
);

/** Where the analysis found the name too, its places stay. */
const ADD_NAMED = statement<object>(
  'add-mentions-by-correction',
  `insert into answer_mention as m (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     subject_id, mention_count, spans, position, decided_by)
   select $1, $2, $3::uuid, c.bucket_date, c.answer_id, r.platform, r.answered_at, (n.value ->> 'subjectId')::uuid,
     s.count, s.spans, null, 'person'
   from answer_correction c
   join answer_reading r on ${OF_CORRECTION}
   cross join jsonb_array_elements(c.names) n
   cross join lateral (
     select array_agg(e.value::integer order by e.ordinality) as spans, count(*)::int / 2 as count
     from jsonb_array_elements_text(n.value -> 'spans') with ordinality e
   ) s
   where c.account_id = $1 and c.project_id = $2 and c.answer_id = any ($4::uuid[])
     and (n.value ->> 'isNamed')::boolean
   on conflict (account_id, project_id, analysis_id, bucket_date, answer_id, subject_id) do update
   set decided_by = excluded.decided_by`,
);

/**
 * Puts corrections into the facts of an analysis that does not have them yet, and keeps what it had found: of one
 * answer, or of all that it has read. The caller must roll up the days that are returned, `YYYY-MM-DD`, in the same
 * transaction or before any reader sees the analysis.
 */
export async function applyCorrections(
  tx: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  analysisId: string,
  answerId: string | null = null,
): Promise<Set<string>> {
  const days = new Set<string>();
  const key = [accountId, projectId, analysisId];
  for (;;) {
    const kept = await tx.rows(KEEP_FOUND, [...key, answerId]);
    const values = [...key, kept.map(({ answer_id }) => answer_id)];
    if (kept.length > 0) {
      for (const corrected of [CORRECT_READINGS, REMOVE_UNNAMED, ADD_NAMED]) await tx.rows(corrected, values);
    }
    for (const { bucket_date } of kept) days.add(bucket_date);
    if (kept.length < APPLIED_AT_ONCE) return days;
  }
}

const RESTORE_READING = statement<{ answer_id: string }>(
  'restore-reading',
  `update answer_reading r
   set is_brand_named = f."isBrandNamed", brand_decided_by = f."brandDecidedBy", sentiment = f.sentiment,
     sentiment_source = f."sentimentSource", rules_sentiment = f."rulesSentiment", evidence = f.evidence
   from jsonb_to_record($6::jsonb) as f ("isBrandNamed" boolean, "brandDecidedBy" text, sentiment text,
     "sentimentSource" text, "rulesSentiment" text, evidence text)
   where r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3 and r.bucket_date = $4 and r.answer_id = $5
   returning r.answer_id`,
);

const REMOVE_CORRECTED = statement<object>(
  'remove-corrected-mentions',
  `delete from answer_mention m
   where m.account_id = $1 and m.project_id = $2 and m.analysis_id = $3 and m.bucket_date = $4 and m.answer_id = $5
     and m.subject_id = any ($6::uuid[])`,
);

const RESTORE_MENTIONS = statement<object>(
  'restore-mentions',
  `insert into answer_mention (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
     subject_id, mention_count, spans, position, decided_by)
   select $1, $2, $3, $4, $5, r.platform, r.answered_at, f."subjectId", f."mentionCount", f.spans, f.position,
     f."decidedBy"
   from answer_reading r
   cross join jsonb_to_recordset($6::jsonb) as f ("subjectId" uuid, "mentionCount" integer, spans integer[],
     position integer, "decidedBy" text)
   where r.account_id = $1 and r.project_id = $2 and r.analysis_id = $3 and r.bucket_date = $4 and r.answer_id = $5`,
);

/** A correction as it is stored, beside the answer that it is of. */
export interface StoredCorrection {
  answerId: string;
  bucketDate: string;
  names: readonly CorrectedName[];
  /** By analysis. */
  found: Readonly<Record<string, FoundFacts>>;
}

/**
 * Puts back what each analysis had found in an answer before it was corrected. @returns the analyses whose day is to be
 * rolled up; one that was discarded meanwhile is not among them.
 */
export async function restoreFound(
  tx: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  { answerId, bucketDate, names, found }: StoredCorrection,
): Promise<string[]> {
  const restored: string[] = [];
  for (const [analysisId, { mentions, ...reading }] of Object.entries(found)) {
    const place = [accountId, projectId, analysisId, bucketDate, answerId];
    if ((await tx.rows(RESTORE_READING, [...place, JSON.stringify(reading)])).length === 0) continue;
    await tx.rows(REMOVE_CORRECTED, [...place, names.map(({ subjectId }) => subjectId)]);
    if (mentions.length > 0) await tx.rows(RESTORE_MENTIONS, [...place, JSON.stringify(mentions)]);
    restored.push(analysisId);
  }
  return restored;
}
