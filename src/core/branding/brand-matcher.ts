import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { analyserBytes, createAnalyser, type Subject } from '../../analysis/analyser.js';

/** A project's names, as its answers are analysed with them. */
export interface ProjectNames {
  brand: Subject;
  competitors: readonly Subject[];
}

/** Memory for the compiled names of all projects. */
const MATCHERS_MAX_BYTES = 16 * 1024 * 1024;
/** Texts whose result is remembered, by hash: 200 bytes each. */
const RESULTS_MAX = 20_000;

type Matcher = (text: string) => boolean;

const matchers = new LRUCache<string, Matcher>({ maxSize: MATCHERS_MAX_BYTES });
const results = new LRUCache<string, boolean>({ max: RESULTS_MAX });

/**
 * Those of the texts that name the brand, by the same rules as answers do: the competitors count, since the longest
 * name at a place is the one that is meant. What was found is remembered, as compiling names takes 1 ms and more. Each
 * other text lets the process turn to its other requests first: hostile names and texts take 0.1 s each.
 */
export async function namingBrand<Asked extends { text: string }>(
  names: ProjectNames,
  asked: readonly Asked[],
): Promise<Asked[]> {
  const namesKey = digestOf(JSON.stringify(names));
  const naming: Asked[] = [];
  for (const one of asked) {
    const key = `${namesKey} ${digestOf(one.text)}`;
    const known = results.get(key);
    if (known === undefined) await turn();
    const isNaming = known ?? compiled(namesKey, names)(one.text);
    if (known === undefined) results.set(key, isNaming);
    if (isNaming) naming.push(one);
  }
  return naming;
}

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
