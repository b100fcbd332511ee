import type { Platform } from '../../../src/entities/vocabulary.js';
import { claudeMessage, claudeText, geminiAnswer, openaiChat, sonarAnswer } from '../../platforms/bodies.js';
import type { PlatformCall } from '../../support/platform-server.js';

/** A body in which the platform answers with this text. */
export function replyOf(platform: Platform, text: string): object {
  switch (platform) {
    case 'chatgpt':
      return openaiChat({ content: text });
    case 'perplexity':
      return sonarAnswer(text);
    case 'claude':
      return claudeMessage([claudeText(text)]);
    case 'gemini':
      return geminiAnswer([{ text }]);
    default:
      return platform satisfies never;
  }
}

export function verdictOf(platform: Platform, quote: string, sentiment: string): object {
  return replyOf(platform, JSON.stringify({ quote, sentiment }));
}

/** The two texts of a request, of whatever platform: the instructions and the question. */
export function textsOf({ body }: PlatformCall): { instructions: string; input: string } {
  const found: string[] = [];
  collect(body, found);
  const instructions = found.find((text) => text.startsWith('You classify')) ?? '';
  const input = found.find((text) => text.startsWith('Subject, ')) ?? '';
  return { instructions, input };
}

function collect(value: unknown, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else if (typeof value === 'object' && value !== null) for (const held of Object.values(value)) collect(held, found);
}

/** The answer that a request asks about, read from between its marks. */
export function answerIn(call: PlatformCall): string {
  const { input } = textsOf(call);
  const mark = /^<answer ([0-9a-f]{16})>$/m.exec(input)?.[1];
  const [, inner = ''] = input.split(`<answer ${mark}>\n`);
  return inner.split(`\n</answer ${mark}>`)[0] ?? '';
}
