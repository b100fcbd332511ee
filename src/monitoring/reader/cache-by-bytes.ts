import { LRUCache } from 'lru-cache';

/** What is made for a key and how much memory it takes. */
export interface Made<Value> {
  value: Value;
  bytes: number;
}

/** Keeps what was used last, `maxBytes` of it in all; what was made last is kept however large it is. */
export class KeptByBytes<Value> {
  private readonly kept: LRUCache<string, Made<Value>>;

  constructor(private readonly maxBytes: number) {
    this.kept = new LRUCache({ maxSize: maxBytes });
  }

  /** Bytes that are kept; what is larger than all that may be kept counts as that. */
  get bytes(): number {
    return this.kept.calculatedSize;
  }

  /** The value for the key, made where it is not kept. */
  of(key: string, make: () => Made<Value>): Value {
    const known = this.kept.get(key);
    if (known) return known.value;
    const made = make();
    // A cache refuses what is larger than itself: counted as all of it, that is kept and the others go.
    this.kept.set(key, made, { size: Math.min(Math.ceil(made.bytes), this.maxBytes) });
    return made.value;
  }
}
