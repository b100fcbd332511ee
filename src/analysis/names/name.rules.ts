import {
  isDeedOfIt,
  isFunctionWord,
  isOnlyVerb,
  isPluralVerb,
  isSingularVerbForm,
} from '../language/ordinary-words.js';
import { decide, type RuleTable, ruleFor } from '../rule-table.js';
import { isAllCapitals, isDerived, isVerbForm } from './lettering.js';
import { LIKELY, type NameVerdict, OPEN } from './name-mentions.js';
import { isOwnerOfBrands, isSingularVerb } from './namesake-words.js';
import { type Occurrence, OccurrenceInText, type ReadAnswer } from './occurrence.js';
import { PHRASE_RULES } from './phrase.rules.js';
import { WORD_RULES } from './word.rules.js';
import { isAmongCapitals, WRITTEN_FORM_RULES } from './written-form.rules.js';

/** What is asked of an ordinary word whose lettering is a name's. */
const ORDINARY_NAME_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  { name: 'several ordinary words', test: ({ isPhrase }) => isPhrase, rules: PHRASE_RULES },
  { name: 'one ordinary word', test: ({ isPhrase }) => !isPhrase, rules: WORD_RULES },
];

/**
 * All rules of one place, in the order in which {@link verdictOf} asks them: how the name is written there, which opens
 * the tables of other bearers (`bearer.rules.ts`) and of other names (`other-name.rules.ts`), then what is around an
 * ordinary word. What the answer as a whole shows is asked afterwards (`decision.rules.ts`).
 */
export const NAME_RULES: RuleTable<OccurrenceInText, NameVerdict> = [...WRITTEN_FORM_RULES, ...ORDINARY_NAME_RULES];

/** What one place alone shows about whether it is a name. */
export function verdictOf(answer: ReadAnswer, occurrences: readonly Occurrence[], index: number): NameVerdict {
  const occurrence = occurrences[index];
  if (!occurrence) return OPEN;
  const asked = new OccurrenceInText(answer, occurrence, occurrences[index - 1], occurrences[index + 1]);
  const settled = ruleFor(WRITTEN_FORM_RULES, asked);
  if (settled) return settled.verdict;
  const verdict = decide(ORDINARY_NAME_RULES, asked);
  return inCapitals(asked, asked.isPhrase ? verdict : ofOneWord(asked, verdict));
}

/** What the rules leave open is likely where the word is used as names are; a head before a colon may be a label. */
function ofOneWord(asked: OccurrenceInText, place: NameVerdict): NameVerdict {
  const { around } = asked;
  const open = place.is === 'open' && isLikely(asked) ? LIKELY : place;
  const verdict = open.is === 'open' && isActing(asked) ? { ...open, isActing: true as const } : open;
  return around.isHead && around.isWholeHead && around.isColonAfter ? { ...verdict, isColonHead: true } : verdict;
}

/**
 * `Apple is …`, `## Notion`, a cell of its own: a word of one thing without an article, as a name is.
 * Words of what there is no number of (`Support is good`) are used so too, which is why it decides only where nothing
 * speaks against it.
 */
function isLikely(asked: OccurrenceInText): boolean {
  const { lower, written, around } = asked;
  if (isFunctionWord(lower) || isPartOfMore(around)) return false;
  if (around.isAside) return isOwnerOfBrands(written);
  if (isSubjectOfVerb(around)) return true;
  const isAmongNames = (around.namedSiblings ?? (around.isInCell ? 0 : 1)) >= 1 / 3;
  return isAmongNames && !isDerived(written) && (around.isWholeLine || (around.isHead && around.isWholeHead));
}

/** `Chime pays wages up to two days early`: a word of one thing, without an article, before a verb of one thing. */
function isActing({ lower, written, around }: OccurrenceInText): boolean {
  const { isAtStart, isNextJoined, next } = around;
  if (!isAtStart || !isNextJoined || next === null || isPartOfMore(around)) return false;
  if (isFunctionWord(lower)) return isOnlyVerb(next) && isAdverbOrNumber(lower);
  if (isVerbForm(written) && (!/s$/.test(lower) || isSingularVerbForm(lower))) return false;
  const behind = around.afterNext ?? '';
  return isDeedOfIt(next, behind) || (isSingularVerbForm(next) && !isPluralVerb(behind));
}

/** Before a verb of one thing, `Three includes`, `Next delivers`, they are no grammar; `Nothing beats` is. */
function isAdverbOrNumber(lower: string): boolean {
  return ADVERBS_AND_NUMBERS.has(lower);
}

const ADVERBS_AND_NUMBERS: ReadonlySet<string> = new Set(
  'two three four five six seven eight nine ten next here on now later soon up over off down out above below'.split(
    ' ',
  ),
);

function isPartOfMore({ isLabel, isHyphenedAfter, isInTableHead }: OccurrenceInText['around']): boolean {
  return isLabel || isHyphenedAfter || isInTableHead;
}

function isSubjectOfVerb({ isAtStart, isNextJoined, next }: OccurrenceInText['around']): boolean {
  return isAtStart && isNextJoined && next !== null && isSingularVerb(next);
}

/** `RAM`, `STEM`, `LED`; a longer word in capitals is rather one that is written for emphasis. */
const ACRONYM_MAX = 4;

/** `STEM education` is an acronym, unless the answer names Stem elsewhere. */
function inCapitals({ written, around }: OccurrenceInText, verdict: NameVerdict): NameVerdict {
  const isLoud = isAllCapitals(written) && written.length > 2;
  if (!isLoud || verdict.is !== 'named') return verdict;
  const isAcronym = written.length <= ACRONYM_MAX && verdict.reason === 'capital in a sentence';
  return isAcronym && !isAmongCapitals(around) ? OPEN : LIKELY;
}
