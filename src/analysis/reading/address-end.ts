/** Full-width and CJK punctuation: it ends an address, as no address has it unescaped. */
const FOREIGN_STOP =
  /[\u3001-\u3003\u3008-\u301F\u30FB\uFF01\uFF08\uFF09\uFF0C\uFF1A\uFF1B\uFF1F\uFF3B\uFF3D\uFF5E\uFF61-\uFF65،؛؟]/;
/** A letter of a script without spaces, right behind a Latin letter or digit, begins the sentence anew. */
const SCRIPT_CHANGE = /(?<=[A-Za-z0-9_#=&%-])[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u;
/** A path of an address may be Japanese; one that begins with a particle is the sentence going on. */
const PARTICLE =
  /(?<=\/)(?:を|に(?!ほ)|は(?!じ)|が|で(?!す)|へ(?!や)|から|まで|より)(?=[\p{Script=Han}\p{Script=Hiragana}])/u;
/** A further address after a comma or semicolon. */
const NEXT_ADDRESS = /[,;](?=https?:\/\/)/i;

/** What of the written address is one: up to the sentence, or the address, that goes on behind it without a space. */
export function withoutSentenceAfter(written: string): string {
  const ends = [FOREIGN_STOP, SCRIPT_CHANGE, PARTICLE, NEXT_ADDRESS].map((stop) => written.search(stop));
  const end = Math.min(...ends.map((at) => (at < 0 ? written.length : at)));
  return withoutSentenceEnd(written.slice(0, end));
}

function withoutSentenceEnd(address: string): string {
  let end = address.length;
  let unclosed = 0;
  for (let at = 0; at < end; at++) {
    const unit = address.charCodeAt(at);
    if (unit === 0x28) unclosed++;
    else if (unit === 0x29 && --unclosed < 0) end = at;
  }
  while (end > 0 && '.,;:!?*_~\'"“”’»)]'.includes(address.charAt(end - 1)) && !closesParenthesis(address, end)) end--;
  return address.slice(0, end);
}

function closesParenthesis(address: string, end: number): boolean {
  return address.charAt(end - 1) === ')' && address.lastIndexOf('(', end - 1) >= 0;
}
