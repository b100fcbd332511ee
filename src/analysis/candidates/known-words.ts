import { isDictionaryWord } from '../language/ordinary-words.js';
import { createMentionFinder } from '../names/mention-finder.js';
import type { Outline } from '../reading/outline.types.js';
import type { VisibleText } from '../reading/visible-text.types.js';

/**
 * Of names that are made of dictionary words, those that the answer uses as names by the rules that hold for tracked
 * ones; all others stay as they are.
 */
export function withoutPlainWords(names: readonly string[], visible: VisibleText, outline: Outline): string[] {
  const ofWords = names.filter(isOfWords);
  if (ofWords.length === 0) return [...names];
  const small = wordsOf(visible.text);
  const doubtful = ofWords.filter((name) => !small.has(name.toLowerCase()));
  const named = namedOf(doubtful, visible, outline);
  return names.filter((name) => named.has(name) || !ofWords.includes(name));
}

function namedOf(doubtful: readonly string[], visible: VisibleText, outline: Outline): ReadonlySet<string> {
  const named = new Set<string>();
  if (doubtful.length === 0) return named;
  const find = createMentionFinder(doubtful.map((name) => ({ name, aliases: [], website: '' })));
  for (const { form } of find(visible, outline).accepted)
    for (const owner of form.owners) named.add(doubtful[owner] ?? '');
  return named;
}

/** A word that the answer writes in small letters is hardly a name, so it is not checked. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(/(?<= )[a-z]{3,}/g));
}

function isOfWords(name: string): boolean {
  return (name.match(/[\p{L}\p{N}'’]+/gu) ?? []).every((word) => isDictionaryWord(word.toLowerCase()));
}
