import { DECISION_RULES } from '../../src/analysis/names/decision.rules.js';
import { undecidedIn, withNames } from '../../src/analysis/names/mention-finder.js';
import { NAME_RULES } from '../../src/analysis/names/name.rules.js';
import { OccurrenceInText } from '../../src/analysis/names/occurrence.js';
import { createOccurrenceFinder } from '../../src/analysis/names/occurrence-finder.js';
import { readAnswer } from '../../src/analysis/reading/answer-text.js';
import { outlineOf } from '../../src/analysis/reading/outline.js';
import { type Rule, type RuleExample, type RuleTable, ruleFor } from '../../src/analysis/rule-table.js';
import { CLAUSE_RULES } from '../../src/analysis/sentiment/clause.rules.js';
import { weighedClause } from '../../src/analysis/sentiment/polarity.js';
import { NEAR, STANDING_RULES } from '../../src/analysis/sentiment/standing.rules.js';
import { subject } from './read.js';

/** The rows that decide, inner tables included, each once. */
function rulesOf<Asked, Verdict>(table: RuleTable<Asked, Verdict>): Rule<Asked, Verdict>[] {
  return [...new Set(table.flatMap((row) => ('verdict' in row ? [row] : rulesOf(row.rules))))];
}

/** The parts of an example: before the marks, between them and after them. */
function partsOf(example: RuleExample): { before: string; marked: string; after: string } {
  const text = typeof example === 'string' ? example : example.text;
  const parts = /^([^‹›]*)‹([^‹›]+)›([^‹›]*)$/.exec(text);
  if (!parts) throw new Error(`an example marks one place with ‹ and ›: ${text}`);
  const [, before = '', marked = '', after = ''] = parts;
  return { before, marked, after };
}

/** The answer that an example makes, the occurrences in it, and the index of the marked one. */
function occurrencesIn(example: RuleExample) {
  const { before, marked, after } = partsOf(example);
  const { name = marked, aliases = [], website = '', rivals = [] } = typeof example === 'string' ? {} : example;
  const subjects = [subject(name, aliases, website), ...rivals.map((rival) => subject(rival))];
  const visible = readAnswer({ text: before + marked + after, citations: [] });
  const { kept } = createOccurrenceFinder(subjects)(visible);
  const offset = before.length;
  const index = kept.findIndex(({ start }) => visible.starts[start] === offset);
  if (index < 0) throw new Error(`no name is found at the marks: ${before}‹${marked}›${after}`);
  return { answer: withNames({ visible, outline: outlineOf(visible), subjects }, kept), occurrences: kept, index };
}

function ruleOfPlace(example: RuleExample): string | undefined {
  const { answer, occurrences, index } = occurrencesIn(example);
  const occurrence = occurrences[index];
  if (!occurrence) return undefined;
  const asked = new OccurrenceInText(answer, occurrence, occurrences[index - 1], occurrences[index + 1]);
  return ruleFor(NAME_RULES, asked)?.name;
}

function ruleOfDecision(example: RuleExample): string | undefined {
  const { answer, occurrences, index } = occurrencesIn(example);
  const asked = undecidedIn(answer, occurrences)[index];
  return asked && ruleFor(DECISION_RULES, asked)?.name;
}

function ruleOfStanding(example: RuleExample): string | undefined {
  const { before, after } = partsOf(example);
  return ruleFor(STANDING_RULES, { before, near: before.slice(-NEAR), after })?.name;
}

function ruleOfClause(example: RuleExample): string | undefined {
  const { before, marked } = partsOf(example);
  return ruleFor(CLAUSE_RULES, weighedClause(marked, before.endsWith('but ')))?.name;
}

describe.each([
  { what: 'the place of a name', rules: rulesOf(NAME_RULES), decidedBy: ruleOfPlace },
  { what: 'what an answer makes of a name', rules: rulesOf(DECISION_RULES), decidedBy: ruleOfDecision },
  { what: 'how a name stands in its sentence', rules: rulesOf(STANDING_RULES), decidedBy: ruleOfStanding },
  { what: 'what a clause is worth', rules: rulesOf(CLAUSE_RULES), decidedBy: ruleOfClause },
])('the rules of $what', ({ rules, decidedBy }) => {
  test('no two rows have the same name', () => {
    expect(rules.length).toBeGreaterThan(5);
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
  });

  test.each(rules.map(({ name, example }) => ({ name, example })))(
    'the example of “$name” is decided by that row and by none before it',
    ({ name, example }) => {
      expect(decidedBy(example)).toBe(name);
    },
  );
});
