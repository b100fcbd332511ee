import { isFunctionWord, isGrade, isSingularVerbForm } from '../language/ordinary-words.js';
import { always, type RuleTable } from '../rule-table.js';
import { startsLower } from './lettering.js';
import { LIKELY, type NameVerdict, named, OPEN } from './name-mentions.js';
import { isClaimingVerb, isCompanyWord, isDeterminer, isOwnerOfBrands, isPastVerb } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';
import { hasProductMark, hasUnknownWord, isRareOrMaker, isSurname } from './product-runs.js';

/**
 * A capital that its place does not ask for; before another one it may be the first word of a longer name. It always
 * decides.
 */
export const SENTENCE_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  {
    name: 'in a sentence, before a hyphen and what an owner does',
    example: 'They like the ‹Target›-owned shops.',
    test: ({ around }) => around.isHyphenedAfter && around.isOwnerHyphened,
    verdict: named('capital in a sentence'),
  },
  {
    name: 'in a sentence, before a hyphen',
    example: 'They like the ‹Target›-driven work.',
    test: ({ around }) => around.isHyphenedAfter,
    verdict: OPEN,
  },
  {
    name: 'in a sentence, a thing that has an article',
    example: 'They sign this ‹Agreement›.',
    test: isThing,
    verdict: OPEN,
  },
  {
    name: 'in a sentence, a grade or a function word',
    example: 'They like ‹Max› best.',
    test: ({ lower }) => isGrade(lower) || isFunctionWord(lower),
    verdict: LIKELY,
  },
  {
    name: 'in a sentence, a thing that is described',
    example: 'They like her oldest ‹Target›, too.',
    test: isDescribedThing,
    verdict: named('capital of a thing'),
  },
  {
    name: 'in a sentence, before no other capital',
    example: 'They buy toys at ‹Target› today.',
    test: ({ around }) => around.run.length === 0,
    verdict: named('capital in a sentence'),
  },
  {
    name: 'in a sentence, before the mark of a product',
    example: 'They ride a ‹Target› Outdoor 4 today.',
    test: ({ around }) => hasProductMark(around.run),
    verdict: named('before a product'),
  },
  {
    name: 'in a sentence, a company that owns brands before what may be a surname',
    example: 'They like ‹Apple› Wooten today.',
    test: ({ written, around }) => isSurname(around.run) && isOwnerOfBrands(written),
    verdict: LIKELY,
  },
  {
    name: 'in a sentence, before what may be a surname',
    example: 'They like ‹Victor› Wooten today.',
    test: ({ around }) => isSurname(around.run),
    verdict: OPEN,
  },
  {
    name: 'in a sentence, before what its products are called or what companies are',
    example: 'They like ‹Target› Brands today.',
    test: ({ written, around }) =>
      hasUnknownWord(around.run) || isCompanyWord(around.run[0] ?? '') || isRareOrMaker(written),
    verdict: LIKELY,
  },
  {
    name: 'in a sentence, before another capital',
    example: 'They like ‹Target› Day today.',
    test: always,
    verdict: OPEN,
  },
];

/** `this Agreement is`, `A Ghost was`: a name has no article but before what it names, `the Ring app`. */
function isThing({ around }: OccurrenceInText): boolean {
  if (!around.isPreviousJoined || !isDeterminer((around.previous ?? '').toLowerCase())) return false;
  return around.run.length === 0 && !isBeforeNoun(around);
}

/** `her oldest Ally`, `a round Mirror`: so are names, too, in an answer that never writes the word small. */
function isDescribedThing({ around }: OccurrenceInText): boolean {
  return around.run.length === 0 && DESCRIBED.test(around.left) && !isBeforeNoun(around);
}

const DESCRIBED =
  /(?:^|[^\p{L}])(?:an?|the|this|that|these|those|each|every|any|no|my|your|our|their|its|his|her) \p{Ll}+ $/iu;

function isBeforeNoun({ next, isNextJoined }: OccurrenceInText['around']): boolean {
  if (next === null || !isNextJoined || !startsLower(next)) return false;
  return !isFunctionWord(next) && !isVerbOfIt(next);
}

function isVerbOfIt(word: string): boolean {
  return isClaimingVerb(word) || isPastVerb(word) || isSingularVerbForm(word);
}
