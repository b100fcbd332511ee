import { Migration } from '@mikro-orm/migrations';

const SOURCE = `
alter table answer_reading drop constraint answer_reading_sentiment_source_check;
alter table answer_reading add constraint answer_reading_sentiment_source_check
  check (sentiment_source in ('rules', 'model', 'rules_fallback', 'no_rule'));
`;

/** A constant default rewrites no row, and is right for all rows from before: no reading of them has the new source. */
const COUNT = 'alter table daily_response add column no_rule integer not null default 0';

/** A check reads every row; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/**
 * Neutral only because the rules do not know the answer's language: a source of its own, and its count a day. A process
 * of the release before stores no such source, and its counts of a day leave the column at 0, which is right for them.
 */
export class SentimentWithoutRules extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, SOURCE, COUNT]) this.addSql(sql);
  }
}
