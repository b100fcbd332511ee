import { Migration } from '@mikro-orm/migrations';

/**
 * A project is of one account, and its answers are read under one analysis: counted as independent, the three leave one
 * row where there are thousands. With `dependencies` PostgreSQL knows after its next `analyze`.
 */
const STATISTICS = [
  `create statistics daily_question_response_scope (dependencies)
     on account_id, project_id, analysis_id
     from daily_question_response`,
  `create statistics daily_question_mention_scope (dependencies)
     on account_id, project_id, analysis_id
     from daily_question_mention`,
];

/** How many rows by question a project has, so that they are read and grouped as many are. */
export class RowsExpectedOfAProject extends Migration {
  override up(): void {
    for (const sql of STATISTICS) this.addSql(sql);
  }
}
