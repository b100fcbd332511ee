import { setImmediate as turn } from 'node:timers/promises';
import { candidateKey } from '../../core/competitors/candidate-key.js';
import {
  type AnswerFacts,
  type AnswerText,
  type CandidateFacts,
  createAnalyser,
  type Subject,
  type SubjectFacts,
} from '../analysis/analyser.js';
import type { Analysis } from './analysis.types.js';

/** An answer to be read: which names are looked for depends on when it was given. */
export interface DatedAnswer extends AnswerText {
  answeredAt: Date;
}

/** What an analysis sees in one answer; `competitors` by candidate id, those alone that it names. */
export interface AnswerReadings {
  brand: SubjectFacts;
  competitors: readonly { id: string; facts: SubjectFacts }[];
  discovered: readonly DiscoveredName[];
  citations: AnswerFacts['citations'];
}

/** A name that nobody tracks, under its {@link candidateKey}: each once an answer. */
export interface DiscoveredName extends CandidateFacts {
  key: string;
}

type Reader = (answer: DatedAnswer) => AnswerReadings;

/** How long reading may keep the process from its other work. */
const SLICE_MS = 8;
const READERS_KEPT = 50;
const readers = new Map<string, Reader>();

/** Reads answers in the order given, letting the process's other work in between. */
export async function readAnswers(analysis: Analysis, answers: readonly DatedAnswer[]): Promise<AnswerReadings[]> {
  const read = readerOf(analysis);
  const readings: AnswerReadings[] = [];
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const answer of answers) {
    readings.push(read(answer));
    if (performance.now() < sliceEndsAt) continue;
    await turn();
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  return readings;
}

/** An analysis never changes but for the removals in it, so its reader is built once; the ones used last are kept. */
function readerOf(analysis: Analysis): Reader {
  const key = `${analysis.id} ${JSON.stringify(analysis.removedAt)}`;
  const reader = readers.get(key) ?? createAnswerReader(analysis);
  readers.delete(key);
  readers.set(key, reader);
  const [oldest] = readers.keys();
  if (readers.size > READERS_KEPT && oldest !== undefined) readers.delete(oldest);
  return reader;
}

/**
 * Looks for the brand and for the competitors that were not yet removed when the answer was given: what they were named
 * before stays, what names them later does not count (decisions, "competitor removed"). Between two removals the
 * answers share one analyser.
 */
export function createAnswerReader({ subjects, removedAt }: Analysis): Reader {
  const eras = new Map<number, Reader>();
  const removals = Object.values(removedAt);
  return (answer) => {
    const at = answer.answeredAt.getTime();
    const era = removals.filter((removal) => removal < at).length;
    const reader = eras.get(era) ?? createEraReader(subjects, removedAt, at);
    eras.set(era, reader);
    return reader(answer);
  };
}

function createEraReader(
  { brand, competitors }: Analysis['subjects'],
  removedAt: Analysis['removedAt'],
  at: number,
): Reader {
  const tracked = competitors.filter(({ id }) => (removedAt[id] ?? Number.POSITIVE_INFINITY) >= at);
  const analyse = createAnalyser({ brand, competitors: tracked });
  const lookedFor = new Set([brand, ...tracked].flatMap(keysOf));
  return (answer) => {
    const read = analyse(answer);
    const named = tracked.flatMap(({ id }, place) => {
      const facts = read.competitors[place];
      return facts && facts.mentionCount > 0 ? [{ id, facts }] : [];
    });
    const discovered = discoveredIn(read.candidates, lookedFor);
    return { brand: read.brand, competitors: named, discovered, citations: read.citations };
  };
}

function keysOf({ name, aliases }: Subject): string[] {
  return [name, ...aliases].map(candidateKey);
}

/**
 * A name that was looked for is none: where the analysis took it for a mere word, it is not to come back by another way.
 * The analysis has brought an answer's spellings of one name together; should two be left, the first counts.
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
