import { type JsonObject, needObjects, needText, objectIn, objectsIn, textIn } from './body.js';
import { webSource } from './cited-source.js';
import type { ParsedBody } from './reply.js';
import { joinPieces } from './visible-text.js';

/**
 * Reads a body of Anthropic's Messages API. The text is that of all text blocks: Claude's words before a search ("I'll
 * search for…") are shown to its readers as part of the answer, and nothing in the body marks them. Citations are
 * those of the text blocks with a URL; documents of the request have none, and pages that a search only found are not
 * cited. A failed search inside the answer does not make the answer fail. Throws UnreadableBody.
 */
export function readClaudeBody(body: JsonObject): ParsedBody {
  const blocks = needObjects(body, 'content');
  return {
    model: textIn(body, 'model'),
    ending: endingOf(body.stop_reason),
    explanation: textIn(objectIn(body, 'stop_details'), 'explanation'),
    text: joinPieces(blocks.map((block) => (block.type === 'text' ? needText(block, 'text') : null))),
    callsTool: blocks.some((block) => block.type === 'tool_use'),
    citations: blocks
      .filter((block) => block.type === 'text')
      .flatMap((block) => objectsIn(block, 'citations'))
      .flatMap(({ url, title }) => webSource(url, title)),
  };
}

/** `null` means a message that is still being written; a body without the field is taken as finished. */
function endingOf(stopReason: unknown): ParsedBody['ending'] {
  switch (stopReason) {
    case undefined:
    case 'end_turn':
    case 'stop_sequence':
      return 'finished';
    case null:
    case 'pause_turn':
    case 'compaction':
      return 'unfinished';
    case 'refusal':
      return 'refused';
    default:
      return 'cut_off';
  }
}
