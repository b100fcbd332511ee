import { ServiceError, Unavailable } from '../core/errors.js';

interface TurnOptions {
  /** At once in this process, over all accounts. */
  most: number;
  /** Why a second one of an account is refused, and why one beyond `most` is. */
  underWay: string;
  busy: string;
  retryAfterSeconds: number;
}

/** Long requests of which an account has one at a time, and a process a few. */
export class TurnsOfAccounts {
  readonly #underWay = new Set<string>();

  constructor(private readonly options: TurnOptions) {}

  /**
   * Takes the turn. @returns what ends it, to be called in any case.
   * @throws ServiceError CONFLICT where one of the account is under way, Unavailable beyond the bound.
   */
  take(accountId: string): () => void {
    const { most, underWay, busy, retryAfterSeconds } = this.options;
    if (this.#underWay.has(accountId)) throw new ServiceError('CONFLICT', underWay);
    if (this.#underWay.size >= most) throw new Unavailable(busy, retryAfterSeconds);
    this.#underWay.add(accountId);
    return () => this.#underWay.delete(accountId);
  }
}
