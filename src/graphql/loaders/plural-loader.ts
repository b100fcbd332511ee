import DataLoader from 'dataloader';
import type { ServiceError } from '../../core/errors.js';

/** What is asked for: which resource, and with which arguments. */
export interface LoaderRequest<Args> {
  id: string;
  args: Args;
}

/** Calls one plural verb; resources that the account does not hold are not in the map. */
type Plural<Args, Value> = (ids: readonly string[], args: Args) => Promise<Map<string, Value>>;

/** Why resources are missing from a result, by id. */
type Absences = (ids: readonly string[]) => Promise<Map<string, ServiceError>>;

/** The resources that are asked for with equal arguments. */
type OfArguments<Value> = DataLoader<string, Value>;

/**
 * Batches the requests of one tick. Those with equal arguments are one call of `ask`, whatever their number; aliases
 * with other arguments are a call each. A failed call fails only its own requests. A missing resource rejects with its
 * notFoundOrForbidden; the reasons for all missing ones of a call are one statement.
 */
export class PluralLoader<Args, Value> {
  /** By the arguments as JSON. Made when it is used: an operation uses few of the loaders that it has. */
  #loaders: Map<string, OfArguments<Value>> | undefined;
  /** The arguments of the last request: one object throughout a list, so it is turned into JSON once. */
  #last: { args: Args; loader: OfArguments<Value> } | undefined;

  constructor(
    private readonly ask: Plural<Args, Value>,
    private readonly absences: Absences,
  ) {}

  load({ id, args }: LoaderRequest<Args>): Promise<Value> {
    return this.#loaderOf(args).load(id);
  }

  /** Makes a value, or a failure, the result of a request, where it has none yet. */
  prime({ id, args }: LoaderRequest<Args>, value: Value | Error): void {
    this.#loaderOf(args).prime(id, value);
  }

  #loaderOf(args: Args): OfArguments<Value> {
    if (this.#last?.args === args) return this.#last.loader;
    const key = JSON.stringify(args);
    this.#loaders ??= new Map();
    const loader = this.#loaders.get(key) ?? new DataLoader((ids: readonly string[]) => this.#results(ids, args));
    this.#loaders.set(key, loader);
    this.#last = { args, loader };
    return loader;
  }

  /** Never rejects: a failure is the result of each id. */
  async #results(ids: readonly string[], args: Args): Promise<(Value | Error)[]> {
    try {
      const found = await this.ask(ids, args);
      const missing = ids.filter((id) => !found.has(id));
      const absent = missing.length > 0 ? await this.absences(missing) : new Map<string, ServiceError>();
      return ids.map((id) => found.get(id) ?? absent.get(id) ?? new Error('a resource is neither found nor absent'));
    } catch (error) {
      const failure = error instanceof Error ? error : new Error('a plural verb failed', { cause: error });
      return ids.map(() => failure);
    }
  }
}
