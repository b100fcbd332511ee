import { statement } from '../../database/rows.js';
import type { Sentiment } from '../../entities/vocabulary.js';

/** The verdicts saved under keys ($3, in hex); the judge is part of a key. One of the first two columns is null. */
export const FIND_VERDICTS = statement<{
  key: string;
  is_named: boolean | null;
  sentiment: Sentiment | null;
  evidence_start: number;
  evidence_end: number;
}>(
  'find-verdicts',
  `select encode(v.key, 'hex') as key, v.is_named, v.sentiment, v.evidence_start, v.evidence_end
   from unnest($3::text[]) as wanted (key)
   join sentiment_verdict v on v.account_id = $1 and v.project_id = $2 and v.key = decode(wanted.key, 'hex')`,
);

/** Verdicts of a judge ($3) in one order, against deadlocks; the first verdict under a key stays. */
export const SAVE_VERDICTS = statement<object>(
  'store-verdicts',
  `insert into sentiment_verdict (account_id, project_id, key, judge, is_named, sentiment, evidence_start, evidence_end)
   select $1, $2, decode(v.key, 'hex'), $3, v.is_named, v.sentiment, v.evidence_start, v.evidence_end
   from json_to_recordset($4::json) as v (key text, is_named boolean, sentiment text, evidence_start integer,
     evidence_end integer)
   order by v.key
   on conflict (account_id, project_id, key) do nothing`,
);
