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

/** The reply to a single question, on a tone or a name. */
export function verdictOf(platform: Platform, quote: string, verdict: string): object {
  return verdictsOf(platform, [{ question: 1, quote, verdict }]);
}

export function verdictsOf(platform: Platform, verdicts: readonly object[]): object {
  return replyOf(platform, JSON.stringify({ verdicts }));
}

/** The two texts of a request, of whatever platform: the instructions and the questions. */
export function textsOf({ body }: PlatformCall): { instructions: string; input: string } {
  const found: string[] = [];
  collect(body, found);
  const instructions = found.find((text) => text.startsWith('You answer numbered questions')) ?? '';
  const input = found.find((text) => text.startsWith('Questions:\n')) ?? '';
  return { instructions, input };
}

/** A question of a request as it was sent. */
export interface SentQuestion {
  question: number;
  about: 'name' | 'tone';
  name?: string;
  website?: string;
  written: string[];
}

export function questionsIn(call: PlatformCall): SentQuestion[] {
  const { input } = textsOf(call);
  const [list = ''] = input.split('\n<answer ');
  return [...list.matchAll(/^(\d+)\. (name|tone) (\{.*\})$/gm)].map(([, number, about, subject = '{}']) => ({
    ...JSON.parse(subject),
    question: Number(number),
    about,
  }));
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
