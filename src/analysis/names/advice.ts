import type { Subject } from '../answer-facts.js';
import { isFirstName, languagesOfWord } from '../language/foreign-words.js';
import { isCalendarWord, isDictionaryWord, isFunctionWord, isOrdinaryWord } from '../language/ordinary-words.js';
import { isAbbreviation, isAllCapitals, startsLower, startsUpper } from './lettering.js';
import { bareDomainOf, type NameForm, nameFormOf } from './name-forms.js';

/** `warning`: answers that name it will be missed, or others counted. `info`: what the rules ask of such a name. */
export const ADVICE_LEVELS = ['info', 'warning'] as const;
export type AdviceLevel = (typeof ADVICE_LEVELS)[number];

/** What to know about one name that answers are searched for. */
export interface NameAdvice {
  /** The name or alias, as registered. */
  name: string;
  level: AdviceLevel;
  /** One or two sentences. */
  message: string;
  /** Names that are found more surely and are not registered yet; empty where none shows. */
  suggestedAliases: string[];
}

/**
 * What the rules will ask of each name and alias, in that order; nothing of a name that is found as it is. One advice a
 * name, the gravest. Some 10 ms of processor time with the most and longest names.
 */
export function nameAdviceOf(subject: AdvisedSubject): NameAdvice[] {
  const names = [...new Set([subject.name, ...subject.aliases])];
  const fullerNames = fullerNamesOf(subject);
  const known = new Set(names.map((name) => name.toLowerCase()));
  return names.flatMap((name) => {
    const asked = { name, form: nameFormOf(name) };
    const kind = KINDS.find(({ test }) => test(asked));
    if (!kind) return [];
    const suggestedAliases = (kind.aliases?.(name, fullerNames) ?? []).filter(
      (alias) => !known.has(alias.toLowerCase()),
    );
    return [{ name, level: kind.level, message: kind.message(name), suggestedAliases }];
  });
}

interface Asked {
  name: string;
  form: NameForm | null;
}

interface Kind {
  test: (asked: Asked) => boolean;
  level: AdviceLevel;
  message: (name: string) => string;
  aliases?: (name: string, fullerNames: (name: string) => string[]) => string[];
}

const fuller: Kind['aliases'] = (name, fullerNames) => fullerNames(name);

/** The first that holds is described. */
const KINDS: readonly Kind[] = [
  {
    test: ({ form }) => form === null,
    level: 'warning',
    message: (name) => `${name} has no letters or digits to look for, so no answer can name it.`,
  },
  {
    test: needsItsMarks,
    level: 'warning',
    message: (name) =>
      `${name} counts only where an answer writes its marks too, which few do. Register ${withoutMarks(name)}.`,
    aliases: (name) => [withoutMarks(name)],
  },
  {
    test: ({ form }) => form?.isLetter === true,
    level: 'warning',
    message: (name) =>
      `${name} is one letter: it counts only as a capital, and where its place shows that it is a name, such as a ` +
      'row of names.',
    aliases: fuller,
  },
  {
    test: ({ form }) => /^\d+$/.test(form?.marked ?? ''),
    level: 'warning',
    message: (name) => `${name} is a number: amounts, years and prices of that number count as well.`,
    aliases: fuller,
  },
  {
    test: ({ form }) => isOneWord(form) && isAllCapitals(form.written),
    level: 'info',
    message: (name) =>
      `${name} is an ordinary word in capitals: it counts wherever an answer writes it so, whatever it means there; ` +
      'in another lettering only where its place shows that it is a name.',
    aliases: fuller,
  },
  {
    test: ({ form }) => isOneWord(form) && isOfGrammar(form.written.toLowerCase()),
    level: 'warning',
    message: (name) =>
      `${name} is a word of grammar, a day or a month: it counts only in a row or list of names, or with a capital ` +
      'within a sentence. Expect it to be missed elsewhere.',
    aliases: fuller,
  },
  {
    test: ({ form }) => isOneWord(form) && startsLower(form.written),
    level: 'warning',
    message: (name) =>
      `${name} is an ordinary word in small letters: written so it counts only in a row of names or beside its ` +
      'alias in brackets; with a capital, where its place shows that it is a name.',
    aliases: fuller,
  },
  {
    test: ({ form }) => isOneWord(form),
    level: 'info',
    message: (name) =>
      `${name} is an ordinary word: it counts with its capital, where its place shows that it is a name. ` +
      'In small letters it is read as the word.',
    aliases: fuller,
  },
  {
    test: ({ form }) => form?.isOrdinary === true,
    level: 'info',
    message: (name) => `${name} is made of ordinary words: it counts where they have their capitals.`,
  },
  {
    test: ({ form }) => form !== null && isAbbreviation(form.written),
    level: 'info',
    message: (name) => `${name} counts in capitals only, so that units and syllables do not.`,
  },
  {
    test: ({ form }) => /^\p{Script=Latin}{2}$/u.test(form?.written ?? ''),
    level: 'warning',
    message: (name) => `${name} has two letters and counts in any lettering, also where these mean something else.`,
    aliases: fuller,
  },
  {
    test: ({ form }) => isWordElsewhere(form),
    level: 'info',
    message: (name) =>
      `${name} is ${kindOfWord(name)} of ${languagesNamed(name)}: in answers in ${manyOrOne(name)} it counts with ` +
      'its capital, where its place shows that it is a name.',
    aliases: fuller,
  },
];

function isOneWord(form: NameForm | null): form is NameForm {
  return form?.isOrdinary === true && !form.written.includes(' ');
}

/** One word, of no more letters than words of those languages have, that is none of English. */
function isWordElsewhere(form: NameForm | null): boolean {
  if (form === null || form.isOrdinary || /\s/.test(form.written) || form.written.length > LONGEST_WORD) return false;
  return languagesOfWord(form.written.toLowerCase()).length > 0;
}

const LONGEST_WORD = 40;
/** Films in so many languages have a first name rather than a word. */
const MANY = 4;
const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language' });
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** `Spanish`, `Italian and Portuguese`: the languages in which it is a word, in the order of their lists. */
function languagesNamed(name: string): string {
  return LIST.format(languagesOfWord(name.toLowerCase()).map((code) => LANGUAGE_NAMES.of(code) ?? code));
}

function kindOfWord(name: string): string {
  const lower = name.toLowerCase();
  const isBoth = isFirstName(lower) && languagesOfWord(lower).length >= MANY;
  return isBoth ? 'a first name or an ordinary word' : 'an ordinary word';
}

function manyOrOne(name: string): string {
  return languagesOfWord(name.toLowerCase()).length > 1 ? 'these languages' : 'that language';
}

function isOfGrammar(lowerCase: string): boolean {
  return isFunctionWord(lowerCase) || isCalendarWord(lowerCase);
}

/** Signs of registration wherever they are, and what encloses a name or leads to it. */
const SIGNS = /[™®©℠]|\((?:r|tm|c)\)/giu;
const ENCLOSING = /^[\s"'“”‘’„«»()[\]{}<>@#*_.,;:!?¡¿-]+|[\s"'“”‘’„«»()[\]{}<>*_.,;:!?-]+$/gu;

function withoutMarks(name: string): string {
  return name.replace(SIGNS, '').replace(ENCLOSING, '').replace(/\s+/g, ' ');
}

/** `Acme™`, `“Acme”`: the search compares the marks, too. `Yahoo!` and `.NET` are as they are. */
function needsItsMarks({ name, form }: Asked): boolean {
  const plain = withoutMarks(name);
  if (plain === '' || plain === name || /^['’.]\p{L}?\p{N}|^\.\p{L}+$/u.test(name)) return false;
  const other = nameFormOf(plain);
  return other !== null && (form?.folded !== other.folded || form.marks.has(0));
}

/** A subject, and what its owner wrote about it, where a fuller name may be. */
interface AdvisedSubject extends Subject {
  texts: readonly string[];
}

/** So many are enough to choose from. */
const MOST = 3;
/** Shorter endings of domains are rather part of another word. */
const SHORTEST_REST = 3;

/**
 * Fuller names of a short one, as its own website or description has them: `Away Travel` of `awaytravel.com`, `Visible
 * Wireless` of `Visible Wireless sells plans`. Nothing is guessed; mostly there is none.
 */
function fullerNamesOf({ website, texts }: AdvisedSubject): (name: string) => string[] {
  let sentences: readonly (readonly string[])[] | null = null;
  return (name) => {
    sentences ??= texts.map(wordsOf);
    const found = [ofDomain(name, website), ...sentences.flatMap((words) => inWords(name, words))];
    return [...new Set(found.filter((each) => each !== null))].slice(0, MOST);
  };
}

/** Its words and marks; none of a title, where every word has its capital. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}'’-]+|[^\s\p{L}\p{N}]/gu) ?? [];
  return words.some((word) => /^\p{Ll}/u.test(word)) ? words : [];
}

/** A domain that goes on with an ordinary word where the name ends, and is no word itself. */
function ofDomain(name: string, website: string): string | null {
  const label = bareDomainOf(website)?.split('.')[0]?.replaceAll('-', '') ?? '';
  const rest = label.slice(name.length);
  if (!label.startsWith(name.toLowerCase()) || rest.length < SHORTEST_REST) return null;
  if (isDictionaryWord(label) || !isOrdinaryWord(rest)) return null;
  return `${name} ${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** The name with the capitalised word that a text writes right behind it. */
function inWords(name: string, words: readonly string[]): string[] {
  if (!startsUpper(name)) return [];
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    const goesOn = word === name && /^\p{Lu}\p{L}+$/u.test(next) && !isFunctionWord(next.toLowerCase());
    return goesOn ? [`${name} ${next}`] : [];
  });
}
