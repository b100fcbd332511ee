import { Migration } from '@mikro-orm/migrations';

/** An account that its owners have asked to delete. `removing_since`: its rows are going, and it cannot come back. */
const DELETIONS = `
create table account_deletion (
  account_id uuid primary key references account,
  requested_at timestamptz(3) not null default now(),
  delete_at timestamptz(3) not null,
  requested_by uuid,
  subscription_before text not null check (subscription_before in ('active', 'inactive')),
  removing_since timestamptz(3)
);
create index account_deletion_due on account_deletion (delete_at);
`;

/** Each list holds what former releases write. */
const EVENTS = `
alter table security_event drop constraint security_event_kind_check;
alter table security_event add constraint security_event_kind_check check (kind in ('sign_in', 'sign_in_failed',
  'sign_out', 'session_ended', 'password_changed', 'reset_requested', 'link_used', 'invited', 'role_changed',
  'holder_disabled', 'key_created', 'key_revoked', 'limits_hit', 'factor_added', 'factor_removed', 'factor_failed',
  'recovery_code_used', 'recovery_codes_renewed', 'stepped_up', 'step_up_failed', 'second_factor_required',
  'second_factor_optional', 'account_exported', 'own_data_exported', 'deletion_requested', 'deletion_taken_back'));
`;

/** An account is exported, and deleted for good after days in which it can be taken back. */
export class DeletionOfAccounts extends Migration {
  override up(): void {
    this.addSql(DELETIONS);
    this.addSql(EVENTS);
  }
}
