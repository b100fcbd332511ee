import DataLoader from 'dataloader';
import type { ServiceError } from '../../core/errors.js';

/** One entry of a plural question: which resource, and what is asked about it. */
export interface LoaderRequest<Args> {
  id: string;
  args: Args;
}

/** Asks one plural verb about resources; those that the account does not hold are not in the map. */
type Plural<Args, Value> = (ids: readonly string[], args: Args) => Promise<Map<string, Value>>;

/** Why resources are not in a plural answer, by id. */
type Absences = (ids: readonly string[]) => Promise<Map<string, ServiceError>>;

export type PluralLoader<Args, Value> = DataLoader<LoaderRequest<Args>, Value, string>;

/** The questions with equal arguments. */
interface Group<Args, Value> {
  ids: string[];
  args: Args;
  answer?: (id: string) => Value | Error;
}

/**
 * Gathers the questions of one tick. Those with equal arguments are one call of `ask`, whatever their number; aliases
 * with other arguments are a call each. A call that fails fails its own questions alone; a resource without an answer
 * rejects with its notFoundOrForbidden, and the reasons of all absences are one statement for each call.
 */
export function pluralLoader<Args, Value>(ask: Plural<Args, Value>, absences: Absences): PluralLoader<Args, Value> {
  return new DataLoader(
    async (questions: readonly LoaderRequest<Args>[]) => {
      const groups = groupsOf<Args, Value>(questions);
      await Promise.all(
        Array.from(new Set(groups), async (group) => {
          group.answer = await answer(group, ask, absences);
        }),
      );
      return questions.map(({ id }, at) => groups[at]?.answer?.(id) ?? new Error('a question has no answer'));
    },
    { cacheKeyFn: ({ id, args }) => `${id} ${keyOf(args)}` },
  );
}

function keyOf(args: unknown): string {
  return JSON.stringify(args);
}

/** The group of each question, in the order of the questions. */
function groupsOf<Args, Value>(questions: readonly LoaderRequest<Args>[]): Group<Args, Value>[] {
  const groups = new Map<string, Group<Args, Value>>();
  return questions.map(({ id, args }) => {
    const key = keyOf(args);
    const group = groups.get(key) ?? { ids: [], args };
    groups.set(key, group);
    group.ids.push(id);
    return group;
  });
}

/** Never rejects: a failure is the answer to each question of the group. */
async function answer<Args, Value>(
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
    const failure = error instanceof Error ? error : new Error('a plural question failed', { cause: error });
    return () => failure;
  }
}
