import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';

const READ = statement<{ active: boolean }>(
  'kill-switch-status',
  `select is_active as active
   from service_switch
   where name = 'kill_switch'`,
);

const SET = statement<{ active: boolean }>(
  'set-kill-switch',
  `update service_switch
   set is_active = $1, changed_at = case when is_active = $1 then changed_at else now() end
   where name = 'kill_switch'
   returning is_active as active`,
);

/** Whether writes to projects, prompts and competitors are switched off. */
export async function getKillSwitch(em: EntityManager): Promise<{ active: boolean }> {
  return known((await rows(em, READ, []))[0]);
}

/** Switches writes off or on for the whole service; waits for writes under way, so none lands after it returned. */
export async function setKillSwitch(em: EntityManager, active: boolean): Promise<{ active: boolean }> {
  return known((await rows(em, SET, [active]))[0]);
}

function known(row: { active: boolean } | undefined): { active: boolean } {
  if (!row) throw new Error('the kill switch has no row');
  return row;
}
