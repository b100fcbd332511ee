import { z } from 'zod';
import { PLATFORMS, SENTIMENTS } from '../../src/entities/vocabulary.js';
import { type Analyse, byRules } from './analyse.js';
import { readLines } from './recorded-answers.js';
import type { ScoredAnswer, ScoredRow } from './scored.js';

const subject = z.strictObject({ name: z.string().min(1), aliases: z.array(z.string().min(1)), website: z.string() });

/** A line of an exported file of corrections: an answer with what people say of it (docs/exports.md). */
const labelledAnswer = z.object({
  id: z.string().min(1),
  platform: z.enum(PLATFORMS),
  question: z.string(),
  project: z.object({
    brand: z.string().min(1),
    aliases: z.array(z.string().min(1)),
    website: z.string(),
    competitors: z.array(subject),
  }),
  text: z.string(),
  citations: z.array(z.object({ url: z.string(), title: z.string().nullish() })),
  labels: z.array(
    z.object({ subject: z.string().min(1), mentioned: z.boolean(), sentiment: z.enum(SENTIMENTS).nullish() }),
  ),
});

type LabelledAnswer = z.output<typeof labelledAnswer>;

/** Reads a file of labelled lines. @throws Error for a line in another form, with its number. */
export function readLabels(file: string): LabelledAnswer[] {
  return readLines(file).map((line, at) => {
    const { data, error } = labelledAnswer.safeParse(line);
    if (error) throw new Error(`${file}, line ${at + 1}: ${z.prettifyError(error)}`);
    return data;
  });
}

/**
 * Analyses each answer once, as its project would; every label is a row. People say whether a name is there, not how
 * often: a row that agrees counts as counted. Candidates and sources are not labelled.
 */
export function scoreLabels(answers: readonly LabelledAnswer[], analyse: Analyse = byRules): ScoredRow[] {
  return answers.flatMap((answer) => {
    const { brand: name, aliases, website, competitors } = answer.project;
    const subjects = [{ name, aliases, website }, ...competitors];
    const citations = answer.citations.map(({ url, title }) => ({ url, title: title ?? null }));
    const { text, question } = answer;
    const facts = analyse({ brand: { name, aliases, website }, competitors }, { text, question, citations });
    const scored: ScoredAnswer = {
      id: answer.id,
      file: answer.platform,
      text,
      candidates: null,
      domains: { expected: new Set(), found: new Set() },
    };
    const found = [facts.brand, ...facts.competitors];
    return answer.labels.flatMap(({ subject: labelled, mentioned, sentiment = null }): ScoredRow[] => {
      const at = subjects.findIndex((one) => one.name === labelled);
      const [one, seen] = [subjects[at], found[at]];
      if (!one || !seen) throw new Error(`${answer.id}: a label of ${labelled}, which is no name of the project`);
      const count = seen.mentionCount > 0 === mentioned ? seen.mentionCount : Number(mentioned);
      return [{ answer: scored, subject: one, label: { mentioned, mention_count: count, sentiment }, facts: seen }];
    });
  });
}
