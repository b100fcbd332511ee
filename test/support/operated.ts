import { randomBytes } from 'node:crypto';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import type { PlatformTools } from '../../src/core/platforms/operated-platforms.js';
import type { PlatformSources } from '../../src/core/platforms/platform-keys.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import type { TestDatabase } from './database.js';
import type { FakePlatforms } from './fake-platforms.js';
import { queryDatabase } from './sql.js';

type Addresses = Pick<FakePlatforms, 'urls'>;

/** Where no platform is, for what asks none. */
export const NOWHERE: Addresses = {
  urls: {
    chatgpt: 'http://127.0.0.1:9',
    perplexity: 'http://127.0.0.1:9',
    claude: 'http://127.0.0.1:9',
    gemini: 'http://127.0.0.1:9',
  },
};

/** What a process of a test knows of platforms: those of the fake, without keys of the environment unless given. */
export function toolsFor({ urls }: Addresses, changed: Partial<PlatformSources> = {}): PlatformTools {
  const platformSettings = PLATFORMS.map((platform) => ({
    platform,
    baseUrl: urls[platform],
    model: undefined,
    requestsPerMinute: 60,
    dailyBudgetUsd: undefined,
    isGrounded: true,
  }));
  const keys = { secretsKey: randomBytes(32), secretsOtherKey: undefined, platforms: [] };
  return { sources: { ...keys, platformSettings, ...changed }, timer: SYSTEM_CLOCK };
}

/** Makes an account the operator's own, as *Set up* does. */
export async function makeOperators(database: TestDatabase, accountId: string): Promise<void> {
  await queryDatabase(database, 'update account set is_operator = true where account_id = $1', [accountId]);
}

/** The platforms as they are before anything was asked of them, without stored keys. */
export async function forgetPlatforms(database: TestDatabase): Promise<void> {
  await queryDatabase(database, 'delete from platform_key');
  await queryDatabase(
    database,
    `update platform_gate
     set spent_microusd = 0, cap_microusd = null, paused_until = null, pause_reason = null, breaker = 'closed',
       failures = 0, tried_at = null, trial_fault = null, previous_date = null, previous_microusd = 0,
       served_until = null`,
  );
}
