import { isDictionaryWord } from '../language/ordinary-words.js';
import { createMentionFinder } from '../names/mention-finder.js';
import type { Outline } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-text.js';

/**
 * Of names that are made of dictionary words, those that the answer uses as names by the rules that hold for tracked
 * ones; all others stay as they are.
 */
export function withoutPlainWords(names: readonly string[], visible: VisibleText, outline: Outline): string[] {
  const ofWords = names.filter(isOfWords);
  if (ofWords.length === 0) return [...names];
  const doubtful = ofWords.filter((name) => !isWrittenSmall(name, visible.text));
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

/** A word that the answer writes in small letters too is hardly a name, so it is not checked. */
function isWrittenSmall(name: string, text: string): boolean {
  const word = ` ${name.toLowerCase()}`;
  if (!/^ [a-z]{3,}$/.test(word)) return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[a-z]/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

function isOfWords(name: string): boolean {
  return (name.match(/[\p{L}\p{N}'’]+/gu) ?? []).every((word) => isDictionaryWord(word.toLowerCase()));
}
