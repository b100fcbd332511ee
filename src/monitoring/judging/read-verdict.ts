import type { PlatformReply, RejectionReason } from '../../platforms/reply.js';
import { verdictReply } from './instructions.js';
import type { JudgeFault, JudgeQuestion, JudgeVerdict } from './judge.types.js';
import { findQuote, saysMoreThan } from './quote.js';

/** As long as the evidence of the rules. */
const EVIDENCE_MAX = 200;

const FAULTS: Record<RejectionReason, JudgeFault> = {
  error: 'unavailable',
  refusal: 'refusal',
  empty: 'no_answer',
  tool_call: 'no_answer',
  unfinished: 'no_answer',
  unreadable: 'unreadable',
};

/**
 * The verdict of a platform's reply to a question. A refusal is a fault, and so is a reply that is cut off, breaks the
 * schema, quotes what the text does not say, or quotes no more than a name: nothing is mended or guessed.
 */
export function readVerdict(
  reply: PlatformReply,
  { names, text }: JudgeQuestion,
): { verdict: JudgeVerdict } | { fault: JudgeFault; message: string } {
  if (!reply.accepted) return { fault: FAULTS[reply.reason], message: reply.message };
  if (reply.truncated) return { fault: 'truncated', message: 'The reply was cut off.' };
  const read = verdictReply.safeParse(parseJson(reply.text));
  if (!read.success) return { fault: 'malformed', message: 'The reply is not a verdict of the schema.' };
  const { quote, sentiment } = read.data;
  const place = findQuote(text, quote);
  if (!place) return { fault: 'unverifiable', message: 'The quotation is not in the answer.' };
  if (!saysMoreThan(names, quote)) return { fault: 'unverifiable', message: 'The quotation is a name without a word.' };
  return { verdict: { sentiment, start: place.start, end: shortened(text, place) } };
}

/** The end of the evidence; no character is cut in two. */
function shortened(text: string, { start, end }: { start: number; end: number }): number {
  const cut = start + EVIDENCE_MAX;
  if (end <= cut) return end;
  return text.slice(start, cut).isWellFormed() ? cut : cut - 1;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
