/** A web page that an answer cites; `title` is the platform's, null where it has none. */
export interface CitedSource {
  url: string;
  title: string | null;
}

export type RejectionReason = 'error' | 'refusal' | 'empty' | 'tool_call' | 'unfinished' | 'unreadable';

/**
 * The reply of a platform, read from its response body. `citations` are in the order of the body, repeated where the
 * body repeats them; `searches` are those of {@link toSearches}. `truncated`: the text is not the whole answer.
 * `message` is a short English sentence that a user may see: it holds no key and no control character.
 */
export type PlatformReply =
  | {
      accepted: true;
      text: string;
      model: string | null;
      citations: CitedSource[];
      searches: string[];
      truncated: boolean;
    }
  | { accepted: false; reason: RejectionReason; message: string; model: string | null };

/** What an adapter found in a body, in terms that the four platforms share. */
export interface ParsedBody {
  model: string | null;
  /** `finished` also by default: a body is a whole answer unless its platform says otherwise. */
  ending: 'finished' | 'cut_off' | 'refused' | 'unfinished' | 'failed';
  /** The platform's own words on a refusal. */
  explanation: string | null;
  /** The text that a reader of the answer sees, without reasoning and tool traffic. */
  text: string;
  /** The answer asks the caller to run a tool; tools that the platform runs itself do not count. */
  callsTool: boolean;
  citations: CitedSource[];
  /** Queries that the platform searched the web for, of any type, as they are in the body. */
  searches: readonly unknown[];
}

/**
 * Decides whether an answer is accepted: decisions.md, table Metrics, "refused answers".
 *
 * A platform's own mark of refusal decides, whatever text comes before it, because the platforms withdraw such text; an
 * answer that declines in ordinary prose is an answer. Text with a tool call is accepted, as truncated: only "a tool
 * call alone" is not.
 */
export function toReply(reading: ParsedBody): PlatformReply {
  const text = storable(reading.text);
  const { model } = reading;
  switch (reading.ending) {
    case 'failed':
      return rejected('error', 'The platform failed to answer.', model);
    case 'refused':
      return rejected('refusal', explain('The platform refused to answer', reading.explanation), model);
    case 'unfinished':
      return rejected('unfinished', 'The platform had not finished its answer.', model);
    case 'finished':
    case 'cut_off': {
      if (!isVisible(text)) return withoutText(reading, model);
      const truncated = reading.ending === 'cut_off' || reading.callsTool;
      const searches = toSearches(reading.searches);
      return { accepted: true, text, model: toModel(model), citations: reading.citations, searches, truncated };
    }
    default:
      return reading.ending satisfies never;
  }
}

/** A reply that is not accepted; `message` is a sentence of ours, or was made safe by quoteWords. */
export function rejected(reason: RejectionReason, message: string, model: string | null): PlatformReply {
  return { accepted: false, reason, message, model: toModel(model) };
}

function withoutText(reading: ParsedBody, model: string | null): PlatformReply {
  if (reading.callsTool) return rejected('tool_call', 'The answer is a tool call without text.', model);
  const cutOff = reading.ending === 'cut_off';
  return rejected('empty', cutOff ? 'The answer was cut off before its text.' : 'The answer holds no text.', model);
}

function explain(sentence: string, words: string | null): string {
  const quoted = words === null ? '' : quoteWords(words);
  return quoted === '' ? `${sentence}.` : `${sentence}: ${quoted}`;
}

function toModel(name: string | null): string | null {
  const model = name === null ? '' : oneLine(name);
  return model === '' ? null : model;
}

/**
 * Joins the pieces of an answer in the order a reader sees them.
 *
 * Platforms split one sentence over many pieces (a cited span is a piece of its own), so neighbours are joined without
 * any character between them. `null` means something between two pieces that is no text, such as a search or a
 * reasoning block: there the reader sees a new paragraph, and without one "I'll look." and "Acme leads" would read
 * "look.Acme". A gap that already has white space on either side stays as it is.
 */
export function joinPieces(pieces: readonly (string | null)[]): string {
  const joined: string[] = [];
  let interrupted = false;
  for (const piece of pieces) {
    if (piece === null) interrupted = true;
    if (piece === null || piece === '') continue;
    const last = joined.at(-1);
    if (interrupted && last !== undefined && !isSpace(last.at(-1)) && !isSpace(piece[0])) joined.push('\n\n');
    joined.push(piece);
    interrupted = false;
  }
  return joined.join('');
}

/**
 * The text in a form that can be stored: NUL is dropped, because PostgreSQL allows none in a text, and each surrogate
 * without its partner becomes U+FFFD, because neither UTF-8 nor jsonb can hold one.
 */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Whether a reader would see anything: false for white space, control and zero-width characters alone. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}]/u.test(text);
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}

/** The most code points of a platform's own words that a message quotes. */
const QUOTE_LENGTH = 200;

/** A long error can hold the whole question; text beyond this is never quoted. */
const READ_LENGTH = 2_000;

/** Keys of the four platforms, also partly masked, account and project ids, and any other token of 32 characters. */
const SECRETS = /\b(?:(?:sk|pplx|org|proj)[-_]|AIza|ya29\.)[\w*.-]{6,}|\b[A-Za-z0-9]{32,}/g;

/**
 * A platform's own words in a form that is safe to show to a user: one line of at most 200 code points, without keys.
 */
export function quoteWords(words: string): string {
  return shorten(oneLine(words).replace(SECRETS, '[…]'), QUOTE_LENGTH);
}

/** A platform's own words as one line, without line breaks, control or direction characters. */
function oneLine(words: string): string {
  return storable(words.slice(0, READ_LENGTH))
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
}

function shorten(line: string, length: number): string {
  const characters = Array.from(line);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : line;
}

/**
 * A source of the web as a list of one; an empty list without an absolute http or https URL: a document of the request,
 * a file store or a bare title is no web citation. The URL stays as the platform wrote it, even a redirect; the
 * analysis finds its domain. An empty title is null.
 */
export function webSource(url: unknown, title: unknown): CitedSource[] {
  if (typeof url !== 'string') return [];
  const address = storable(url).trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return [];
  const name = typeof title === 'string' ? storable(title).trim() : '';
  return [{ url: address, title: name === '' ? null : name }];
}

/** Searches of an answer, at most. */
export const SEARCHES_KEPT = 20;
/** Code points of a search. */
export const SEARCH_LENGTH_MAX = 500;

/** UTF-16 units of a query that are looked at: enough for the longest search between wide white space. */
const QUERY_READ_LENGTH = 4 * SEARCH_LENGTH_MAX;

/** Characters without a glyph that change how those beside them are shown, or hide in a word. */
const HIDDEN = /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/**
 * What a platform searched the web for, as its reply reports it, in its order: each query a line of at most 500 code
 * points, longer ones cut; white space and control characters between words are a space. Values that are no text, or
 * in which nothing shows, are left out, and so is a query that came before: a model that searches again, and a body
 * that lists one query in two places, mean one search. The first twenty are kept.
 */
export function toSearches(reported: Iterable<unknown>): string[] {
  const searches = new Set<string>();
  for (const query of reported) {
    const search = typeof query === 'string' ? toLine(query) : '';
    if (/[^\s\p{C}]/u.test(search)) searches.add(search);
    if (searches.size === SEARCHES_KEPT) break;
  }
  return [...searches];
}

function toLine(query: string): string {
  const line = storable(query.slice(0, QUERY_READ_LENGTH).replace(/[\ud800-\udbff]$/, ''))
    .replace(HIDDEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, SEARCH_LENGTH_MAX).join('').trim();
}
