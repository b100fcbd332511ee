import { Migration } from '@mikro-orm/migrations';

/**
 * Candidates from before all belong to competitors. Their key decides nothing but where a name is filed that is found
 * between a competitor's creation and its first analysis, so the database's own folding is near enough for them: what
 * it leaves unfolded matches nothing.
 */
const NAME_KEY = `
alter table competitor_candidate add column name_key text;
update competitor_candidate set name_key = left(lower(regexp_replace(name, '[\\s-]+', '', 'g')), 200);
alter table competitor_candidate alter column name_key set not null;
`;

/** Tracked ones apart: a project has few of them and may have thousands that are only discovered. */
const INDEXES = `
drop index competitor_candidate_of;
create unique index competitor_candidate_discovered on competitor_candidate (account_id, project_id, name_key)
  where competitor_id is null;
create index competitor_candidate_tracked on competitor_candidate (account_id, project_id, name_key)
  where competitor_id is not null;
`;

/** Names that the analysis discovers become candidates, one for each folded name of a project. */
export class CandidatesByName extends Migration {
  override up(): void {
    for (const sql of [NAME_KEY, INDEXES]) this.addSql(sql);
  }
}
