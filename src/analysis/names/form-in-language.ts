import { hasWordsOf, isRareWordOf, isWordOf } from '../language/foreign-words.js';
import type { TextLanguage } from '../language/text-language.js';
import type { NameForm } from './name-forms.js';

/**
 * The form as a text of the language has it: an English dictionary tells only English words, and a word of the text's
 * language is one there, `netto`, `claro`. In a language without a list of words a name in small letters is a
 * word where the text also has it as registered. Of one form and language always the same object.
 *
 * @param isWrittenBothWays whether the text has the form in small letters, and as it is registered.
 */
export function formsInLanguage(
  language: TextLanguage | null,
  isWrittenBothWays: (form: NameForm) => boolean,
): (form: NameForm) => NameForm {
  if (language === null || language === 'en') return (form) => form;
  const known = new Map<NameForm, NameForm>();
  return (form) => {
    const inLanguage = known.get(form) ?? formIn(language, form, isWrittenBothWays);
    known.set(form, inLanguage);
    return inLanguage;
  };
}

function formIn(language: TextLanguage, form: NameForm, isWrittenBothWays: (form: NameForm) => boolean): NameForm {
  if (form.kind === 'domain' || form.isLetter) return form;
  const words = form.written.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isEvery = (isWord: (word: string) => boolean): boolean => words.length > 0 && words.every(isWord);
  const isOrdinary = isEvery((word) => isWordOf(language, word));
  const isRareWord = hasWordsOf(language)
    ? isEvery((word) => isWordOf(language, word) || isRareWordOf(language, word))
    : isWrittenBothWays(form);
  const isEnglishOnly = form.isInDictionary && !isOrdinary;
  return { ...form, isOrdinary, isInDictionary: isOrdinary || isEnglishOnly, isEnglishOnly, isRareWord };
}
