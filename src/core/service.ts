import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from './context.js';

/** What the surfaces are built on: the one database access and the clock that "today" is read from. */
export interface Core {
  em: EntityManager;
  clock: Clock;
}
