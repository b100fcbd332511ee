import { isFirstName } from '../language/foreign-words.js';
import { isCountryOrLanguage, isState, isTown } from '../language/place-names.js';
import { pattern } from '../pattern.js';
import type { RuleTable } from '../rule-table.js';
import { type NameVerdict, not, OPEN } from './name-mentions.js';
import { isUnit } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';
import { isSurname } from './product-runs.js';

/** What surnames of many languages end in; `Johns` and `Mann` are left to what is said of the person. */
const SURNAME = /\p{L}(?:son|sson|sen|ez|sky|ski|ska|escu|elli|etti|ini|ovic|ović|opoulos|stein|berg|mann)$/u;
/** What persons do and are said to do, behind the surname. */
const ACT_OF_PERSON = new RegExp(
  pattern`
    ^ (?:who|wrote|writes|said|told|argued|argues|painted|paints|sang|sings|starred|directed|was born|died|taught)
    (?!\p{L})
  `,
  'u',
);
/** Before a first name, not before a maker's. */
const PERSON = new RegExp(
  pattern`
    (?:^|[^\p{L}])(?:actor|actress|author|singer|artist|psychologist|scientist|starring
    |(?:written|directed|painted|played|novel|film) by) $
  `,
  'u',
);
/** `the Norwegian Casper Ruud`: before a word that is no surname it may be a maker's product. */
const PEOPLE = /(?:^|[^\p{L}])\p{Lu}\p{Ll}+(?:ian|ese|ican|ish) $/u;
const WHERE = /(?:^|[^\p{L}])(?:[Ii]n|[Nn]ear|[Oo]utside|[Dd]owntown|central|from \p{Lu}\p{L}+ to) $/u;
const QUANTITY = /(?:^|[^\p{L}\p{N}])((?:an? )?)(\d[\d.,]*)([ -])$/u;
const ONE = /(?:^|[^\p{L}])(?:one|half a|per) $/iu;
/** `, Alabama`, but not `, France's`. */
const LAND = /^, (\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)(?!['’\p{L}])/u;

/**
 * Persons, places and units that share a name. A place where only the word before says so stays open: `in Phoenix` is
 * the brand in an answer that names Phoenix elsewhere.
 */
export const PERSON_OR_PLACE_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  {
    name: 'a first name before a surname',
    example: 'The lectures of ‹Jordan› Peterson are long.',
    test: isFirstNameOfPerson,
    verdict: not('another bearer'),
  },
  {
    name: 'before the state or country that it lies in',
    example: 'They live in ‹Mobile›, Alabama, by the sea.',
    test: isInLand,
    verdict: not('another bearer'),
  },
  {
    name: 'a town behind a word for where',
    example: 'There is good food in ‹Cork› today.',
    test: ({ written, around }) => isTown(written) && around.run.length === 0 && WHERE.test(around.left),
    verdict: OPEN,
  },
  {
    name: 'a unit behind a number',
    example: 'The clinic has a 3 ‹Tesla› scanner.',
    test: isUnitOfNumber,
    verdict: not('a unit'),
  },
];

/** `Jordan Peterson`, `Jasper Johns painted`: the surname, or what is said, shows the person. */
function isFirstNameOfPerson({ isPhrase, lower, around }: OccurrenceInText): boolean {
  if (isPhrase || !isFirstName(lower)) return false;
  const surname = around.run.join(' ');
  if (!/^\p{Lu}\p{Ll}+$/u.test(surname)) return false;
  if (isSurname(around.run) && (SURNAME.test(surname) || PEOPLE.test(around.left))) return true;
  return PERSON.test(around.left) || ACT_OF_PERSON.test(around.right.slice(1 + surname.length));
}

/** `Boulder, Colorado`; in a row of names a state is none of them. */
function isInLand({ isPhrase, around }: OccurrenceInText): boolean {
  if (isPhrase || around.isListedBefore) return false;
  const land = LAND.exec(around.right)?.[1];
  if (!land) return false;
  const [first = ''] = land.split(' ');
  return [land, first].some((name) => isState(name) || isCountryOrLanguage(name));
}

/** `1.5 Tesla`, `a 3 Tesla magnet`, `9 Bar.`; `10 Tesla cars` are cars. */
function isUnitOfNumber({ isPhrase, lower, around }: OccurrenceInText): boolean {
  if (isPhrase || !isUnit(lower)) return false;
  if (ONE.test(around.left)) return true;
  const [, article, number, gap] = QUANTITY.exec(around.left) ?? [];
  if (number === undefined) return false;
  return article !== '' || gap === '-' || /[.,]\d/.test(number) || !around.isNextJoined;
}
