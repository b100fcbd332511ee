import { Argument, type Command, InvalidArgumentError } from 'commander';
import { listPlatformLimits, PAUSE_MS_MAX, pausePlatform, resumePlatform } from '../core/platforms/platform-status.js';
import { PLATFORMS, type Platform } from '../entities/vocabulary.js';
import { print, withDatabase } from './command-context.js';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `platform list|pause|resume`; each prints how all platforms stand then */
export function addPlatformCommands(program: Command): void {
  const platform = program.command('platform').description('whether platforms are asked, in all processes');
  const name = () => new Argument('<name>', 'the platform').choices(PLATFORMS);
  platform
    .command('list')
    .description('whether each is asked now, why not, and what it cost today (UTC)')
    .action(async () => print(await withDatabase(listPlatformLimits)));
  platform
    .command('pause')
    .description('ask it nothing more; runs are planned and wait')
    .addArgument(name())
    .option('--for <time>', 'such as 30m, 2h or 3d; until it is resumed where this is missing', toMs)
    .action(async (paused: Platform, { for: forMs }: { for?: number }) =>
      print(
        await withDatabase(async (db) => {
          await pausePlatform(db, paused, forMs ?? null);
          return listPlatformLimits(db);
        }),
      ),
    );
  platform
    .command('resume')
    .description('ask it again: ends a pause, and what it is known to fail at')
    .addArgument(name())
    .action(async (resumed: Platform) =>
      print(
        await withDatabase(async (db) => {
          await resumePlatform(db, resumed);
          return listPlatformLimits(db);
        }),
      ),
    );
}

function toMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms >= 1_000 && ms <= PAUSE_MS_MAX) return ms;
  throw new InvalidArgumentError('must be a time such as 30m, 2h or 3d, 366d at most');
}
