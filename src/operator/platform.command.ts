import { Argument, type Command, InvalidArgumentError } from 'commander';
import { SYSTEM_CLOCK } from '../clock.js';
import type { Config } from '../config.js';
import { invalid } from '../core/errors.js';
import { listPlatformKeys, removePlatformKey } from '../core/platforms/platform-keys.js';
import { listPlatformLimits, PAUSE_MS_MAX, pausePlatform, resumePlatform } from '../core/platforms/platform-status.js';
import { storeTriedKey, tryKeyInUse } from '../core/platforms/platform-trial.js';
import type { DatabaseSession } from '../database/database-session.js';
import { PLATFORMS, type Platform } from '../entities/vocabulary.js';
import { commandIo, print, withDatabase } from './command-context.js';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `platform list|pause|resume|try` and `platform key set|remove`; most print how all platforms stand then */
export function addPlatformCommands(program: Command): void {
  const platform = program
    .command('platform')
    .description('whether platforms are asked, in all processes, and with which keys');
  const name = () => new Argument('<name>', 'the platform').choices(PLATFORMS);
  platform
    .command('list')
    .description('whether each is asked now, why not, what it cost today (UTC), and where its key comes from')
    .action(async () => print(await withDatabase(listPlatforms)));
  platform
    .command('pause')
    .description('ask it nothing more; runs are planned and wait')
    .addArgument(name())
    .option('--for <time>', 'such as 30m, 2h or 3d; until it is resumed where this is missing', toMs)
    .action(async (paused: Platform, { for: forMs }: { for?: number }) =>
      print(
        await withDatabase(async (db, config) => {
          await pausePlatform(db, paused, forMs ?? null);
          return listPlatforms(db, config);
        }),
      ),
    );
  platform
    .command('resume')
    .description('ask it again: ends a pause, and what it is known to fail at')
    .addArgument(name())
    .action(async (resumed: Platform) =>
      print(
        await withDatabase(async (db, config) => {
          await resumePlatform(db, resumed);
          return listPlatforms(db, config);
        }),
      ),
    );
  platform
    .command('try')
    .description('ask one question with the key in use; costs about $0.01')
    .addArgument(name())
    .action(async (tried: Platform) => {
      const trial = await withDatabase(async (db, config) => tryKeyInUse(db, tried, config, SYSTEM_CLOCK));
      print(trial);
      if (!trial.isAnswered) commandIo().exitCode = REFUSED;
    });
  addKeyCommands(platform, name);
}

const REFUSED = 1;

function addKeyCommands(platform: Command, name: () => Argument): void {
  const key = platform.command('key').description('keys that are stored, encrypted with SECRETS_KEY');
  key
    .command('set')
    .description('try the key on standard input with one question, about $0.01, and store it')
    .addArgument(name())
    .action(async (of: Platform) => {
      const given = await readKey();
      print(
        await withDatabase(async (db, config) => {
          await storeTriedKey(db, { platform: of, apiKey: given }, config, SYSTEM_CLOCK);
          if (config.platforms.some((each) => each.platform === of))
            commandIo().stderr.write('The key is stored and not used: the environment has a key, which wins.\n');
          return listPlatforms(db, config);
        }),
      );
    });
  key
    .command('remove')
    .description('delete the stored key; workers stop using it within a minute')
    .addArgument(name())
    .action(async (of: Platform) =>
      print(
        await withDatabase(async (db, config) => {
          if (!(await removePlatformKey(db, of))) throw invalid([], `no key of ${of} is stored`);
          return listPlatforms(db, config);
        }),
      ),
    );
}

/** How the platforms are, and where their keys come from, as this command's environment and the database say. */
async function listPlatforms(db: DatabaseSession, config: Readonly<Config>): Promise<object[]> {
  const keys = await listPlatformKeys(db, config);
  const limits = await listPlatformLimits(db);
  return limits.map((each) => ({ ...each, ...keys.find(({ platform }) => platform === each.platform) }));
}

/** Longer than any key; without it, `/dev/zero` would never end. */
const INPUT_BYTES_MAX = 4_096;

/** The key on standard input, without the line break that `echo` puts at its end. */
async function readKey(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of commandIo().stdin) {
    bytes += chunk.length;
    if (bytes > INPUT_BYTES_MAX) throw invalid(['key'], `key: must have at most ${INPUT_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

function toMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms >= 1_000 && ms <= PAUSE_MS_MAX) return ms;
  throw new InvalidArgumentError('must be a time such as 30m, 2h or 3d, 366d at most');
}
