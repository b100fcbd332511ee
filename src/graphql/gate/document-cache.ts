import { LRUCache } from 'lru-cache';
import type { ReadDocument } from './document.js';

/** A document takes about 85 times its text, and compiled half as much again: 40 MB at most. */
const CHARACTERS_MAX = 300_000;
const DOCUMENTS_MAX = 1_000;

/** Recently used documents by the hash of their text; their number and total length are bounded. */
export class DocumentCache {
  readonly #kept = new LRUCache<string, ReadDocument>({ max: DOCUMENTS_MAX, maxSize: CHARACTERS_MAX });

  get(hash: string): ReadDocument | undefined {
    return this.#kept.get(hash);
  }

  /** Saves a document; the least recently used ones make room. The first of two for the same text stays. */
  add(hash: string, document: ReadDocument, characters: number): void {
    if (!this.#kept.has(hash)) this.#kept.set(hash, document, { size: characters });
  }
}
