import { Migration } from '@mikro-orm/migrations';

/**
 * How far from buying the one is who asks a prompt, and who that is. A statement each: Citus takes one column at a
 * time. The check is validated after it is in place, which lets others write meanwhile; all rows have null.
 */
const STATEMENTS = [
  'alter table prompt add column stage text',
  'alter table prompt add column persona text',
  `alter table prompt add constraint prompt_stage_check
     check (stage in ('awareness', 'consideration', 'decision', 'use')) not valid`,
  'alter table prompt validate constraint prompt_stage_check',
  `alter table prompt add constraint prompt_persona_check check (char_length(persona) <= 50) not valid`,
  'alter table prompt validate constraint prompt_persona_check',
];

export class StageAndPersona extends Migration {
  override up(): void {
    for (const sql of STATEMENTS) this.addSql(sql);
  }
}
