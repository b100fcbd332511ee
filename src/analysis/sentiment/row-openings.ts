/**
 * Where the reading of a row can stand; several at once, as the `and` that joins two names may also be a part of one.
 */
const AT = { start: 1, name: 2, space: 4, a: 8, an: 16, joined: 32 } as const;

/**
 * Whether the text is nothing but names that lead to another one of their row, or empty: `Hyundai / `, `Acme, Bolt and
 * `. Reads all ways to part it at once, in linear time: as a pattern, `1and1and1and…` took time that doubled with each
 * `and`.
 */
export function opensRow(before: string): boolean {
  let places: number = AT.start;
  for (const character of before) {
    places = placesAfter(character, places);
    if (places === 0) return false;
  }
  return (places & (AT.start | AT.joined)) !== 0;
}

/** Where a character leads from a place; all steps that hold are taken at once. */
const STEPS: readonly { from: number; character: RegExp; to: number }[] = [
  { from: AT.start | AT.joined, character: /[\p{Lu}\d]/u, to: AT.name },
  { from: AT.name, character: /[\p{L}\d-]/u, to: AT.name },
  { from: AT.name, character: /\s/, to: AT.space },
  { from: AT.joined, character: /\s/, to: AT.start },
  { from: AT.name | AT.space, character: /[/,&+]/, to: AT.joined },
  { from: AT.name | AT.space, character: /a/, to: AT.a },
  { from: AT.a, character: /n/, to: AT.an },
  { from: AT.an, character: /d/, to: AT.joined },
];

function placesAfter(character: string, places: number): number {
  let next = 0;
  for (const { from, character: pattern, to } of STEPS) {
    if ((places & from) !== 0 && pattern.test(character)) next |= to;
  }
  return next;
}
