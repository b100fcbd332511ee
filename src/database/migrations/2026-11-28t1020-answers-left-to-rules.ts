import { Migration } from '@mikro-orm/migrations';

/** Null in rows of releases that did not note it. */
const LEFT = 'alter table answer_reading add column is_left_to_rules boolean';

/** Which answers have a question that no verdict of their judge decides, so that these alone are read again for it. */
export class AnswersLeftToRules extends Migration {
  override up(): void {
    this.addSql(LEFT);
  }
}
