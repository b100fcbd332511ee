/**
 * Names of countries, continents, languages and so of peoples, in English: `France`, `Italian`. They are nobody's
 * brand.
 */
export function isPlaceOrPeople(name: string): boolean {
  return isCountryOrLanguage(name) || PEOPLE.test(name);
}

/** Names of countries, continents and languages alone. */
export function isCountryOrLanguage(name: string): boolean {
  places ??= namesOf();
  return places.has(name);
}

let places: ReadonlySet<string> | null = null;

const PEOPLE = /^\p{Lu}\p{Ll}+(?:ian|ese|ican|iss|ish)$/u;
const CONTINENTS = ['002', '003', '005', '009', '019', '142', '150'];

/** Read from the language data of the runtime, once. */
function namesOf(): ReadonlySet<string> {
  const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const named = [
    ...[...codes, ...CONTINENTS].map((code) => regions.of(code.toUpperCase())),
    ...codes.map((code) => languages.of(code)),
  ];
  return new Set(named.filter((name) => name !== undefined));
}
