import { Migration } from '@mikro-orm/migrations';

/** `secret`: nonce, ciphertext and tag of AES-256-GCM. */
const KEYS = `
create table platform_key (
  platform text primary key check (platform in ('chatgpt', 'perplexity', 'claude', 'gemini')),
  secret bytea not null,
  last_characters text not null check (length(last_characters) <= 4),
  stored_at timestamptz(3) not null default now()
);
`;

/** The platforms' keys that the operator stored, of no account. */
export class KeysOfPlatforms extends Migration {
  override up(): void {
    this.addSql(KEYS);
  }
}
