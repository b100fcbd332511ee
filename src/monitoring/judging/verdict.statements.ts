import { statement } from '../../database/rows.js';
import type { Sentiment } from '../../entities/vocabulary.js';

/** The verdicts saved under keys ($3, in hex); the judge is part of a key. */
export const FIND_VERDICTS = statement<{
  key: string;
  sentiment: Sentiment;
  evidence_start: number;
  evidence_end: number;
}>(
  'find-sentiment-verdicts',
  `select encode(v.key, 'hex') as key, v.sentiment, v.evidence_start, v.evidence_end
   from unnest($3::text[]) as wanted (key)
   join sentiment_verdict v on v.account_id = $1 and v.project_id = $2 and v.key = decode(wanted.key, 'hex')`,
);

/** The first verdict under a key stays. */
export const SAVE_VERDICT = statement<object>(
  'store-sentiment-verdict',
  `insert into sentiment_verdict (account_id, project_id, key, judge, sentiment, evidence_start, evidence_end)
   values ($1, $2, decode($3, 'hex'), $4, $5, $6, $7)
   on conflict (account_id, project_id, key) do nothing`,
);
