import type { Command } from 'commander';
import { getKillSwitch, setKillSwitch } from '../core/writes.js';
import { print, withDatabase } from './command-context.js';

/** `kill-switch on|off|status` */
export function addKillSwitchCommands(program: Command): void {
  const killSwitch = program.command('kill-switch').description('writes to projects, prompts and competitors, for all');
  killSwitch
    .command('on')
    .description('make them read-only; waits for writes under way')
    .action(async () => print(await withDatabase((db) => setKillSwitch(db, true))));
  killSwitch
    .command('off')
    .description('allow them again')
    .action(async () => print(await withDatabase((db) => setKillSwitch(db, false))));
  killSwitch
    .command('status')
    .description('show whether they are read-only')
    .action(async () => print(await withDatabase((db) => getKillSwitch(db))));
}
