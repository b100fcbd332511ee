/**
 * Names of countries, continents, languages and so of peoples, in English: `France`, `Italian`. They are no
 * company's brand.
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

/** Towns whose names are words, first names or known brands as well; the others are no company's brand. */
const TOWNS: ReadonlySet<string> = new Set(
  `Bath Battle Bend Bergen Boulder Bristol Buffalo Bury Canton Columbia Cork Corona Deal Derby Dover Enterprise
  Eureka Flint Florence Geneva Grace Hartford Hull Independence Jackson Jersey Kent Lincoln Loveland Madison Mesa Mobile
  Mansfield Nice Norman Orange Orlando Paradise Phoenix Piedmont Poole Portland Providence Reading Rugby Sale Salem
  Sandwich Savannah Split Sterling Surprise Tours Victoria Ware Warren Wells Windsor York`.split(/\s+/),
);

/** States of the United States and countries of the United Kingdom, whose towns are written with them. */
const STATES: ReadonlySet<string> = new Set(
  `Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois
  Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan Minnesota Mississippi Missouri Montana
  Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming
  England Scotland Wales`.split(/\s+/),
);

/** Whether a town is called so, of those that share their name with words or brands. */
export function isTown(name: string): boolean {
  return TOWNS.has(name);
}

export function isState(name: string): boolean {
  return STATES.has(name);
}
