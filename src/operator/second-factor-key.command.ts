import type { Command } from 'commander';
import { createSecretBox, rotateSecretKey } from '../core/people/factors/secret-box.js';
import { print, withDatabase } from './command-context.js';

/** `keys rotate-second-factor` */
export function addSecondFactorKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the keys that secrets in the database are encrypted with');
  keys
    .command('rotate-second-factor')
    .description(
      'encrypt the secrets of authenticator apps with SECOND_FACTOR_KEY that are under SECOND_FACTOR_OTHER_KEY',
    )
    .action(async () => {
      const rotation = await withDatabase(async (db, { secondFactorKey, secondFactorOtherKey }) => {
        if (!secondFactorKey) throw new Error('SECOND_FACTOR_KEY is not set: there is no key to encrypt with');
        return rotateSecretKey(db, createSecretBox(secondFactorKey, secondFactorOtherKey));
      });
      print(rotation);
      if (rotation.unreadable > 0) {
        const unreadable = `${rotation.unreadable} secrets can be read with neither key, and stay as they are`;
        throw new Error(`${unreadable}: SECOND_FACTOR_OTHER_KEY is not the key that they were encrypted with`);
      }
    });
}
