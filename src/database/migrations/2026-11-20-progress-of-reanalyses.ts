import { Migration } from '@mikro-orm/migrations';

/** Constant defaults rewrite no row, and are right for a build that counts nothing. */
const PROGRESS = `
alter table analysis
  add column answers_read integer not null default 0,
  add column answers_total integer not null default 0;
`;

/** An account has one analysis a project, and one more while its answers are read again. */
const BY_PROJECT = 'create index analysis_of_project on analysis (account_id, project_id)';

/** How far a re-analysis has come, on the analysis that it makes, so that asking counts no answers. */
export class ProgressOfReanalyses extends Migration {
  override up(): void {
    for (const sql of [PROGRESS, BY_PROJECT]) this.addSql(sql);
  }
}
