import { Migration } from '@mikro-orm/migrations';

const ATTEMPTS = `
create table analysis_attempt (
  account_id uuid not null,
  project_id uuid not null,
  id uuid not null,
  names bytea not null,
  version integer not null,
  unfinished integer not null,
  begun_at timestamptz(3) not null default now(),
  told_at timestamptz(3),
  primary key (account_id, project_id),
  foreign key (account_id, project_id) references project (account_id, id)
);
`;

/** Re-analyses that a worker has begun, so that a project whose analysis ends the process is known and set aside. */
export class AttemptsAtAnalyses extends Migration {
  override up(): void {
    this.addSql(ATTEMPTS);
  }
}
