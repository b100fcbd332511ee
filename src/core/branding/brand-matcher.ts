import { createHash } from 'node:crypto';
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
 * Whether texts name the brand, by the same rules as answers do: the competitors count, since the longest name at a
 * place is the one that is meant. Pure; what was found is remembered, as compiling names takes 1 ms and more.
 */
export function brandMatcher(names: ProjectNames): Matcher {
  const namesKey = digestOf(JSON.stringify(names));
  return (text) => {
    const key = `${namesKey} ${digestOf(text)}`;
    const known = results.get(key);
    if (known !== undefined) return known;
    const found = compiled(namesKey, names)(text);
    results.set(key, found);
    return found;
  };
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
