import { LRUCache } from 'lru-cache';

/** A value made for a key, and the memory that it takes. */
export interface Made<Value> {
  value: Value;
  bytes: number;
}

/** Holds the values used last, up to `maxBytes` in all; the one made last is held however large it is. */
export class CacheByBytes<Value> {
  private readonly kept: LRUCache<string, Made<Value>>;

  constructor(private readonly maxBytes: number) {
    this.kept = new LRUCache({ maxSize: maxBytes });
  }

  /** Bytes held; a value larger than `maxBytes` counts as `maxBytes`. */
  get bytes(): number {
    return this.kept.calculatedSize;
  }

  /** The value of the key, made if it is not held. */
  of(key: string, make: () => Made<Value>): Value {
    const known = this.kept.get(key);
    if (known) return known.value;
    const made = make();
    // A cache refuses a value larger than itself: counted as all of it, the value is held and the others are dropped.
    this.kept.set(key, made, { size: Math.min(Math.ceil(made.bytes), this.maxBytes) });
    return made.value;
  }
}
