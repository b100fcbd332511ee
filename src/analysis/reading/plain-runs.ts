/** The units of ASCII that are seen as they are written anywhere, and the letters that addresses begin with. */
const PLAIN = 1;
const OF_ADDRESS = 2;
const KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => kindOf(unit, String.fromCharCode(unit)));

function kindOf(unit: number, character: string): number {
  if ('HWhw'.includes(character)) return OF_ADDRESS;
  return unit >= 0x20 && unit < 0x7f && !'\\*_~`![]<&'.includes(character) ? PLAIN : 0;
}

/** Where the run of plain units ends that begins at `start`. */
export function plainEnd(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && isPlain(source, at)) at++;
  return at;
}

function isPlain(source: string, at: number): boolean {
  const kind = KINDS[source.charCodeAt(at)];
  return kind === PLAIN || (kind === OF_ADDRESS && !mayBeginAddress(source, at));
}

/** `http` or `www.` by their fourth letter: a cheap look before the exact one. */
export function mayBeginAddress(source: string, at: number): boolean {
  const fourth = source.charCodeAt(at + 3);
  return fourth === 0x2e || fourth === 0x70 || fourth === 0x50;
}
