/** The capitalised words of a head that several names share, less those of the subject itself. */
export function otherNamesIn(written: string, subject: string): ReadonlySet<string> {
  if (!/\p{L}\s?[/,]\s?\p{Lu}/u.test(written)) return new Set();
  return new Set((written.match(NAME_WORD) ?? []).filter((word) => !subject.includes(word)));
}

const NAME_WORD = /[\p{Lu}\d][\p{L}\d]{2,}/gu;

/** `A/B — good, but A had a leak, and B …`: a clause that opens with another name of the head is said of that one. */
export function withoutOthers(said: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return said;
  return said.replace(CLAUSE_OF_NAME, (clause: string, name: string) => (names.has(name) ? ' ' : clause));
}

const CLAUSE_OF_NAME =
  /[,;(—]\s?(?:(?:but|and|though|although|while|in|for)\s){0,2}([\p{Lu}\d][\p{L}\d]{2,})(?:['’]s)?\s[^,;.)]*/gu;

/** `A/B — good, but A had a leak.`: a sentence that opens with another name of the head is said of that one. */
export function isOfAnother(said: string, names: ReadonlySet<string>): boolean {
  const first = names.size > 0 ? /^\W{0,3}([\p{Lu}\d][\p{L}\d]{2,})/u.exec(said)?.[1] : undefined;
  return first !== undefined && names.has(first);
}
