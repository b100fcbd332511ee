import { createAnalyser, type Subject } from '../../../src/analysis/analyser.js';
import type { Sentiment } from '../../../src/entities/vocabulary.js';
import type { Analyse } from '../analyse.js';
import type { ClassCase } from './class-case.js';

/** A text in which the word is not the brand. */
export interface Homonym {
  id: string;
  name: string;
  website: string;
  text: string;
}

export function homonymCases(analyse: Analyse, texts: readonly Homonym[], title = 'homonyms'): ClassCase[] {
  return texts.map(({ id, name, website, text }) => {
    const { brand } = analyse({ brand: { name, aliases: [], website }, competitors: [] }, { text, citations: [] });
    const found = brand.mentionCount > 0 ? 'named' : 'not';
    return { title, key: id, expected: 'not', found, text };
  });
}

/** A text that names a company, in one of several shapes, once or more often. */
export interface NamingText {
  id: string;
  name: string;
  website: string;
  competitors: readonly string[];
  shape: string;
  text: string;
}

export function namingCases(analyse: Analyse, texts: readonly NamingText[]): ClassCase[] {
  return texts.map(({ id, name, website, competitors, shape, text }) => {
    const subjects = { brand: { name, aliases: [], website }, competitors: rivalsOf(competitors) };
    const { brand } = analyse(subjects, { text, citations: [] });
    const found = brand.mentionCount > 0 ? 'named' : 'not';
    return { title: `further names: ${shape}`, key: id, expected: 'named', found, text };
  });
}

function rivalsOf(names: readonly string[]): Subject[] {
  return names.map((name) => ({ name, aliases: [], website: '' }));
}

/** A text in any language, with the times that the name is meant. */
export interface NamedText {
  id: string;
  language: string;
  name: string;
  aliases: readonly string[];
  competitors: readonly string[];
  text: string;
  count: number;
}

const LATIN_NAME = /^\p{Script=Latin}/u;

export function languageCases(analyse: Analyse, texts: readonly NamedText[]): ClassCase[] {
  return countedCases(
    analyse,
    texts,
    (language) => `counts, ${isLatin(language) ? 'other languages in Latin script' : 'other scripts'}`,
  );
}

/** @param titleOf of a language. */
export function countedCases(
  analyse: Analyse,
  texts: readonly NamedText[],
  titleOf: (language: string) => string,
): ClassCase[] {
  return texts.map(({ id, language, name, aliases, competitors, text, count }) => {
    const subjects = { brand: { name, aliases, website: '' }, competitors: rivalsOf(competitors) };
    const { brand } = analyse(subjects, { text, citations: [] });
    const title = titleOf(language);
    return { title, key: id, expected: String(count), found: String(brand.mentionCount), text };
  });
}

function isLatin(language: string): boolean {
  const own = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? '';
  return LATIN_NAME.test(own);
}

/** A passage, or an answer to a question, that is about one subject. */
export interface ToneText {
  id: string;
  language: string;
  question: string | null;
  name: string;
  text: string;
  sentiment: Sentiment;
}

/** @param set what the cases are labelled with beside those of other sets. */
export function toneCases(analyse: Analyse, texts: readonly ToneText[], set = ''): ClassCase[] {
  return texts.map(({ id, language, question, name, text, sentiment }) => {
    const subjects = { brand: { name, aliases: [], website: '' }, competitors: [] };
    const { brand } = analyse(subjects, { text, citations: [], question });
    const found = brand.sentiment ?? 'not named';
    return { title: toneTitle(language, question) + set, key: id, expected: sentiment, found, text };
  });
}

function toneTitle(language: string, question: string | null): string {
  if (language !== 'en') return 'tone, other languages';
  return question === null ? 'tone, English passages' : 'tone, answers about one brand';
}

/** A text with the platform's own list, and the pages that it cites. */
export interface CitingText {
  id: string;
  text: string;
  citations: readonly string[];
  pages: readonly string[];
}

export function citationCases(texts: readonly CitingText[]): ClassCase[] {
  return texts.map(({ id, text, citations, pages }) => {
    const analyse = createAnalyser({ brand: { name: 'Velmora', aliases: [], website: '' }, competitors: [] });
    const facts = analyse({ text, citations: citations.map((url) => ({ url, title: null })) });
    const found = facts.citations.map(({ url }) => url).join(' ');
    const expected = pages.map((page) => new URL(page).href).join(' ');
    return { title: 'cited pages', key: id, expected, found, text: [text, ...citations].join(' ') };
  });
}
