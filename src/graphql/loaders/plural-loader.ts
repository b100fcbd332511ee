import DataLoader from 'dataloader';
import type { ServiceError } from '../../core/errors.js';

/** One entry of a plural question: which resource, and what is asked about it. */
export interface Question<Args> {
  id: string;
  args: Args;
}

/** Asks one plural verb about resources; those that the account does not hold are not in the map. */
type Plural<Args, Value> = (ids: readonly string[], args: Args) => Promise<Map<string, Value>>;

/** Why resources are not in a plural answer, by id. */
type Absences = (ids: readonly string[]) => Promise<Map<string, ServiceError>>;

export type PluralLoader<Args, Value> = DataLoader<Question<Args>, Value, string>;

interface Group<Args> {
  ids: string[];
  args: Args;
}

/**
 * Gathers the questions of one tick. Those with equal arguments are one call of `ask`, whatever their number; aliases
 * with other arguments are a call each. A call that fails fails its own questions alone; a resource without an answer
 * rejects with its absence, and the reasons of all absences are one statement for each call.
 */
export function pluralLoader<Args, Value>(ask: Plural<Args, Value>, absences: Absences): PluralLoader<Args, Value> {
  return new DataLoader(
    async (questions: readonly Question<Args>[]) => {
      const answers = new Map<string, (id: string) => Value | Error>();
      const answered = [...groupsOf(questions)].map(async ([key, group]) => {
        answers.set(key, await answer(group, ask, absences));
      });
      await Promise.all(answered);
      return questions.map(({ id, args }) => answers.get(keyOf(args))?.(id) ?? new Error('a question has no answer'));
    },
    { cacheKeyFn: ({ id, args }) => `${id} ${keyOf(args)}` },
  );
}

function keyOf(args: unknown): string {
  return JSON.stringify(args);
}

function groupsOf<Args>(questions: readonly Question<Args>[]): Map<string, Group<Args>> {
  const groups = new Map<string, Group<Args>>();
  for (const { id, args } of questions) {
    const group = groups.get(keyOf(args)) ?? { ids: [], args };
    groups.set(keyOf(args), group);
    group.ids.push(id);
  }
  return groups;
}

/** Never rejects: a failure is the answer to each question of the group. */
async function answer<Args, Value>(
  { ids, args }: Group<Args>,
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
