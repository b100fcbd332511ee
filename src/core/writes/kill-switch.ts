import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { readOnly } from './write.js';

const READ = statement<{ active: boolean }>(
  'kill-switch-status',
  `select is_active as active
   from service_switch
   where name = 'kill_switch'`,
);

const SET = statement<{ active: boolean }>(
  'set-kill-switch',
  `with instant as (
     select now() as at
   )
   update service_switch s
   set is_active = $1, changed_at = case when s.is_active = $1 then s.changed_at else i.at end
   from instant i
   where s.name = 'kill_switch'
   returning s.is_active as active`,
);

/** Whether writes to projects, prompts and competitors are switched off. */
export async function getKillSwitch(em: EntityManager): Promise<{ active: boolean }> {
  return known((await rows(em, READ, []))[0]);
}

/**
 * Tells who wants to write that writes are switched off, before the rest of the request is looked at; the write itself
 * decides.
 * @throws ServiceError SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function refuseWhileReadOnly(em: EntityManager): Promise<void> {
  if ((await getKillSwitch(em)).active) throw readOnly();
}

/** Switches writes off or on for the whole service; waits for writes under way, so none lands after it returned. */
export async function setKillSwitch(em: EntityManager, active: boolean): Promise<{ active: boolean }> {
  return known((await rows(em, SET, [active]))[0]);
}

function known(row: { active: boolean } | undefined): { active: boolean } {
  if (!row) throw new Error('the kill switch has no row');
  return row;
}
