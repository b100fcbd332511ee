/** The marks are not both next to it: `“The Best Air Fryers”`, but not `the “Ring” app`. */
export function isQuoted(left: string, right: string, run: string): boolean {
  const opening = left.search(/[“"][^“”"]*$/);
  if (opening < 0 || !/^[^“”"]*[”"]/.test(right)) return false;
  return opening < left.length - 1 || run !== '';
}
