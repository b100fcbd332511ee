import { isFirstName } from '../language/foreign-words.js';
import type { RuleTable } from '../rule-table.js';
import { startsUpper } from './lettering.js';
import { type NameVerdict, named, not } from './name-mentions.js';
import {
  isFieldOfStudy,
  isInstitution,
  isOwnInstitution,
  isOwnTrade,
  isPublication,
  isSector,
  isTrainingBody,
} from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';

/**
 * A name before the word for an institution. Schools, streets and towns are called after people and after words, so
 * `Reed College` and `Yale University` are not Reed and Yale; what a company founds has a coined name before it.
 */
export const INSTITUTION_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  {
    name: 'before a field of study and the word for a publication or a school',
    example: 'It was in the ‹Yale› Law Journal then.',
    test: (asked) =>
      !asked.isPhrase && isBeforeForeignWord(asked, isFieldOfStudy) && isPublication(asked.around.run[1] ?? ''),
    verdict: not('namesake'),
  },
  {
    name: 'written as companies write themselves, before an institution that companies have',
    example: 'They learnt it at ‹HubSpot› University then.',
    test: (asked) => isBeforeForeignWord(asked, isOwnInstitution) && hasLetteringOfCompany(asked),
    verdict: named('its own institution'),
  },
  {
    name: 'a coined name before the word for where a company trains people',
    example: 'They learnt it at ‹Semrush› Academy then.',
    test: (asked) => isBeforeForeignWord(asked, isTrainingBody) && isCoined(asked),
    verdict: named('its own institution'),
  },
  {
    name: 'before the word for an institution',
    example: 'She went to ‹Reed› College then.',
    test: (asked) => !asked.isPhrase && isBeforeForeignWord(asked, isInstitution),
    verdict: not('namesake'),
  },
  {
    name: 'a coined name before a trade that companies have beside their own',
    example: { text: 'The money is from ‹Salesforce› Ventures now.', aliases: ['Salesforce Software'] },
    test: (asked) => isBeforeForeignWord(asked, isOwnTrade) && isCoined(asked),
    verdict: named('its own institution'),
  },
  {
    name: 'before a trade that is not its own',
    example: { text: 'They work at ‹Flatiron› Health today.', aliases: ['Flatiron Construction'] },
    test: (asked) => isBeforeForeignWord(asked, isSector) && hasTrade(asked),
    verdict: not('namesake'),
  },
];

/** Such a word follows, with its capital, and no name of the brand has it. */
function isBeforeForeignWord({ around, names }: OccurrenceInText, isOne: (word: string) => boolean): boolean {
  const { next } = around;
  if (next === null || !around.isNextJoined || !startsUpper(next) || !isOne(next)) return false;
  return !names.some((name) => name.toLowerCase().includes(next.toLowerCase()));
}

/** `HubSpot`, `IKEA`, `7digital`: people and towns are not written so. */
function hasLetteringOfCompany({ form, written }: OccurrenceInText): boolean {
  if (form.isOrdinary || written !== form.written) return false;
  return /\p{Ll}\p{Lu}|\d|^\p{Lu}{4,}$/u.test(written);
}

/** In no dictionary, and nobody's first name. */
function isCoined({ form, lower }: OccurrenceInText): boolean {
  return !form.isInDictionary && !form.written.includes(' ') && !isFirstName(lower);
}

function hasTrade({ names }: OccurrenceInText): boolean {
  return names.some((name) => name.split(/\s+/).slice(1).some(isSector));
}
