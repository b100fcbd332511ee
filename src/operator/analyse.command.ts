import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { z } from 'zod';
import { type AnswerFacts, createAnalyser, type SubjectFacts } from '../analysis/analyser.js';
import { createPlaceFinder, type Place } from '../analysis/places.js';
import { invalid, ServiceError } from '../core/errors.js';
import { aliases, NAME_MAX, requiredText } from '../core/fields.input.js';
import { parse } from '../core/parse.js';

/** A field with null counts as absent. */
const subject = z.object(
  {
    name: requiredText(NAME_MAX),
    aliases: aliases.nullish().transform((names) => names ?? []),
    website: z
      .string('must be a string')
      .nullish()
      .transform((website) => website ?? ''),
  },
  'must be an object with a name',
);

const citation = z.object(
  {
    url: z.string('must be a string'),
    title: z
      .string('must be a string')
      .nullish()
      .transform((title) => title ?? null),
  },
  'must be an object with a url',
);

function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item, 'must be an array')
    .nullish()
    .transform((items) => items ?? []);
}

const lineInput = z.object(
  {
    id: z.union([z.string(), z.number()], 'must be a string'),
    text: z.string('must be a string'),
    question: z
      .string('must be a string')
      .nullish()
      .transform((question) => question ?? null),
    citations: listOf(citation),
    brand: subject,
    competitors: listOf(subject),
  },
  'must be an object',
);

type Line = z.output<typeof lineInput>;

/** `analyse --file F`: what the analysis finds in texts, for audits and for trying an alias; nothing is stored. */
export function addAnalyseCommand(program: Command): void {
  program
    .command('analyse')
    .description('read JSON Lines of texts and print what the analysis finds in each; nothing is stored')
    .requiredOption('--file <path>', 'JSON Lines, - for standard input')
    .option('--question <text>', 'what was asked, of lines that have no question of their own')
    .option('--reasons', 'print each place of a name too, taken or not, with the reason')
    .action(analyseFile);
}

interface Options {
  file: string;
  question?: string;
  reasons?: boolean;
}

async function analyseFile({ file, question, reasons = false }: Options): Promise<void> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  const compiledOf = recentlyCompiled();
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (text.trim() === '') continue;
    const line = parseLine(text, number);
    const { analyse, findPlaces } = compiledOf(line);
    const places = reasons ? findPlaces(line) : null;
    const facts = analyse({ ...line, question: line.question ?? question ?? null });
    const isFlushed = process.stdout.write(`${JSON.stringify(report(line, facts, places))}\n`);
    if (!isFlushed) await once(process.stdout, 'drain');
  }
}

function parseLine(text: string, number: number): Line {
  try {
    return parse(lineInput, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid([], `line ${number}: must be valid JSON`);
    if (error instanceof ServiceError) throw invalid([], `line ${number}: ${error.message}`);
    throw error;
  }
}

/** Names are compiled once for consecutive lines that ask for the same ones. */
function recentlyCompiled() {
  let known: ({ key: string } & ReturnType<typeof compile>) | undefined;
  return ({ brand, competitors }: Line) => {
    const key = JSON.stringify([brand, competitors]);
    if (known?.key !== key) known = { key, ...compile({ brand, competitors }) };
    return known;
  };
}

function compile({ brand, competitors }: Pick<Line, 'brand' | 'competitors'>) {
  return {
    analyse: createAnalyser({ brand, competitors }),
    findPlaces: createPlaceFinder([brand, ...competitors]),
  };
}

/** @param places of the brand and each competitor, in that order; null where they were not asked for. */
function report({ id, text, competitors }: Line, facts: AnswerFacts, places: Place[][] | null) {
  const [ofBrand = null, ...ofCompetitors] = places ?? [];
  return {
    id,
    brand: { ...reportSubject(facts.brand), ...reportPlaces(text, ofBrand) },
    competitors: competitors.map(({ name }, at) => ({
      name,
      ...reportSubject(facts.competitors[at]),
      ...reportPlaces(text, ofCompetitors[at] ?? null),
    })),
    candidates: facts.candidates.map(({ name, mentionCount }) => ({ name, mention_count: mentionCount })),
    // A page counts once for each answer, however often it is linked to.
    citations: facts.citations.map(({ url, domain }) => ({ url, domain, count: 1 })),
  };
}

function reportPlaces(text: string, places: readonly Place[] | null) {
  if (!places) return {};
  return {
    reasons: places.map(({ span, isNamed, reason }) => ({ span, text: text.slice(...span), taken: isNamed, reason })),
  };
}

function reportSubject(facts: SubjectFacts | undefined) {
  if (!facts) throw new Error('the analysis left a competitor out');
  return {
    mentioned: facts.mentionCount > 0,
    mention_count: facts.mentionCount,
    spans: facts.spans,
    sentiment: facts.sentiment,
    evidence: facts.evidence,
  };
}
