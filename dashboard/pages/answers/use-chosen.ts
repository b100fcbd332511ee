import { useQuery } from '@tanstack/react-query';
import type { AnswerFilters } from '../../answer-filters.ts';
import { ask } from '../../api/ask.ts';
import { type AnswerChoices, NAME_CHOSEN, PROMPT_CHOSEN } from './answers.document.ts';

/** What the prompt and the name are called that the list is narrowed to; `…` until it is known. */
export interface Chosen {
  prompt: string;
  name: string;
}

const UNKNOWN = '…';

/** Looks among what can be chosen, and asks the service for what cannot: the address may have any id. */
export function useChosen(projectId: string, filters: AnswerFilters, choices: AnswerChoices | undefined): Chosen {
  return {
    prompt: usePrompt(projectId, filters.prompt, choices),
    name: useName(projectId, filters.mentioning, choices),
  };
}

function usePrompt(projectId: string, promptId: string | undefined, choices: AnswerChoices | undefined): string {
  const offered = choices?.prompts?.nodes.find(({ id }) => id === promptId)?.promptText;
  const { data, isFetched } = useQuery({
    queryKey: ['project', projectId, 'prompt-chosen', promptId],
    queryFn: ({ signal }) => ask(PROMPT_CHOSEN, { projectId, id: promptId ?? '' }, signal),
    enabled: promptId !== undefined && choices !== undefined && offered === undefined,
    placeholderData: () => undefined,
  });
  const asked = data?.project?.responses?.nodes[0]?.question;
  return offered ?? data?.prompt?.promptText ?? asked ?? (isFetched ? 'one without answers in this period' : UNKNOWN);
}

function useName(projectId: string, mentioning: string | undefined, choices: AnswerChoices | undefined): string {
  const offered = mentioning === undefined ? undefined : offeredName(mentioning, choices);
  const { data, isFetched } = useQuery({
    queryKey: ['project', projectId, 'name-chosen', mentioning],
    queryFn: ({ signal }) => ask(NAME_CHOSEN, { projectId, id: mentioning ?? '' }, signal),
    enabled: mentioning !== undefined && choices !== undefined && offered === undefined,
    placeholderData: () => undefined,
  });
  const mentions = data?.project?.responses?.nodes[0]?.mentions ?? [];
  const found = mentions.find((one) => one.competitorId === mentioning || one.candidateId === mentioning)?.name;
  return offered ?? found ?? (isFetched ? 'one without answers in this period' : UNKNOWN);
}

function offeredName(id: string, choices: AnswerChoices | undefined): string | undefined {
  if (choices?.id === id) return choices.brandName;
  return choices?.competitors?.nodes.find((competitor) => competitor.id === id)?.name;
}
