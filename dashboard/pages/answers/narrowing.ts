import { type AnswerFilters, TONES } from '../../answer-filters.ts';
import { periodOf } from '../../filters.ts';
import type { AnswerChoices } from './answers.document.ts';
import type { Chosen } from './use-chosen.ts';

/** Bounds of the service for words that are looked for. */
export const SEARCH_MIN = 3;
export const SEARCH_MAX = 200;
export const SEARCH_DAYS_MAX = 31;

/** What narrows the list beyond period and platforms, of which the bar above has controls of its own. */
export type Narrowing = 'search' | 'prompt' | 'named' | 'mentioning' | 'tones' | 'citing';

export const CLEARED: Readonly<Record<Narrowing, undefined>> = {
  search: undefined,
  prompt: undefined,
  named: undefined,
  mentioning: undefined,
  tones: undefined,
  citing: undefined,
};

/** Whether the service looks for the words in a period as long as this: each text of it is read. */
export function isSearchable(filters: AnswerFilters): boolean {
  return filters.search === undefined || periodOf(filters).days <= SEARCH_DAYS_MAX;
}

/** What narrows the list, in words, in the order of the controls. */
export function narrowings(
  filters: AnswerFilters,
  choices: AnswerChoices | undefined,
  chosen: Chosen,
): { name: Narrowing; text: string }[] {
  const { search, prompt, named, mentioning, tones, citing } = filters;
  const brand = choices?.brandName ?? 'The brand';
  const texts: Record<Narrowing, string | undefined> = {
    search: search && `Search: ${search}`,
    prompt: prompt && `Prompt: ${chosen.prompt}`,
    named: named && `${brand}: ${named === 'yes' ? 'named' : 'not named'}`,
    mentioning: mentioning && `Names: ${chosen.name}`,
    tones:
      tones &&
      `Tone: ${TONES.filter(({ word }) => tones.includes(word))
        .map(({ word }) => word)
        .join(', ')}`,
    citing: citing && `Cites: ${citing}`,
  };
  return (Object.keys(CLEARED) as Narrowing[]).flatMap((name) => {
    const text = texts[name];
    return text ? [{ name, text }] : [];
  });
}
