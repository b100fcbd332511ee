/** What is made for a key and how much memory it takes. */
export interface Made<Value> {
  value: Value;
  bytes: number;
}

/** Keeps what was used last, `maxBytes` of it in all; what was made last is kept however large it is. */
export class KeptByBytes<Value> {
  private keptBytes = 0;
  private readonly kept = new Map<string, Made<Value>>();

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.keptBytes;
  }

  /** The value for the key, made where it is not kept. */
  of(key: string, make: () => Made<Value>): Value {
    const made = this.kept.get(key) ?? make();
    this.forget(key);
    this.kept.set(key, made);
    this.keptBytes += made.bytes;
    for (const oldest of this.kept.keys()) {
      if (this.keptBytes <= this.maxBytes || oldest === key) break;
      this.forget(oldest);
    }
    return made.value;
  }

  private forget(key: string): void {
    this.keptBytes -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}
