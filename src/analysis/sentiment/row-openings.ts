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

function placesAfter(character: string, places: number): number {
  let next = 0;
  const isBehindName = (places & (AT.name | AT.space)) !== 0;
  if ((places & (AT.start | AT.joined)) !== 0 && /[\p{Lu}\d]/u.test(character)) next |= AT.name;
  if ((places & AT.name) !== 0 && /[\p{L}\d-]/u.test(character)) next |= AT.name;
  if (/\s/.test(character)) {
    if ((places & AT.name) !== 0) next |= AT.space;
    if ((places & AT.joined) !== 0) next |= AT.start;
  }
  if (isBehindName && '/,&+'.includes(character)) next |= AT.joined;
  if (isBehindName && character === 'a') next |= AT.a;
  if ((places & AT.a) !== 0 && character === 'n') next |= AT.an;
  if ((places & AT.an) !== 0 && character === 'd') next |= AT.joined;
  return next;
}
