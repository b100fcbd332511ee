/** What stands between names that are typed or pasted together. */
const SEPARATORS = /[,;\n\r\t]+/;

/** The names of a text, trimmed, in their order; none for a text of separators. */
export function readNames(text: string): string[] {
  return text
    .split(SEPARATORS)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The names with those of the text behind them. One that is there already, in whatever letter case, is left out. */
export function addNames(names: readonly string[], text: string): string[] {
  const known = new Set(names.map(keyOf));
  const added = readNames(text).filter((name) => !known.has(keyOf(name)) && known.add(keyOf(name)));
  return [...names, ...added];
}

/** True where the same names stand in the same order. */
export function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

function keyOf(name: string): string {
  return name.toLocaleLowerCase('en');
}
