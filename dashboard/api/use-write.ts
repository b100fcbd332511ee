import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TadaDocumentNode } from 'gql.tada';
import { ask } from './ask.ts';
import { withProof } from './proof.ts';
import { Refused } from './refused.ts';

interface Options<Data> {
  /** What is asked anew afterwards: `['project', id]` for all of a project, `['frame']` for the menu, and so on. */
  changes: readonly (readonly unknown[])[];
  /** Called once it is written. */
  onDone?: (data: Data) => void;
}

/**
 * A mutation of the service: what it changes is asked anew, written or not, as a refusal may mean that it is stale.
 * Where the service wants a proof of who it is first, somebody is asked for it, and it is sent again.
 */
export function useWrite<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  { changes, onDone }: Options<Data>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => withProof(() => ask(document, variables)),
    ...(onDone && { onSuccess: onDone }),
    onSettled: () => Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/**
 * As {@link useWrite}, for what holds secrets and what is no mutation of GraphQL: nothing of it is kept, and what comes
 * back goes to the caller alone. `mutate` takes what is to be sent.
 */
export function useSecretWrite(changes: Options<never>['changes'] = []) {
  const queries = useQueryClient();
  const write: UseMutationResult<void, Error, () => Promise<void>> = useMutation({
    mutationFn: (send: () => Promise<void>) => withProof(send),
    gcTime: 0,
    onSuccess: () => write.reset(),
    // Not waited for, so that nothing of it stays meanwhile.
    onSettled: () => void Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return write;
}

/**
 * What is wrong with each field of an input, by its name in the schema: `faults['websiteUrl']`. A fault of an entry
 * of a list is one of the list. Empty unless the input was refused for its fields.
 */
export function faultsOf(error: Error | null): Readonly<Record<string, string>> {
  const issues = error instanceof Refused ? error.issues : [];
  const named = issues.map(({ path, message }) => [fieldOf(path), message] as const);
  return Object.fromEntries(named.reverse());
}

/** `['input', 'aliases', 2]` is about `aliases`. */
function fieldOf(path: readonly (string | number)[]): string {
  const names = path.filter((part) => typeof part === 'string' && part !== 'input');
  return String(names.at(-1) ?? '');
}
