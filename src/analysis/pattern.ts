/**
 * The source of a regular expression, written over several lines: a line break and the indentation after it are no part
 * of it, and a backslash is written once. Values put in are sources too.
 */
export function pattern({ raw }: TemplateStringsArray, ...sources: readonly string[]): string {
  return String.raw({ raw: raw.map((text) => text.replace(/\n\s*/g, '')) }, ...sources);
}
