/** Repeatable random choices: the same seed returns the same ones on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** @throws Error for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** As `pick`, but no item comes twice before each has come once. */
  draw<Item>(items: readonly Item[]): Item;
  /** At most `count` of the items, each once; earlier ones are likelier. */
  sample<Item>(items: readonly Item[], count: number): Item[];
  /** One of the keys, by its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
}

/** A generator of its own for each seed, so that no answer depends on how many were made before it. */
export function randomOf(seed: string): Random {
  const next = mulberry32(hash(seed));
  const place = (items: readonly unknown[]) => Math.floor(next() * items.length);
  const drawn = new Map<unknown, Set<unknown>>();
  return {
    next,
    pick: (items) => itemAt(items, place(items)),
    draw: (items) => {
      const before = drawn.get(items) ?? new Set();
      if (items.every((item) => before.has(item))) before.clear();
      const left = items.filter((item) => !before.has(item));
      const item = itemAt(left, place(left));
      drawn.set(items, before.add(item));
      return item;
    },
    chance: (probability) => next() < probability,
    sample: (items, count) => {
      const left = [...items];
      const chosen: typeof left = [];
      while (chosen.length < count && left.length > 0) {
        chosen.push(...left.splice(Math.floor(next() ** 2 * left.length), 1));
      }
      return chosen;
    },
    weighted: (weights) => weightedKey(weights, next()),
  };
}

function itemAt<Item>(items: readonly Item[], at: number): Item {
  const item = items[at];
  if (item === undefined) throw new Error('a choice from an empty list');
  return item;
}

function weightedKey<Key extends string>(weights: Readonly<Record<Key, number>>, point: number): Key {
  const keys: Key[] = [];
  for (const key in weights) keys.push(key);
  const total = keys.reduce((sum, key) => sum + weights[key], 0);
  let rest = point * total;
  const found = keys.find((key) => {
    rest -= weights[key];
    return rest < 0;
  });
  return found ?? itemAt(keys, keys.length - 1);
}

/** FNV-1a over UTF-16 units: spreads neighbouring seeds over the whole range. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32, a generator of 32 bits of state: enough for texts, never for secrets. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
