/**
 * The closing bracket of each opening one, found in one pass with a stack. A blank line ends all open pairs, as
 * markdown does not let a link run over a paragraph; without that rule a stray bracket would pair across the answer.
 */
export function matchBrackets(source: string): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  const open: number[] = [];
  if (!source.includes('[')) return closings;
  for (let at = 0; at < source.length; at++) {
    switch (source.charCodeAt(at)) {
      case 0x5c: // backslash: the next unit is a plain character
        at++;
        break;
      case 0x0a:
        if (source.charCodeAt(at + 1) === 0x0a) open.length = 0;
        break;
      case 0x5b:
        open.push(at);
        break;
      case 0x5d: {
        const opening = open.pop();
        if (opening !== undefined) closings.set(opening, at);
        break;
      }
    }
  }
  return closings;
}
