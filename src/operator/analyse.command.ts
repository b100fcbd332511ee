import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { z } from 'zod';
import type { AnswerFacts, SubjectFacts } from '../analysis/analyser.js';
import type { Place } from '../analysis/name-places.js';
import { invalid, ServiceError } from '../core/errors.js';
import { aliases, NAME_MAX, parse, requiredText } from '../core/input.js';
import { explainTexts } from '../monitoring/analysis/analyse-answers.js';
import { commandIo, withAnalysis } from './command-context.js';

const FAILED = 1;

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
  const input = file === '-' ? commandIo().stdin : createReadStream(file);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const reportOn = (line: Line) => explained({ ...line, question: line.question ?? question ?? null }, reasons);
  await withAnalysis(() => printEach(lines, reportOn));
}

/** Lines that are analysed while those before them are printed. */
const UNDER_WAY_MAX = 16;

/** Prints a report a line, in the order of the lines and as soon as it is known. A faulty line ends it after those. */
async function printEach(lines: AsyncIterable<string>, reportOn: (line: Line) => Promise<object>): Promise<void> {
  const underWay: Promise<void>[] = [];
  let last = Promise.resolve();
  try {
    let number = 0;
    for await (const text of lines) {
      number += 1;
      if (text.trim() === '') continue;
      last = printAfter(last, reportOn(parseLine(text, number)));
      last.catch(() => {});
      underWay.push(last);
      if (underWay.length >= UNDER_WAY_MAX) await underWay.shift();
    }
  } finally {
    await last;
  }
}

async function printAfter(former: Promise<void>, report: Promise<object>): Promise<void> {
  const [printed] = await Promise.all([report, former]);
  const { stdout } = commandIo();
  const isFlushed = stdout.write(`${JSON.stringify(printed)}\n`);
  if (!isFlushed) await once(stdout, 'drain');
}

/** A text that cannot be analysed has its fault in place of the results, and the command then exits 1. */
async function explained(line: Line, withPlaces: boolean): Promise<object> {
  const { id, text, question, citations, brand, competitors } = line;
  const [outcome] = await explainTexts({ brand, competitors }, [{ text, question, citations, withPlaces }]);
  if (!outcome) throw new Error('a text has no outcome');
  if ('result' in outcome) return report(line, outcome.result.facts, outcome.result.places);
  commandIo().exitCode = FAILED;
  return { id, error: outcome.fault };
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
