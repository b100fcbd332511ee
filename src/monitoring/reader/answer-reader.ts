import { setImmediate as turn } from 'node:timers/promises';
import {
  type AnswerFacts,
  type AnswerText,
  analyserBytes,
  type CandidateFacts,
  createAnalyser,
  type NameDecisions,
  type Subject,
  type SubjectFacts,
  type UnsettledPlaces,
} from '../../analysis/analyser.js';
import { candidateKey } from '../../core/competitors/candidate-key.js';
import type { Analysis } from './analysis.types.js';
import { CacheByBytes, type Made } from './cache-by-bytes.js';

/** An answer to be analysed: which names are looked for depends on its time. */
export interface DatedAnswer extends AnswerText {
  answeredAt: Date;
}

/**
 * What an analysis sees in one answer; `competitors` by candidate id, only those that it names, with their place among
 * the subjects that were looked for.
 */
export interface AnswerReadings {
  brand: SubjectFacts;
  competitors: readonly { id: string; subject: number; facts: SubjectFacts }[];
  discovered: readonly DiscoveredName[];
  citations: AnswerFacts['citations'];
  unsettled: { names: readonly UnsettledSubject[]; isToneUnsure: boolean };
}

/** A subject that the rules do not surely find or miss, as it is registered. */
export interface UnsettledSubject extends UnsettledPlaces {
  name: string;
  website: string;
}

/** An untracked name, under its {@link candidateKey}: each once an answer. */
export interface DiscoveredName extends CandidateFacts {
  key: string;
}

/** The place of the brand among the subjects that are looked for; the competitors follow. */
export const BRAND = 0;

/** An answer, and what an analysis sees in it. */
export interface ReadAnswer<Answer extends DatedAnswer> {
  answer: Answer;
  reading: AnswerReadings;
}

type Reader = (answer: DatedAnswer, decisions?: NameDecisions) => AnswerReadings;

/** How long reading may block the process's other work. */
const SLICE_MS = 8;
/** Memory for the readers of all projects; 20,000 characters of names take some 2 MB. */
const READERS_MAX_BYTES = 64 * 1024 * 1024;
const readers = new CacheByBytes<Reader>(READERS_MAX_BYTES);

/**
 * Reads answers in their order and lets the process do other work in between. Each is read with the brand and the
 * competitors that were not yet removed at its time: mentions before a removal stay, later ones do not count
 * (decisions, "competitor removed").
 */
export async function readAnswers<Answer extends DatedAnswer>(
  analysis: Analysis,
  answers: readonly Answer[],
): Promise<ReadAnswer<Answer>[]> {
  const readerAt = readersOf(analysis);
  const read: ReadAnswer<Answer>[] = [];
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const answer of answers) {
    read.push({ answer, reading: readerAt(answer.answeredAt.getTime())(answer) });
    if (performance.now() < sliceEndsAt) continue;
    await turn();
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  return read;
}

/** Reads an answer once more, with decisions on the names that its first reading leaves unsettled. */
export function readAgain(analysis: Analysis, answer: DatedAnswer, decisions: NameDecisions): AnswerReadings {
  return readersOf(analysis)(answer.answeredAt.getTime())(answer, decisions);
}

/**
 * Only the removals of an analysis change. Answers between two removals share one reader, which is built once.
 */
function readersOf({ id, subjects, removedAt }: Analysis): (at: number) => Reader {
  const analysisKey = `${id} ${JSON.stringify(removedAt)}`;
  const removals = Object.values(removedAt);
  return (at) => {
    const era = removals.filter((removal) => removal < at).length;
    return readers.of(`${analysisKey} ${era}`, () => createEraReader(subjects, removedAt, at));
  };
}

function createEraReader(
  { brand, competitors }: Analysis['subjects'],
  removedAt: Analysis['removedAt'],
  at: number,
): Made<Reader> {
  const tracked = competitors.filter(({ id }) => (removedAt[id] ?? Number.POSITIVE_INFINITY) >= at);
  const analyse = createAnalyser({ brand, competitors: tracked });
  const lookedFor = new Set([brand, ...tracked].flatMap(keysOf));
  const subjects: readonly Subject[] = [brand, ...tracked];
  const reader: Reader = (answer, decisions) => {
    const read = analyse(answer, decisions);
    const named = tracked.flatMap(({ id }, place) => {
      const facts = read.competitors[place];
      return facts && facts.mentionCount > 0 ? [{ id, subject: place + 1, facts }] : [];
    });
    const discovered = discoveredIn(read.candidates, lookedFor);
    const unsettled = { ...read.unsettled, names: asRegistered(subjects, read.unsettled.names) };
    return { brand: read.brand, competitors: named, discovered, citations: read.citations, unsettled };
  };
  return { value: reader, bytes: analyserBytes([brand, ...tracked]) };
}

function asRegistered(subjects: readonly Subject[], names: readonly UnsettledPlaces[]): UnsettledSubject[] {
  return names.map((places) => {
    const { name = '', website = '' } = subjects[places.subject] ?? {};
    return { ...places, name, website };
  });
}

function keysOf({ name, aliases }: Subject): string[] {
  return [name, ...aliases].map(candidateKey);
}

/**
 * Leaves out names that were looked for: one that the analysis took for a mere word must not come back as discovered.
 * The analysis has merged an answer's spellings of one name; if two are left, the first counts.
 */
function discoveredIn(candidates: readonly CandidateFacts[], lookedFor: ReadonlySet<string>): DiscoveredName[] {
  const byKey = new Map<string, DiscoveredName>();
  for (const candidate of candidates) {
    const name = candidate.name.toWellFormed();
    const key = candidateKey(name);
    if (!lookedFor.has(key) && !byKey.has(key)) byKey.set(key, { ...candidate, name, key });
  }
  return [...byKey.values()];
}
