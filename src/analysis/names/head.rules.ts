import { isFunctionWord } from '../language/ordinary-words.js';
import { always, type RuleTable } from '../rule-table.js';
import { isDerived, isQuality, startsLower } from './lettering.js';
import { LIKELY, type NameVerdict, named, not, OPEN } from './name-mentions.js';
import type { OccurrenceInText } from './occurrence.js';
import { OPENING_RULES } from './opening.rules.js';
import { hasUnknownWord, isOwnRun } from './product-runs.js';

/**
 * `Target: …` and `Polar Vantage M2 – …` head entries of names; `Free Tier: …` heads what an entry says. Lists of names
 * hold some that are made of ordinary words, lists of features hold few names; a head that goes on with an ordinary
 * word needs more of them around. It always decides.
 */
export const HEAD_RULES: RuleTable<OccurrenceInText, NameVerdict> = [
  {
    name: 'heads, joined to the next word by a hyphen',
    example: '- **‹Target›-driven**: good',
    test: ({ around }) => around.isHyphenedAfter,
    verdict: not('ordinary word'),
  },
  {
    name: 'names a column beside one that a rival names',
    example: { text: '| Feature | ‹Target› | Walmart |\n|---|---|---|\n| Price | low | low |', rivals: ['Walmart'] },
    test: (asked) => asked.around.isInTableHead && asked.isBesideRival && isOwnHead(asked),
    verdict: named('head of an entry'),
  },
  {
    name: 'in the row of a table that names its columns',
    example: '| Brand | ‹Material› |\n|---|---|\n| Samsonite | Nylon |',
    test: ({ around }) => around.isInTableHead,
    verdict: OPEN,
  },
  {
    name: 'heads alone, among heads that are mostly names',
    example: '- **Walmart**: fine\n- **‹Here›**: good\n- **Costco**: fine',
    test: ({ written, around }) => isWholeHeadAmongNames(around) && !(around.isColonAfter && isQuality(written)),
    verdict: named('head among names'),
  },
  {
    name: 'heads alone, in a list that is announced as one of companies',
    example: 'Popular phone carriers:\n\n- **Mint Mobile**: fine\n- **‹Visible›**: good',
    test: ({ around }) => isWholeHeadOrLine(around) && around.isAmongCompanies,
    verdict: named('head among names'),
  },
  {
    name: 'heads, a function word alone',
    example: '- **‹All›**: good',
    test: ({ lower, around }) => around.run.length === 0 && isFunctionWord(lower),
    verdict: OPEN,
  },
  {
    name: 'heads, a label or before a word in small letters',
    test: ({ around }) => around.isLabel || isBeforeSmallWord(around),
    rules: OPENING_RULES,
  },
  {
    name: 'heads an entry beside one that a rival heads, in no list of names',
    example: {
      text: '- **‹Target› Business**: wide\n- **Walmart**: fine\n- **Paper**: thin\n- **Cash**: good',
      rivals: ['Walmart'],
    },
    test: (asked) => !isInListOfNames(asked.around) && asked.isBesideRival && isOwnHead(asked),
    verdict: named('head of an entry'),
  },
  { name: 'heads, in no list of names', test: ({ around }) => !isInListOfNames(around), rules: OPENING_RULES },
  {
    name: 'heads, a derived word alone before a colon',
    example: '- **Sonos Roam**: fine\n- **‹Portability›**: good\n- **Philips One**: fine\n- **Walmart**: fine',
    test: ({ written, around }) => around.run.length === 0 && around.isColonAfter && isDerived(written),
    verdict: OPEN,
  },
  {
    name: 'heads an entry among entries of names',
    example: '- **Walmart**: fine\n- **‹Polar› Vantage Zorro**: good\n- **Costco**: fine',
    test: ({ around }) => isOwnRun(around.run) || hasUnknownWord(around.run),
    verdict: named('head of an entry'),
  },
  {
    name: 'heads an entry among entries of names with another ordinary word',
    example: '- **Walmart**: fine\n- **‹Target› Place**: good\n- **Costco**: fine',
    test: always,
    verdict: LIKELY,
  },
];

type Around = OccurrenceInText['around'];

function isBeforeSmallWord({ next, isNextJoined }: Around): boolean {
  return next !== null && isNextJoined && startsLower(next);
}

/** The name is all of a head, a line or a cell, and at least half of two or more beside it open with names. */
function isWholeHeadAmongNames(around: Around): boolean {
  const { named: count, all } = around.namedBeside;
  return isWholeHeadOrLine(around) && all >= 2 && count >= all / 2;
}

function isWholeHeadOrLine({ isHead, isWholeHead, isWholeLine, isLabel }: Around): boolean {
  return !isLabel && ((isHead && isWholeHead) || isWholeLine);
}

function isInListOfNames({ namedSiblings, run, isHead, isDescribed }: Around): boolean {
  const share = run.length === 0 && isHead ? 1 / 3 : 1 / 2;
  return (namedSiblings ?? 0) >= share || isDescribed;
}

/** Alone or before what its own products and plans are called, and no label: `Keeper Enterprise`, not `Portability`. */
function isOwnHead({ written, around: { run } }: OccurrenceInText): boolean {
  if (isDerived(written)) return false;
  return isOwnRun(run) || hasUnknownWord(run);
}
