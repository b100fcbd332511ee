import type { ReadDocument } from './document.js';

interface Kept {
  document: ReadDocument;
  characters: number;
}

/** A document holds some 85 times its text, and compiled half as much again: 40 MB at most. */
const CHARACTERS_MAX = 300_000;
const DOCUMENTS_MAX = 1_000;

/** Documents that were asked for lately, by the hash of their text; their number and total length are bounded. */
export class DocumentCache {
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  get(hash: string): ReadDocument | undefined {
    const kept = this.#kept.get(hash);
    if (!kept) return undefined;
    // A Map keeps the order of insertion: what was asked for last stands last.
    this.#kept.delete(hash);
    this.#kept.set(hash, kept);
    return kept.document;
  }

  /** Keeps a document; the ones not asked for the longest make room. */
  add(hash: string, document: ReadDocument, characters: number): void {
    if (this.#kept.has(hash)) return;
    this.#kept.set(hash, { document, characters });
    this.#characters += characters;
    for (const [oldest, { characters: freed }] of this.#kept) {
      if (this.#characters <= CHARACTERS_MAX && this.#kept.size <= DOCUMENTS_MAX) return;
      this.#kept.delete(oldest);
      this.#characters -= freed;
    }
  }
}
