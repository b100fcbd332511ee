import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { graphql } from '../../api/gql.ts';

/** Pairs that may ask the same. */
const LIKELY_WORDINGS = graphql(`
  query LikelyWordings($id: ID!) {
    project(id: $id) {
      id
      likelyWordings(first: 50) {
        prompt { id promptText wordingOf { id } wordingCount }
        like { id promptText wordingOf { id } wordingCount }
      }
    }
  }
`);

/** The intent that a prompt is of. */
const PROMPT_WORDINGS = graphql(`
  query PromptWordings($id: ID!) {
    prompt(id: $id) {
      id
      wordingOf { id promptText wordings { id promptText } }
      wordings { id promptText }
    }
  }
`);

type Listed = NonNullable<NonNullable<ResultOf<typeof LIKELY_WORDINGS>['project']>['likelyWordings']>[number];
export type Ends = NonNullable<Listed['prompt']>;
export type PromptIntent = NonNullable<ResultOf<typeof PROMPT_WORDINGS>['prompt']>;

/** Two prompts that may ask the same; the later one first. */
export interface Pair {
  /** What tells it from other pairs. */
  key: string;
  prompt: Ends;
  like: Ends;
}

/** Pairs of prompts that may ask the same, the most alike first. */
export function useLikelyWordings() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  return useQuery({
    queryKey: ['project', id, 'likely-wordings'],
    queryFn: async ({ signal }) => {
      const { project } = await ask(LIKELY_WORDINGS, { id }, signal);
      return (project?.likelyWordings ?? []).flatMap(({ prompt, like }): Pair[] =>
        prompt && like ? [{ key: `${prompt.id} ${like.id}`, prompt, like }] : [],
      );
    },
  });
}

/** The wordings of a prompt, or the prompt that it words. */
export function usePromptWordings() {
  const { projectId, promptId: id } = useParams({ from: '/signed-in/projects/$projectId/prompts/$promptId' });
  return useQuery({
    queryKey: ['project', projectId, 'prompt-wordings', id],
    queryFn: ({ signal }) => ask(PROMPT_WORDINGS, { id }, signal),
  });
}

/**
 * What ties a pair: which prompt becomes a wording of which, the later one of the earlier one's question where it leads
 * none itself. Null where both lead wordings of their own, since a wording leads none.
 */
export function tieOf({ prompt, like }: Pick<Pair, 'prompt' | 'like'>): { id: string; wordingOfId: string } | null {
  if (isFree(prompt)) return { id: prompt.id, wordingOfId: like.wordingOf?.id ?? like.id };
  if (isFree(like)) return { id: like.id, wordingOfId: prompt.wordingOf?.id ?? prompt.id };
  return null;
}

/** Whether it leads no wordings. Where their number could not be told, the service decides. */
const isFree = ({ wordingCount }: Ends) => (wordingCount ?? 0) === 0;

/** Pairs that are remembered of a project at most; the oldest are forgotten. */
const KEPT_MAX = 500;

/** Pairs that were said to ask different things. It is kept in this browser, as advice is no part of the numbers. */
export function useDismissed(): [ReadonlySet<string>, (keys: readonly string[]) => void] {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const place = `wordings.${projectId}`;
  const [keys, setKeys] = useState(() => readKeys(place));
  const keep = (next: readonly string[]) => {
    const kept = next.slice(-KEPT_MAX);
    localStorage.setItem(place, JSON.stringify(kept));
    setKeys(kept);
  };
  return [new Set(keys), keep];
}

function readKeys(place: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    // What another program left there says nothing.
    return [];
  }
}
