import type { Subject } from '../../../src/analysis/analyser.js';
import type { Analyse } from '../analyse.js';
import type { ClassCase } from './class-case.js';

/** A company whose name is a word of the language (test/corpus/classes/word-names.jsonl). */
export interface WordName {
  name: string;
  website: string;
  /** What it is, in the plural. */
  kind: string;
  rivals: readonly [string, string, string];
  /** What it does, as the words that follow its name. */
  does: string;
  label: string;
}

type Shape = (company: WordName) => string;

/** The shapes in which answers of today name a company; each text names it once. */
const SHAPES: Readonly<Record<string, Shape>> = {
  heading: ({ name, kind, rivals: [a, b], does, label }) =>
    [
      `Here are the ${kind} I would look at first.`,
      `### ${a}\nA safe choice with few surprises.`,
      `### ${name}\nIt ${does}.\n\n**Best for:** ${label}`,
      `### ${b}\nCheaper, and a little less polished.`,
    ].join('\n\n'),
  'list in bold': ({ name, kind, rivals: [a, b, c], does }) =>
    [
      `Popular ${kind}:`,
      `- **${a}** – the one that most people know\n- **${b}** – good value`,
      `- **${name}** – ${does}\n- **${c}** – worth a look`,
    ].join('\n\n'),
  'numbered list': ({ name, kind, rivals: [a, b], does }) =>
    `The best ${kind} right now:\n\n1. ${a}: a solid all-rounder\n2. ${name}: ${does}\n3. ${b}: for small budgets`,
  table: ({ name, kind, rivals: [a, b], label }) =>
    [
      `| Name | Best for |\n|---|---|\n| ${a} | most people |\n| ${name} | ${label} |\n| ${b} | small budgets |`,
      `These ${kind} differ less in price than in service.`,
    ].join('\n\n'),
  'row of names': ({ name, kind, rivals: [a, b, c] }) =>
    `Most comparisons of ${kind} end with ${a}, ${b}, ${name} and ${c}; the rest are far smaller.`,
  prose: ({ name, kind, rivals: [a, b], does }) =>
    `Among ${kind}, ${a} is the safe choice and ${b} the cheap one. ${name} ${does}, which few others do.`,
};

/** Each company in each shape, with its rivals tracked and without. */
export function wordNameCases(analyse: Analyse, companies: readonly WordName[]): ClassCase[] {
  return [true, false].flatMap((isTracked) =>
    Object.entries(SHAPES).flatMap(([shape, write]) =>
      companies.map((company) => wordNameCase(analyse, company, shape, write(company), isTracked)),
    ),
  );
}

function wordNameCase(analyse: Analyse, company: WordName, shape: string, text: string, isTracked: boolean): ClassCase {
  const title = `word names, rivals ${isTracked ? 'tracked' : 'not tracked'}: ${shape}`;
  const brand: Subject = { name: company.name, aliases: [], website: company.website };
  const rivals = isTracked ? company.rivals : [];
  const competitors = rivals.map((name): Subject => ({ name, aliases: [], website: '' }));
  const facts = analyse({ brand, competitors }, { text, citations: [] });
  const found = facts.brand.mentionCount > 0 ? 'named' : 'not';
  return { title, key: company.name, expected: 'named', found, text };
}
