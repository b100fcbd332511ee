import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import type { Platform } from '../../api/vocabulary.ts';
import { periodOf, platformsOf } from '../../filters.ts';
import { PROMPT, PROMPT_ANSWERS, PROMPT_BRANDS } from './prompt.document.ts';

const FROM = '/signed-in/projects/$projectId/prompts/$promptId';

/** Which prompt the page is about, of which project. */
export const usePlace = () => useParams({ from: FROM });

function useNarrowed() {
  const filters = useSearch({ from: '/signed-in/projects/$projectId' });
  return { window: periodOf(filters).id, platforms: platformsOf(filters) };
}

/** The prompt with its score; another prompt's is never shown meanwhile. */
export function usePrompt() {
  const { projectId, promptId: id } = usePlace();
  const variables = { id, ...useNarrowed() };
  return useQuery({
    queryKey: ['project', projectId, 'prompt', variables],
    queryFn: ({ signal }) => ask(PROMPT, variables, signal),
  });
}

/** The brand and its rivals in the answers to the prompt. */
export function usePromptBrands() {
  const { projectId: id, promptId } = usePlace();
  const variables = { id, promptId, ...useNarrowed() };
  return useQuery({
    queryKey: ['project', id, 'prompt-brands', variables],
    queryFn: ({ signal }) => ask(PROMPT_BRANDS, variables, signal),
  });
}

/** The latest answers, of one platform where it is chosen. */
export function usePromptAnswers(platform: Platform | null) {
  const { projectId: id, promptId } = usePlace();
  const { window, platforms } = useNarrowed();
  const variables = { id, promptId, window, platforms: platform === null ? platforms : [platform] };
  return useQuery({
    queryKey: ['project', id, 'prompt-answers', variables],
    queryFn: ({ signal }) => ask(PROMPT_ANSWERS, variables, signal),
  });
}
