import { hasWordsOf, isWordOf } from '../language/foreign-words.js';
import type { TextLanguage } from '../language/text-language.js';
import type { NameForm } from './name-forms.js';

/**
 * The form as a text of the language has it: an English dictionary tells only English words, and a word of the text's
 * language is one there, `netto`, `claro`. Of one form and language always the same object.
 */
export function formsInLanguage(language: TextLanguage | null): (form: NameForm) => NameForm {
  if (language === null || language === 'en') return (form) => form;
  const known = new Map<NameForm, NameForm>();
  return (form) => {
    const inLanguage = known.get(form) ?? formIn(language, form);
    known.set(form, inLanguage);
    return inLanguage;
  };
}

function formIn(language: TextLanguage, form: NameForm): NameForm {
  if (form.kind === 'domain' || form.isLetter) return form;
  const words = form.written.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isOrdinary = hasWordsOf(language) && words.length > 0 && words.every((word) => isWordOf(language, word));
  if (isOrdinary === form.isOrdinary) return form;
  return { ...form, isOrdinary, isInDictionary: isOrdinary || form.isInDictionary };
}
