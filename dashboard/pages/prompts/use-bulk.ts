import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { VariablesOf } from 'gql.tada';
import { ask } from '../../api/ask.ts';
import { DELETE_PROMPTS, UPDATE_PROMPTS } from './prompts.document.ts';

/** Prompts that the service changes at once. */
const AT_ONCE = 100;

type Changes = VariablesOf<typeof UPDATE_PROMPTS>['input'];

/** Changes prompts alike: a hundred at once, all or none of each hundred, the next once those before it are done. */
export function useChange(onDone: () => void) {
  return useBulk(({ ids, input }: { ids: readonly string[]; input: Changes }) => {
    return inHundreds(ids, (some) => ask(UPDATE_PROMPTS, { ids: some, input }));
  }, onDone);
}

/** Archives prompts, as {@link useChange} does. */
export function useArchive(onDone: () => void) {
  return useBulk((ids: readonly string[]) => inHundreds(ids, (some) => ask(DELETE_PROMPTS, { ids: some })), onDone);
}

function useBulk<Variables>(mutationFn: (variables: Variables) => Promise<void>, onDone: () => void) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}

async function inHundreds(ids: readonly string[], send: (some: string[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) await send(ids.slice(at, at + AT_ONCE));
}
