import type { Timer } from '../../clock.js';
import { type PlatformSources, readPlatformKeys } from '../../core/platforms/platform-keys.js';
import type { DatabaseSession } from '../../database/database-session.js';
import type { EngineLog } from './engine-figures.js';
import { type ServedPlatform, servedPlatforms } from './run-worker.js';

/**
 * The platforms that a process asks: with keys of its environment, and with those that are stored as they are at each
 * reading. A platform whose key is the same keeps its client, which knows what the platform asked to wait for.
 */
export class KeyedPlatforms {
  private readonly ofEnvironment: readonly ServedPlatform[];
  private ofStore: readonly { key: string; served: ServedPlatform }[] = [];
  /** Stored keys that could not be read, so that each is logged once. */
  private unreadable: readonly string[] = [];

  constructor(
    private readonly sources: PlatformSources,
    private readonly clock: Timer,
    private readonly log: EngineLog,
  ) {
    this.ofEnvironment = servedPlatforms(sources.platforms, clock);
  }

  /** Reads the stored keys. One that SECRETS_KEY does not read is logged, once, and its platform is not asked. */
  async read(db: DatabaseSession): Promise<readonly ServedPlatform[]> {
    const { sources } = this;
    const stored = await readPlatformKeys(db, sources);
    const used = stored.filter(({ platform }) => sources.platforms.every((own) => own.platform !== platform));
    this.report(used.filter(({ key }) => key === null).map(({ platform, storedAt }) => `${platform} ${storedAt}`));
    this.ofStore = used.flatMap(({ platform, key }) => {
      if (key === null) return [];
      const same = this.ofStore.find((each) => each.served.platform === platform && each.key === key);
      if (same) return same;
      const settings = sources.platformSettings.filter((each) => each.platform === platform);
      const asked = servedPlatforms(
        settings.map((each) => ({ ...each, apiKey: key })),
        this.clock,
      );
      return asked.map((served) => ({ key, served }));
    });
    return [...this.ofEnvironment, ...this.ofStore.map(({ served }) => served)];
  }

  private report(unreadable: readonly string[]): void {
    for (const each of unreadable.filter((one) => !this.unreadable.includes(one))) {
      const [platform] = each.split(' ');
      this.log.error({ platform }, 'the stored key of a platform cannot be read with SECRETS_KEY; it is not used');
    }
    this.unreadable = unreadable;
  }
}
