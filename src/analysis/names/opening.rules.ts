import { isFunctionWord } from '../language/ordinary-words.js';
import { always, type RuleTable } from '../rule-table.js';
import { isDerived } from './lettering.js';
import { LIKELY, type NameVerdict, named, not, OPEN } from './name-mentions.js';
import { isClaimingVerb, isDeterminer, isOwnerOfBrands, isPronoun } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence.js';
import { hasModelCode, hasUnknownWord, isRareOrMaker } from './product-runs.js';

/**
 * Where any word has a capital, what follows must speak of somebody: a verb of companies, or, after a word that is
 * rarely used as one (`Ford`), another capital. Before a common word the place stays open: `Apple users`, in an answer
 * that surely names Apple. It always decides.
 */
export const OPENING_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  {
    name: 'opens, joined to the next word by a hyphen',
    example: '‹Target›-driven work is hard.',
    test: ({ around }) => around.isHyphenedAfter,
    verdict: not('ordinary word'),
  },
  {
    name: 'opens, and no word follows it',
    example: '‹Target›. They sell toys.',
    test: ({ around }) => around.next === null || !around.isNextJoined,
    verdict: OPEN,
  },
  {
    name: 'opens before an article or its like',
    example: '‹Target› your heart rate first.',
    test: ({ around }) => isDeterminer(around.next ?? ''),
    verdict: not('ordinary word'),
  },
  {
    name: 'a word among others of a title, a function word or a pronoun',
    example: '‹Nothing› has changed here.',
    test: ({ lower, around }) =>
      (around.isInTitleCase && !around.isAtStart) || isFunctionWord(lower) || isPronoun(lower),
    verdict: OPEN,
  },
  {
    name: 'opens before a verb of companies and products',
    example: '‹Target› offers many toys.',
    test: ({ around }) => isClaimingVerb(around.next ?? ''),
    verdict: named('says what it does'),
  },
  {
    name: 'opens, a company that owns brands',
    example: '‹Apple› users like it.',
    test: ({ written }) => isOwnerOfBrands(written),
    verdict: LIKELY,
  },
  {
    name: 'opens before what its products are called',
    example: '‹Ford› Mustang Mach drivers like it.',
    test: (asked) => !isDerived(asked.written) && isBeforeOwnProduct(asked),
    verdict: LIKELY,
  },
  {
    name: 'opens before any other word',
    example: '‹Target› shoppers like it.',
    test: always,
    verdict: OPEN,
  },
];

function isBeforeOwnProduct({ form, around }: OccurrenceInText): boolean {
  const { run } = around;
  if (hasUnknownWord(run) || hasModelCode(run)) return true;
  return run.length > 0 && !around.isInTitleCase && isRareOrMaker(form.written);
}
