import type { Platform } from '../../entities/vocabulary.js';
import { isObject } from '../body.js';
import type { PlatformRequest } from '../calling/platform-caller.js';

/** Requests that one asking makes at most, beside the first. */
export const CONTINUATIONS_MAX = 2;

/** A turn that its platform paused, and how to have it go on. */
export interface PausedTurn {
  /** What the model has written so far, over all requests. */
  content: readonly unknown[];
  next: PlatformRequest;
}

/**
 * The request that has Claude go on with a turn that it paused (`pause_turn`), or null for a body that is an answer.
 * The content goes back unchanged as the assistant's turn. The search is not forced again: it has been made.
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

/** The body of the last request with what the earlier ones brought before its content: the answer as a whole. */
export function wholeAnswer(before: readonly unknown[], body: unknown): unknown {
  if (before.length === 0 || !isObject(body) || !Array.isArray(body.content)) return body;
  return { ...body, content: [...before, ...body.content] };
}
