import { Migration } from '@mikro-orm/migrations';

/** A statement each: Citus takes one column at a time. A prompt is only ever deleted with its whole account. */
const WORDINGS = [
  'alter table prompt add column wording_of uuid',
  `alter table prompt add constraint prompt_wording_of_fkey foreign key (account_id, wording_of)
    references prompt (account_id, id) on delete cascade not valid`,
  'alter table prompt validate constraint prompt_wording_of_fkey',
  `alter table prompt add constraint prompt_wording_of_check check (wording_of <> id) not valid`,
  'alter table prompt validate constraint prompt_wording_of_check',
  'create index prompt_wordings on prompt (account_id, project_id, wording_of) where wording_of is not null',
];

/** A prompt may word the intent of another one. */
export class WordingsOfPrompts extends Migration {
  override up(): void {
    for (const sql of WORDINGS) this.addSql(sql);
  }
}
