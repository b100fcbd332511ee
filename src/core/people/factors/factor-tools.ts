import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../../clock.js';
import type { RelyingParty } from './passkey.js';
import type { SecretBox } from './secret-box.js';

/** What checking a factor needs, besides whose it is. */
export interface FactorTools {
  /** Which codes are good now. */
  clock: Clock;
  secrets: SecretBox;
  relyingParty: RelyingParty;
}

/** What checking a factor needs outside any caller's context: before there is a session. */
export interface DoorTools extends FactorTools {
  em: EntityManager;
}
