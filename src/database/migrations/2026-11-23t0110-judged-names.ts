import { Migration } from '@mikro-orm/migrations';

/** Constant defaults rewrite no row; all facts from before are the rules' own. */
const DECIDERS = `
alter table answer_reading
  add column brand_decided_by text not null default 'rules'
    check (brand_decided_by in ('rules', 'model', 'rules_fallback'));
alter table answer_mention
  add column decided_by text not null default 'rules'
    check (decided_by in ('rules', 'model', 'rules_fallback'));
`;

/** Verdicts from before are on a tone, and so are those of processes of the release before. */
const VERDICTS = `
alter table sentiment_verdict
  add column is_named boolean,
  alter column sentiment drop not null,
  add check ((is_named is null) <> (sentiment is null));
`;

/** The checks read every row; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Names decided by a model: who decided each, and the verdicts that were paid for. */
export class JudgedNames extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, DECIDERS, VERDICTS]) this.addSql(sql);
  }
}
