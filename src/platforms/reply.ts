import { oneLine, quoteWords } from './platform-words.js';
import { isVisible, storable } from './visible-text.js';

/** A web page that an answer cites; `title` is the platform's, null where it has none. */
export interface CitedSource {
  url: string;
  title: string | null;
}

export type RejectionReason = 'error' | 'refusal' | 'empty' | 'tool_call' | 'unfinished' | 'unreadable';

/**
 * The reply of a platform, read from its response body. `citations` are in the order of the body, repeated where the
 * body repeats them. `truncated`: the text is not the whole answer. `message` is a short English sentence that a user
 * may see: it holds no key and no control character.
 */
export type PlatformReply =
  | { accepted: true; text: string; model: string | null; citations: CitedSource[]; truncated: boolean }
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
      return { accepted: true, text, model: toModel(model), citations: reading.citations, truncated };
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
