import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { analyserBytes, createAnalyser, type Subject } from '../../analysis/analyser.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { Unavailable } from '../errors.js';

/** A project's names, as its answers are analysed with them. */
export interface ProjectNames {
  brand: Subject;
  competitors: readonly Subject[];
}

/** Memory for the compiled names of all projects. */
const MATCHERS_MAX_BYTES = 16 * 1024 * 1024;
/** Texts whose result is remembered, by hash: 200 bytes each. */
const RESULTS_MAX = 20_000;

/** Of one request: 200 prompts and common names take a tenth of it at most, hostile ones 0.1 s a prompt. */
export const MATCHING_MS_MAX = 1_000;

type Matcher = (text: string) => boolean;

const matchers = new LRUCache<string, Matcher>({ maxSize: MATCHERS_MAX_BYTES });
const results = new LRUCache<string, boolean>({ max: RESULTS_MAX });

/**
 * Those of the texts that name the brand, by the same rules as answers do: the competitors count, since the longest
 * name at a place is the one that is meant. What was found is remembered, as compiling names takes 1 ms and more. Each
 * other text lets the process turn to its other requests first, and its time counts, for keys and people apart.
 * @throws Unavailable once a request has spent {@link MATCHING_MS_MAX}, or all of a minute `PROCESSOR_MS_PER_MINUTE`:
 *   what was found until then stays, so that the next one goes on from there.
 */
export async function namingBrand<Asked extends { text: string }>(
  db: DatabaseSession,
  names: ProjectNames,
  asked: readonly Asked[],
): Promise<Asked[]> {
  const namesKey = digestOf(JSON.stringify(names));
  const naming: Asked[] = [];
  for (const one of asked) {
    const key = `${namesKey} ${digestOf(one.text)}`;
    const isNaming = results.get(key) ?? (await match(db, key, () => compiled(namesKey, names)(one.text)));
    if (isNaming) naming.push(one);
  }
  return naming;
}

async function match(db: DatabaseSession, key: string, isNaming: () => boolean): Promise<boolean> {
  await turn();
  if (db.processorMs >= MATCHING_MS_MAX) throw new Unavailable(TOO_LONG, 1);
  const seconds = db.secondsUntilProcessor();
  if (seconds > 0) throw new Unavailable(TOO_LONG, seconds);
  const result = db.countingProcessor(isNaming);
  results.set(key, result);
  return result;
}

const TOO_LONG =
  'Finding the prompts that name the brand takes longer than one request may. Try again: its progress is kept.';

function compiled(key: string, names: ProjectNames): Matcher {
  const known = matchers.get(key);
  if (known) return known;
  const analyse = createAnalyser(names);
  const matcher: Matcher = (text) => analyse({ text, citations: [] }).brand.mentionCount > 0;
  matchers.set(key, matcher, { size: analyserBytes([names.brand, ...names.competitors]) });
  return matcher;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
