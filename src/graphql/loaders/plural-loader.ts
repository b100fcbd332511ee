import DataLoader from 'dataloader';
import type { ServiceError } from '../../core/errors.js';

/** One entry of a batch: which resource, and with which arguments. */
export interface LoaderRequest<Args> {
  id: string;
  args: Args;
}

/** Calls one plural verb; resources that the account does not hold are not in the map. */
type Plural<Args, Value> = (ids: readonly string[], args: Args) => Promise<Map<string, Value>>;

/** Why resources are missing from a result, by id. */
type Absences = (ids: readonly string[]) => Promise<Map<string, ServiceError>>;

export type PluralLoader<Args, Value> = DataLoader<LoaderRequest<Args>, Value, string>;

/** The requests with equal arguments. */
interface Group<Args, Value> {
  ids: string[];
  args: Args;
  result?: (id: string) => Value | Error;
}

/**
 * Batches the requests of one tick. Those with equal arguments are one call of `ask`, whatever their number; aliases
 * with other arguments are a call each. A failed call fails only its own requests. A missing resource rejects with its
 * notFoundOrForbidden; the reasons for all missing ones of a call are one statement.
 */
export function pluralLoader<Args, Value>(ask: Plural<Args, Value>, absences: Absences): PluralLoader<Args, Value> {
  return new DataLoader(
    async (requests: readonly LoaderRequest<Args>[]) => {
      const groups = groupsOf<Args, Value>(requests);
      await Promise.all(
        Array.from(new Set(groups), async (group) => {
          group.result = await load(group, ask, absences);
        }),
      );
      return requests.map(({ id }, at) => groups[at]?.result?.(id) ?? new Error('the loader has no result'));
    },
    { cacheKeyFn: ({ id, args }) => `${id} ${keyOf(args)}` },
  );
}

/** Of arguments that several requests share; none is changed. */
const knownKeys = new WeakMap<object, string>();

function keyOf(args: unknown): string {
  if (typeof args !== 'object' || args === null) return JSON.stringify(args);
  const key = knownKeys.get(args) ?? JSON.stringify(args);
  knownKeys.set(args, key);
  return key;
}

/** The group of each request, in the order of the requests. */
function groupsOf<Args, Value>(requests: readonly LoaderRequest<Args>[]): Group<Args, Value>[] {
  const groups = new Map<string, Group<Args, Value>>();
  return requests.map(({ id, args }) => {
    const key = keyOf(args);
    const group = groups.get(key) ?? { ids: [], args };
    groups.set(key, group);
    group.ids.push(id);
    return group;
  });
}

/** Never rejects: a failure is the result of each request of the group. */
async function load<Args, Value>(
  { ids, args }: Group<Args, Value>,
  ask: Plural<Args, Value>,
  absences: Absences,
): Promise<(id: string) => Value | Error> {
  try {
    const found = await ask(ids, args);
    const missing = ids.filter((id) => !found.has(id));
    const absent = missing.length > 0 ? await absences(missing) : new Map<string, ServiceError>();
    return (id) => found.get(id) ?? absent.get(id) ?? new Error('a resource is neither found nor absent');
  } catch (error) {
    const failure = error instanceof Error ? error : new Error('a plural verb failed', { cause: error });
    return () => failure;
  }
}
