/**
 * A body with the core's names in place of the wire's snake_case, in its outermost object alone: what a browser's
 * WebAuthn wrote below it has names of its own.
 */
export function toInput(body: unknown): unknown {
  return renamed(body, (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

/** What a verb returned, with the wire's names, likewise in its outermost object alone. */
export function toWire(view: unknown): unknown {
  return renamed(view, (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [rename(name), held]));
}
