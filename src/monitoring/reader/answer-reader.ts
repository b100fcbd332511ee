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

/** Reads one answer; with decisions on the names that its first reading left unsettled, once more. */
type Reader = (answer: DatedAnswer, decisions?: NameDecisions) => AnswerReadings;

/** Memory for the readers of all projects, in each thread that reads; 20,000 characters of names take some 2 MB. */
const READERS_MAX_BYTES = 64 * 1024 * 1024;
const readers = new CacheByBytes<Reader>(READERS_MAX_BYTES);

/**
 * The reader of an analysis for answers of an instant, in milliseconds since the epoch: with the brand and the
 * competitors that were not yet removed then. Mentions before a removal stay, later ones do not count (decisions,
 * "competitor removed"). Answers between two removals share one reader, whose names are compiled once.
 * @param key differs for any two analyses, and for the removals of one.
 */
export function readersOf(key: string, { subjects, removedAt }: LookedFor): (at: number) => Reader {
  const removals = Object.values(removedAt);
  return (at) => {
    const era = removals.filter((removal) => removal < at).length;
    return readers.of(`${key} ${era}`, () => createEraReader(subjects, removedAt, at));
  };
}

/** What an analysis looks for. */
export type LookedFor = Pick<Analysis, 'subjects' | 'removedAt'>;

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
