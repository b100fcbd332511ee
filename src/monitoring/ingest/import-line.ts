import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { ServiceError } from '../../core/errors.js';
import { NAME_MAX, optionalText, PROMPT_TEXT_MAX, parse, platform, requiredText } from '../../core/input.js';
import { MARKET_NAME_MAX } from '../../core/markets/market.schema.js';
import { readReply } from '../../platforms/platform-apis.js';
import { type CitedSource, isVisible, SEARCH_LENGTH_MAX, SEARCHES_KEPT, toSearches } from '../../platforms/reply.js';
import type { IncomingAnswer } from '../facts/facts.js';

/** Bounds of an imported answer; lengths are in Unicode code points, that of the text in UTF-16 units. */
const EXTERNAL_ID_MAX = 255;
export const ANSWER_MAX = 1024 * 1024;
const URL_MAX = 4_096;
const TITLE_MAX = 2_000;
const CITATIONS_MAX = 1_000;

const EARLIEST = Date.parse('1970-01-01T00:00:00Z');
const AHEAD_MS = 86_400_000;
const MESSAGE_MAX = 500;

const answerText = z
  .string('must be a string')
  .max(ANSWER_MAX, `must be at most ${ANSWER_MAX} characters`)
  .refine((text) => !text.includes('\0'), 'must not contain a NUL character')
  .refine((text) => text.isWellFormed(), 'must not contain a lone surrogate');

const citation = z.object(
  { url: optionalText(URL_MAX), title: optionalText(TITLE_MAX).nullish() },
  'must be an object with a url',
);

const INSTANT_FAULT = 'must be an ISO 8601 instant with a time zone, such as 2026-11-02T09:30:00Z';

/** Of ISO 8601 also an instant without seconds, and an offset without a colon or minutes. */
const instant = z
  .string(INSTANT_FAULT)
  .transform((text) =>
    text.replace(/(T\d\d:\d\d)(?=Z$|[+-])/, '$1:00').replace(/(?<=T[\d:.]+)([+-]\d\d)(?::?(\d\d))?$/, withColon),
  )
  .pipe(z.iso.datetime({ offset: true, error: INSTANT_FAULT }))
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() >= EARLIEST, 'must not be before 1970');

function withColon(_: string, hours: string, minutes = '00'): string {
  return `${hours}:${minutes}`;
}

/** What the lines of a file are read with. */
export interface ImportedProject {
  /** Decides, line by line, which times are in the future. */
  clock: Clock;
  /** The ids of the project's unarchived markets, by name in small letters. */
  markets: ReadonlyMap<string, string>;
}

/** A line as operating.md describes it; other fields are ignored. */
function importLineBy({ clock, markets }: ImportedProject) {
  const idOf = (market: string) => markets.get(market.toLowerCase()) ?? null;
  const knownMarket = z.string().refine((market) => idOf(market) !== null, 'is no unarchived market of the project');
  const notAhead = (at: Date) => at.getTime() <= clock.now().getTime() + AHEAD_MS;
  return z
    .object(
      {
        external_id: requiredText(EXTERNAL_ID_MAX),
        platform,
        model: optionalText(NAME_MAX).nullish(),
        question: requiredText(PROMPT_TEXT_MAX),
        answer: answerText.nullish(),
        citations: z
          .array(citation, 'must be an array of citations')
          .max(CITATIONS_MAX, `must have at most ${CITATIONS_MAX} citations`)
          .nullish(),
        searches: z
          .array(requiredText(SEARCH_LENGTH_MAX), 'must be an array of strings')
          .max(SEARCHES_KEPT, `must have at most ${SEARCHES_KEPT} searches`)
          .nullish(),
        raw: z.unknown().optional(),
        market: requiredText(MARKET_NAME_MAX).pipe(knownMarket).nullish(),
        answered_at: instant.refine(notAhead, 'must not be more than a day in the future'),
      },
      'must be a JSON object',
    )
    .refine(({ answer, raw }) => isGiven(answer) !== isGiven(raw), {
      error: 'a line has either answer or raw',
    })
    .refine(({ citations, raw }) => !isGiven(raw) || !citations, {
      path: ['citations'],
      error: 'must not stand beside raw, which has its own',
    })
    .refine(({ searches, raw }) => !isGiven(raw) || !searches, {
      path: ['searches'],
      error: 'must not stand beside raw, which has its own',
    })
    .transform(({ market, ...line }) => ({ ...line, marketId: isGiven(market) ? idOf(market) : null }));
}

/** A field that is null counts as absent. */
function isGiven<Value>(value: Value): value is NonNullable<Value> {
  return value !== undefined && value !== null;
}

/** The answer of a line, or why it has none. */
type LineOutcome = { answer: IncomingAnswer } | { fault: string };

/**
 * Compiles the reader of an import file's lines. A line that breaks the format is a fault that names each field and its
 * bound. A line whose answer is not accepted (decisions, "refused answers") is a fault with the reason.
 */
export function createLineReader(project: ImportedProject): (text: string) => LineOutcome {
  const importLine = importLineBy(project);
  return (text) => readImportLine(importLine, text);
}

function readImportLine(importLine: ReturnType<typeof importLineBy>, text: string): LineOutcome {
  try {
    return toOutcome(parse(importLine, JSON.parse(text)));
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: 'the line is not JSON' };
    if (error instanceof ServiceError) return { fault: shorten(error.message) };
    throw error;
  }
}

function toOutcome(line: z.output<ReturnType<typeof importLineBy>>): LineOutcome {
  const { external_id: externalId, platform, question, marketId, answered_at: answeredAt } = line;
  const known = { externalId, platform, question, marketId, answeredAt };
  const model = line.model || null;
  if (isGiven(line.answer)) {
    if (!isVisible(line.answer)) return { fault: notAccepted('The answer holds no text.') };
    const citations = (line.citations ?? []).map(({ url, title }) => ({ url, title: title || null }));
    const searches = toSearches(line.searches ?? []);
    return { answer: { ...known, model, text: line.answer, citations, searches, isTruncated: false } };
  }
  const reply = readReply(platform, line.raw);
  if (!reply.accepted) return { fault: notAccepted(reply.message) };
  if (reply.text.length > ANSWER_MAX) return { fault: `raw: its answer must be at most ${ANSWER_MAX} characters` };
  const { text, searches, truncated } = reply;
  return {
    answer: {
      ...known,
      model: reply.model ?? model,
      text,
      citations: boundedCitations(reply.citations),
      searches,
      isTruncated: truncated,
    },
  };
}

/** A platform's own list, cut to the bounds that apply to a plain line's. */
export function boundedCitations(citations: readonly CitedSource[]): CitedSource[] {
  return citations.filter(({ url }) => url.length <= URL_MAX).slice(0, CITATIONS_MAX);
}

function notAccepted(reason: string): string {
  return `not accepted: ${reason}`;
}

function shorten(message: string): string {
  return message.length <= MESSAGE_MAX ? message : `${message.slice(0, MESSAGE_MAX).toWellFormed()}…`;
}
