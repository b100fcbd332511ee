import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AnswerFacts, Subject, SubjectFacts } from '../../src/analysis/analyser.js';
import { PLATFORMS, SENTIMENTS } from '../../src/entities/vocabulary.js';
import { type Analyse, byRules } from './analyse.js';
import { readLines } from './recorded-answers.js';
import type { ScoredAnswer, ScoredRow, SubjectLabel } from './scored.js';

const subject = z.strictObject({ name: z.string().min(1), aliases: z.array(z.string().min(1)), website: z.string() });

const label = z.strictObject({
  mentioned: z.boolean(),
  mention_count: z.int().min(0),
  sentiment: z.enum(SENTIMENTS).nullable(),
});

/** A line of the corpus: one answer with the labels of a reader (test/corpus/README.md). */
const corpusAnswer = z.strictObject({
  id: z.string().min(1),
  platform: z.enum(PLATFORMS),
  language: z.string().length(2),
  question: z.string().min(1),
  project: z.strictObject({
    brand: z.string().min(1),
    aliases: z.array(z.string().min(1)),
    website: z.string(),
    competitors: z.array(subject),
  }),
  text: z.string().min(1),
  citations: z.array(z.strictObject({ url: z.url(), title: z.string().nullable() })),
  labels: z.record(z.string(), label),
  candidates: z.strictObject({
    expected: z.array(z.string().min(1)),
    optional: z.array(z.string().min(1)),
    variants: z.record(z.string(), z.array(z.string().min(1))),
  }),
  citation_domains: z.array(z.string().min(1)),
  note: z.string().optional(),
});

export type CorpusAnswer = z.output<typeof corpusAnswer>;

/** Reads every `*.jsonl` of the folder, in the order of their names. @throws Error for a line in another form. */
export function readCorpus(folder: string): CorpusAnswer[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.sort().flatMap((name) => readLines(join(folder, name)).map((line) => corpusAnswer.parse(line)));
}

/** Groups the answers by language: the rules of sentiment are made for English. */
export function partByLanguage(answers: readonly CorpusAnswer[]): { english: CorpusAnswer[]; others: CorpusAnswer[] } {
  return {
    english: answers.filter(({ language }) => language === 'en'),
    others: answers.filter(({ language }) => language !== 'en'),
  };
}

/**
 * Analyses each answer once, as its project would; every subject of the project is a row.
 * @throws Error for a subject without a label.
 */
export function scoreCorpus(answers: readonly CorpusAnswer[], analyse: Analyse = byRules): ScoredRow[] {
  return answers.flatMap((answer) => {
    const brand = { name: answer.project.brand, aliases: answer.project.aliases, website: answer.project.website };
    const { competitors } = answer.project;
    const facts = analyse({ brand, competitors }, answer);
    const scored = scoredAnswer(answer, facts);
    const rowOf = (one: Subject, found: SubjectFacts): ScoredRow => ({
      answer: scored,
      subject: one,
      label: labelOf(answer, one.name),
      facts: found,
    });
    const found = [facts.brand, ...facts.competitors];
    return [brand, ...competitors].flatMap((one, at) => (found[at] ? [rowOf(one, found[at])] : []));
  });
}

function scoredAnswer(answer: CorpusAnswer, facts: AnswerFacts): ScoredAnswer {
  const { expected, optional, variants } = answer.candidates;
  return {
    id: answer.id,
    file: answer.platform,
    text: answer.text,
    candidates: {
      labels: { names: [...expected, ...optional], optional, variants },
      found: facts.candidates.map(({ name }) => name),
    },
    domains: {
      expected: new Set(answer.citation_domains),
      found: new Set(facts.citations.map(({ domain }) => domain)),
    },
  };
}

function labelOf({ id, labels, note }: CorpusAnswer, name: string): SubjectLabel {
  const found = labels[name];
  if (!found) throw new Error(`${id}: no label for ${name}`);
  return { ...found, note };
}
