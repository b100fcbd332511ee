import {
  type AnswerFacts,
  type AnswerText,
  analyserBytes,
  createAnalyser,
  type NameDecisions,
  type Subject,
} from '../../analysis/analyser.js';
import { createPlaceFinder, type Place } from '../../analysis/name-places.js';
import { CacheByBytes } from './cache-by-bytes.js';
import { type AnswerReadings, analysersOf, type LookedFor } from './project-analyser.js';

/*
 * What a thread of `analysis-threads.ts` does. It gets plain values and returns plain values, and knows neither the
 * database nor the environment.
 */

/** Names that many answers are read with, as JSON in memory that all threads share: no message copies them. */
export interface SharedNames {
  /** Differs for any two values. */
  key: string;
  json: SharedArrayBuffer;
}

/** What one answer gives: its result, or why it has none. The others of the same message are not affected. */
export type Outcome<Result> = { result: Result } | { fault: string };

/** An answer as an analysis reads it. */
interface AnswerToAnalyse extends AnswerText {
  /** In milliseconds since the epoch. */
  answeredMs: number;
  /** On the names that a first reading left unsettled. */
  decisions?: NameDecisions | undefined;
}

/** A message: texts, and the names that they are read with. */
export interface Message<Item> {
  names: SharedNames;
  items: readonly Item[];
}

/** Reads answers under the analysis whose {@link LookedFor} the names are. */
export function analyseAll({ names, items }: Message<AnswerToAnalyse>): Outcome<AnswerReadings>[] {
  const analyserAt = analysersOf(names.key, namesIn<LookedFor>(names));
  return items.map((answer) =>
    outcomeOf(() => {
      const { answeredMs, decisions, ...text } = answer;
      return analyserAt(answeredMs)({ ...text, answeredAt: new Date(answeredMs) }, decisions);
    }),
  );
}

/** The names of `explainAll`. */
export interface NamedSubjects {
  brand: Subject;
  competitors: readonly Subject[];
}

export interface ExplainableText extends AnswerText {
  withPlaces: boolean;
}

/** What the analysis finds in a text, and each place of a name with the reason, where these are asked for. */
export interface ExplainedText {
  facts: AnswerFacts;
  /** Of the brand and each competitor, in that order. */
  places: Place[][] | null;
}

/** Analyses texts without an analysis of a project; the names are {@link NamedSubjects}. */
export function explainAll({ names, items }: Message<ExplainableText>): Outcome<ExplainedText>[] {
  const { analyse, findPlaces } = explainers.of(names.key, () => compile(namesIn<NamedSubjects>(names)));
  return items.map(({ withPlaces, ...text }) =>
    outcomeOf(() => ({ facts: analyse(text), places: withPlaces ? findPlaces(text) : null })),
  );
}

/** What a thread can do: its exported functions by name, each for many texts at once. */
export interface Works {
  analyseAll: { item: AnswerToAnalyse; result: AnswerReadings };
  explainAll: { item: ExplainableText; result: ExplainedText };
}

function outcomeOf<Result>(read: () => Result): Outcome<Result> {
  try {
    return { result: read() };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** Memory for the names of texts that no project has; consecutive lines of a file mostly have the same ones. */
const EXPLAINERS_MAX_BYTES = 16 * 1024 * 1024;
const explainers = new CacheByBytes<ReturnType<typeof compile>['value']>(EXPLAINERS_MAX_BYTES);

function compile({ brand, competitors }: NamedSubjects) {
  const subjects = [brand, ...competitors];
  const value = { analyse: createAnalyser({ brand, competitors }), findPlaces: createPlaceFinder(subjects) };
  return { value, bytes: 2 * analyserBytes(subjects) };
}

/** Memory for names as they were sent; they have some five times the length of their JSON. */
const VALUES_MAX_BYTES = 16 * 1024 * 1024;
const BYTES_A_BYTE = 5;
const values = new CacheByBytes<unknown>(VALUES_MAX_BYTES);

/** The names of the kind that the caller of the function has sent. */
function namesIn<Value>({ key, json }: SharedNames): Value {
  // A decoder refuses shared memory, as another thread may write to it; of this none does once it was sent.
  const parsed = () => JSON.parse(Buffer.from(new Uint8Array(json)).toString());
  return values.of(key, () => ({ value: parsed(), bytes: BYTES_A_BYTE * json.byteLength })) as Value;
}
