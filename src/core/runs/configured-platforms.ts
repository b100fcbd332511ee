import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';

/** By the database's clock, as workers' stamps are. */
const CONFIGURED_PLATFORMS = statement<{ platform: Platform }>(
  'configured-platforms',
  `select platform
   from platform_gate
   where served_until > now()
   order by platform`,
);

/** The platforms for which a worker has a key. */
export async function configuredPlatforms(em: EntityManager): Promise<Set<Platform>> {
  return new Set((await rows(em, CONFIGURED_PLATFORMS, [])).map(({ platform }) => platform));
}
