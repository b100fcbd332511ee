import type { Platform } from '../../entities/vocabulary.js';
import { isObject } from '../body.js';
import type { PlatformRequest } from '../calling/platform-caller.js';

/** The most requests that one asking makes after the first. */
export const CONTINUATIONS_MAX = 2;

/** A turn that its platform paused, and the request that continues it. */
export interface PausedTurn {
  /** What the model has written so far, over all requests. */
  content: readonly unknown[];
  next: PlatformRequest;
}

/**
 * The request that continues a turn which Claude paused (`pause_turn`), or null for a body that is an answer. The
 * content is sent back unchanged as the assistant's turn. The search is not forced again: it has been made.
 */
export function pausedTurn(
  platform: Platform,
  request: PlatformRequest,
  before: readonly unknown[],
  body: unknown,
): PausedTurn | null {
  if (platform !== 'claude' || !isObject(body) || body.stop_reason !== 'pause_turn') return null;
  if (!Array.isArray(body.content) || body.content.length === 0) return null;
  const content = [...before, ...body.content];
  const { messages, tool_choice: _forced, ...rest } = request.body;
  const [question] = Array.isArray(messages) ? messages : [];
  return {
    content,
    next: { ...request, body: { ...rest, messages: [question, { role: 'assistant', content }] } },
  };
}

/** The body of the last request, with the content of the earlier ones before its own: the whole answer. */
export function wholeAnswer(before: readonly unknown[], body: unknown): unknown {
  if (before.length === 0 || !isObject(body) || !Array.isArray(body.content)) return body;
  return { ...body, content: [...before, ...body.content] };
}
