import type { Command } from 'commander';
import { createSecretBox } from '../core/access/secret-box.js';
import { rotateDestinationKeys } from '../core/destinations/destination-key-rotation.js';
import { rotateSecretKey } from '../core/people/factors/secret-rotation.js';
import { rotateProviderSecrets } from '../core/people/providers/provider-secret-rotation.js';
import { rotatePlatformKeys } from '../core/platforms/platform-keys.js';
import { print, withDatabase } from './command-context.js';

/** `keys rotate-second-factor|rotate-platforms|rotate-destinations` */
export function addEncryptionKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the keys that secrets in the database are encrypted with');
  keys
    .command('rotate-second-factor')
    .description(
      'encrypt secrets of apps and identity providers with SECOND_FACTOR_KEY that are under SECOND_FACTOR_OTHER_KEY',
    )
    .action(async () => {
      const rotation = await withDatabase(async (db, { secondFactorKey, secondFactorOtherKey }) => {
        if (!secondFactorKey) throw new Error('SECOND_FACTOR_KEY is not set: there is no key to encrypt with');
        const box = createSecretBox(secondFactorKey, secondFactorOtherKey);
        const [apps, providers] = [await rotateSecretKey(db, box), await rotateProviderSecrets(db, box)];
        return {
          rotated: apps.rotated + providers.rotated,
          current: apps.current + providers.current,
          unreadable: apps.unreadable + providers.unreadable,
        };
      });
      print(rotation);
      if (rotation.unreadable > 0) {
        const unreadable = `${rotation.unreadable} secrets can be read with neither key, and stay as they are`;
        throw new Error(`${unreadable}: SECOND_FACTOR_OTHER_KEY is not the key that they were encrypted with`);
      }
    });
  keys
    .command('rotate-platforms')
    .description("encrypt the platforms' stored keys with SECRETS_KEY that are under SECRETS_OTHER_KEY")
    .action(async () => {
      const rotation = await withDatabase(rotatePlatformKeys);
      print(rotation);
      if (rotation.unreadable > 0) {
        const unreadable = `${rotation.unreadable} keys can be read with neither key, and stay as they are`;
        throw new Error(`${unreadable}: SECRETS_OTHER_KEY is not the key that they were encrypted with`);
      }
    });
  keys
    .command('rotate-destinations')
    .description('encrypt the secrets of webhooks and channels with SECRETS_KEY that are under SECRETS_OTHER_KEY')
    .action(async () => {
      const rotation = await withDatabase(async (db, { secretsKey, secretsOtherKey }) => {
        if (!secretsKey) throw new Error('SECRETS_KEY is not set: there is no key to encrypt with');
        return rotateDestinationKeys(db, createSecretBox(secretsKey, secretsOtherKey, 'SECRETS_KEY'));
      });
      print(rotation);
      if (rotation.unreadable > 0) {
        const unreadable = `${rotation.unreadable} secrets can be read with neither key, and stay as they are`;
        throw new Error(`${unreadable}: SECRETS_OTHER_KEY is not the key that they were encrypted with`);
      }
    });
}
