/** The units of ASCII that are seen as they are written wherever they are. */
const IS_PLAIN = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  unit >= 0x20 && unit < 0x7f && !'\\*_~`![]<&HWhw'.includes(String.fromCharCode(unit)) ? 1 : 0,
);

/** Where the run of plain units ends that begins at `start`. */
export function plainEnd(source: string, start: number, end: number): number {
  let at = start;
  while (at < end && IS_PLAIN[source.charCodeAt(at)] === 1) at++;
  return at;
}
