/** UTF-16 units kept, so that an index can hold the key of any name. */
const KEY_MAX = 200;

const ASCII = /^[\x20-\x5f\x61-\x7e]*$/;
const APOSTROPHES = /[\u2018\u2019\u02BC\u2032\u00B4\u0060\uFF07]/g;
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
const SEPARATORS = /[\s\p{Pd}\p{Cf}]+/gu;
const FINAL_MARKS = /[!?.,;:]+$/;

/** Letters that Unicode does not decompose, though their stroke is an accent to the eye; and the final sigma. */
const ALIKE: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' };

/**
 * The form by which the names of a project are compared, as they are in texts (decisions, "names in
 * text"), letter case, accents, spaces, hyphens and marks at the end do not count, so that a name found before it was
 * tracked is the one that a competitor of that name is looked for by. Never empty but for an empty name; at most 200
 * UTF-16 units.
 */
export function candidateKey(name: string): string {
  const folded = (ASCII.test(name) ? name : withoutAccents(name)).toLowerCase().replace(/[øłđħŧıς]/g, alike);
  const key = folded.replace(SEPARATORS, '').replace(FINAL_MARKS, '');
  return (key === '' ? folded.trim() : key).slice(0, KEY_MAX).toWellFormed();
}

/** Most names are ASCII and need none of this. */
function withoutAccents(name: string): string {
  return name.replace(APOSTROPHES, "'").normalize('NFKD').replace(ACCENTS, '$1').normalize('NFC');
}

function alike(letter: string): string {
  return ALIKE[letter] ?? letter;
}
