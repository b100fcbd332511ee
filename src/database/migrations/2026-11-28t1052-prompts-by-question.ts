import { Migration } from '@mikro-orm/migrations';

/**
 * Rows by question look up the prompt that asks it, also one that is archived: without an index of those, each row read
 * all prompts that the account ever had.
 */
const BY_QUESTION = 'create index prompt_by_question on prompt (account_id, project_id, text_hash)';

/** Prompts are thousands at most; the limit of requests is lifted for this transaction alone. */
const TAKE_YOUR_TIME = 'set local statement_timeout = 0';

/** Archived prompts are found by their question as fast as others. */
export class PromptsByQuestion extends Migration {
  override up(): void {
    for (const sql of [TAKE_YOUR_TIME, BY_QUESTION]) this.addSql(sql);
  }
}
