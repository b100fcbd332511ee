import { type AnswerFacts, createAnalyser, type Subject, type SubjectFacts } from '../../src/analysis/analyser.js';

/** A subject as a customer registers it. */
export function subject(name: string, aliases: readonly string[] = [], website = ''): Subject {
  return { name, aliases, website };
}

/** The facts of a text without citations, for a brand and its competitors. */
export function read(text: string, brand: string | Subject, ...competitors: (string | Subject)[]): AnswerFacts {
  const [first, ...others] = [brand, ...competitors].map((each) => (typeof each === 'string' ? subject(each) : each));
  if (!first) throw new Error('a brand is needed');
  return createAnalyser({ brand: first, competitors: others })({ text, citations: [] });
}

/** The words of the text that were taken for the name. */
export function named(text: string, facts: SubjectFacts): string[] {
  return facts.spans.map(([start, end]) => text.slice(start, end));
}

/** The words that were taken for the brand. */
export function namedIn(text: string, brand: string | Subject, ...competitors: (string | Subject)[]): string[] {
  return named(text, read(text, brand, ...competitors).brand);
}
