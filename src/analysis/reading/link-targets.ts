/** Where a link points and where its writing ends. */
export interface LinkTarget {
  url: string;
  title: string | null;
  /** The first unit after the link's writing. */
  end: number;
}

/** A destination is read to this length; longer ones are no addresses, and the bound keeps hostile text linear. */
const LONGEST_ADDRESS = 2048;

const DEFINITION =
  /\[([^[\]\n]{1,100})\]:[ \t]{0,8}<?((?:https?:\/\/|www\.)[^\s<>]{1,2048})>?(?:[ \t]+"([^"\n]{0,500})")?/gi;
const DEFINITION_HERE = new RegExp(DEFINITION.source, 'iy');
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"`{}|\\^\u001E]{1,2048}/iy;
const TITLE = /[ \t\n]{1,8}(?:"([^"\n]{0,500})"|'([^'\n]{0,500})')[ \t]{0,8}/y;

/**
 * The addresses of reference definitions (`[2]: https://… "title"`) by their label in lower case; the first of a label
 * wins.
 */
export function readDefinitions(source: string): ReadonlyMap<string, LinkTarget> {
  const targets = new Map<string, LinkTarget>();
  if (!source.includes(']:')) return targets;
  for (const match of source.matchAll(DEFINITION)) {
    const label = (match[1] ?? '').toLowerCase();
    const target = { url: match[2] ?? '', title: match[3] ?? null, end: match.index + match[0].length };
    if (!targets.has(label)) targets.set(label, target);
  }
  return targets;
}

/** The definition written at `at`, if one is. */
export function definitionAt(source: string, at: number): LinkTarget | null {
  DEFINITION_HERE.lastIndex = at;
  const match = DEFINITION_HERE.exec(source);
  if (!match) return null;
  return { url: match[2] ?? '', title: match[3] ?? null, end: at + match[0].length };
}

/**
 * The target in the parentheses that open at `at`: `(url)`, `(<url>)`, `(url "title")` or `()`; null where they hold
 * anything else.
 */
export function parenthesisedTarget(source: string, at: number): LinkTarget | null {
  const limit = Math.min(source.length, at + LONGEST_ADDRESS);
  let depth = 0;
  for (let end = at + 1; end < limit; end++) {
    const unit = source.charCodeAt(end);
    if (unit === 0x28) depth++;
    else if (unit === 0x29) {
      if (depth-- === 0) return { url: bareAddress(source.slice(at + 1, end)), title: null, end: end + 1 };
    } else if (unit <= 0x20) return titledTarget(source, at, end);
  }
  return null;
}

/** The address written at `at` in running text, without the punctuation of the sentence around it. */
export function addressAt(source: string, at: number): LinkTarget | null {
  ADDRESS.lastIndex = at;
  const match = ADDRESS.exec(source);
  if (!match) return null;
  const written = withoutSentenceAfter(match[0]);
  return { url: withoutEntities(written), title: null, end: at + written.length };
}

/** All addresses in a line of source, however they are written: bare, in angles or as the target of a label. */
export function addressesIn(line: string): LinkTarget[] {
  const found: LinkTarget[] = [];
  const opening = /https?:\/\/|www\./gi;
  for (let match = opening.exec(line); match; match = opening.exec(line)) {
    const target = addressAt(line, match.index);
    if (target) found.push(target);
    opening.lastIndex = Math.max(opening.lastIndex, target?.end ?? 0);
  }
  return found;
}

function titledTarget(source: string, at: number, end: number): LinkTarget | null {
  TITLE.lastIndex = end;
  const title = TITLE.exec(source);
  const close = end + (title?.[0].length ?? 0);
  if (!title || source.charCodeAt(close) !== 0x29) return null;
  return { url: bareAddress(source.slice(at + 1, end)), title: title[1] ?? title[2] ?? null, end: close + 1 };
}

function bareAddress(written: string): string {
  return withoutEntities(written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written);
}

/** `&amp;` is how an `&` is written in HTML, and in much Markdown. */
function withoutEntities(written: string): string {
  return written.replaceAll('&amp;', '&');
}

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
function withoutSentenceAfter(written: string): string {
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
