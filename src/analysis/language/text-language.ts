/**
 * Languages that are known by their words of grammar; those of texts in other languages are not known. Of two that a
 * text has as many words of, the one named first here is taken.
 */
export type TextLanguage = keyof typeof GRAMMAR;

const GRAMMAR = {
  en: 'a the of and to in is for with that it its on are as this be from or an by not you has have was at we our they',
  de: 'der die das und ist nicht mit für von auf ein eine im zu den des dem sich auch bei wer sind oder als wie',
  fr: 'le la les des et est une pour dans pas avec sur qui au du chez plus ce un en sont ou',
  es: 'el los las una es por con para que del más como se un en y la su al lo o son',
  it: 'il lo gli di è per con una che del della non sono i la le un si più da nel o',
  pt: 'o os as do da em é para com uma que não no na um e a se mais por ao são ou você muito bem isso',
  nl: 'de het een en van is niet met voor op je die in zijn of bij te ook als',
  pl: 'na nie w z i się jest do że to są od dla po o jak',
  cs: 'na je se v a že do s z i o jsou pro od jak',
  fi: 'ja on ei että se oli ovat tai myös kun joka sekä mutta kuin sen',
  tr: 've bir için bu da de ile en daha çok olan var gibi kadar iyi',
  ru: 'и в на не с по у что как для от из это',
  uk: 'і в на не з у що та для від до це як',
  sv: 'och är en det att som på för av med den inte till har om ett du kan eller',
  da: 'og er en det at som på for af med den ikke til har om et du kan eller',
  nb: 'og er en det at som på for av med den ikke til har om et du kan eller',
  ro: 'și este de la cu pentru în din nu care mai sunt se pe un',
  hu: 'a az és egy nem hogy van is azt de meg mint már csak ez',
  id: 'yang dan di ini untuk dengan dari tidak itu pada adalah juga dapat bisa',
  vi: 'và là của có cho không một với được các những này trong',
} as const;

const LANGUAGES = Object.keys(GRAMMAR) as TextLanguage[];
/** Letters that no other of these languages has; each word with one counts as a word of grammar. */
const LETTERS: Readonly<Partial<Record<TextLanguage, RegExp>>> = {
  pl: /[łąęśźż]/,
  cs: /[řěů]/,
  tr: /[ığ]/,
  ru: /[ыэъё]/,
  uk: /[іїєґ]/,
};

const LETTERS_OF = LANGUAGES.flatMap((language, at) => {
  const letters = LETTERS[language];
  return letters ? [[at, letters] as const] : [];
});

/** The languages of each word, by their places in the list. */
const WORDS_OF: ReadonlyMap<string, readonly number[]> = wordsOf();
/** So much of a text is read, in UTF-16 units; its language is that of its beginning. */
const READ = 2_000;
/** General punctuation, dashes and quotation marks, has no letters. */
const BEYOND_ASCII = /[\u0080-\u1FFF\u2070-\uFFFF]/;
/** Fewer words of grammar than this say nothing. */
const FEWEST = 2;

/** The language whose words of grammar it has most of; null where it has hardly any. */
export function languageOf(text: string): TextLanguage | null {
  const beginning = text.slice(0, READ).toLowerCase();
  // Unicode's classes take twice as long, and no letter of ASCII tells a language.
  const isPlain = !BEYOND_ASCII.test(beginning);
  const words = beginning.match(isPlain ? /[a-z]+/g : /\p{L}+/gu) ?? [];
  const ofLetters = isPlain ? [] : LETTERS_OF.filter(([, letters]) => letters.test(beginning));
  const counts = new Uint16Array(LANGUAGES.length);
  const count = (language: number): void => {
    counts[language] = (counts[language] ?? 0) + 1;
  };
  for (const word of words) {
    WORDS_OF.get(word)?.forEach(count);
    for (const [language, letters] of ofLetters) if (letters.test(word)) count(language);
  }
  const most = Math.max(FEWEST, ...counts);
  return LANGUAGES[counts.indexOf(most)] ?? null;
}

/** As {@link languageOf}; the text is read at the first question. */
export function languageOnce(text: string): () => TextLanguage | null {
  let known: TextLanguage | null | undefined;
  return () => {
    if (known === undefined) known = languageOf(text);
    return known;
  };
}

function wordsOf(): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [at, words] of Object.values(GRAMMAR).entries()) {
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), at]);
  }
  return found;
}
