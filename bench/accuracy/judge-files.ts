import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { judgeIdOf } from '../../src/core/analysis-state/judge-of-analysis.js';
import type { JudgeAsk } from '../../src/entities/vocabulary.js';
import { INSTRUCTIONS_VERSION, inputOf, instructionsFor } from '../../src/monitoring/judge/instructions.js';
import { type AskedAnswer, type Judge, NOTHING_BILLED } from '../../src/monitoring/judge/judging.js';
import { readVerdicts, withoutVerdicts } from '../../src/monitoring/judge/read-verdicts.js';

/** A request as a model is to be sent it, a JSON line: `instructions` as the system's text, `input` as the user's. */
interface JudgeRequest {
  /** The hash of both texts, which a reply repeats. */
  request: string;
  instructions: string;
  input: string;
}

/**
 * A reply to a request, a JSON line: what the model wrote, word for word. `by`: which model, or who; `answer`: of which
 * answer.
 */
const replyLine = z.strictObject({
  request: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash of a request'),
  reply: z.string(),
  by: z.string().min(1).optional(),
  answer: z.string().min(1).optional(),
});

/** The request about an answer. */
export function requestOf(asked: AskedAnswer): JudgeRequest {
  const [instructions, input] = [instructionsFor(asked.questions), inputOf(asked)];
  const request = createHash('sha256')
    .update(JSON.stringify([instructions, input]))
    .digest('hex');
  return { request, instructions, input };
}

/** A judge that gives no verdict and keeps each different request, in the order in which it is asked. */
export function writingJudge(ask: JudgeAsk): { judge: Judge; write: (path: string) => number } {
  const requests = new Map<string, JudgeRequest>();
  const judge = judgeOf('requests', ask, (asked) => {
    const request = requestOf(asked);
    requests.set(request.request, request);
    return { ...withoutVerdicts(asked, { fault: 'unavailable', message: 'The request was written to a file.' }) };
  });
  const write = (path: string): number => {
    writeFileSync(path, [...requests.values()].map((each) => `${JSON.stringify(each)}\n`).join(''));
    return requests.size;
  };
  return { judge, write };
}

/**
 * A judge whose replies are read from a file: the same path as a model's, so that a reply that is cut, in another
 * form, or quotes another answer is refused. A request without a reply has no verdict.
 * @throws Error naming the line of the file that is no reply, or replies to a request a second time.
 */
export function readingJudge(path: string, ask: JudgeAsk): Judge {
  const replies = new Map<string, string>();
  for (const [at, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = replyLine.safeParse(parsed(line));
    if (!read.success) throw new Error(`${path}, line ${at + 1}: ${z.prettifyError(read.error)}`);
    const { request, reply } = read.data;
    if (replies.has(request)) throw new Error(`${path}, line ${at + 1}: a second reply to ${request}`);
    replies.set(request, reply);
  }
  return judgeOf('replies', ask, (asked) => {
    const text = replies.get(requestOf(asked).request);
    if (text === undefined) return withoutVerdicts(asked, { fault: 'no_answer', message: 'The file has no reply.' });
    return readVerdicts({ accepted: true, text, model: null, citations: [], searches: [], truncated: false }, asked);
  });
}

function judgeOf(name: string, ask: JudgeAsk, answer: (asked: AskedAnswer) => ReturnType<typeof readVerdicts>): Judge {
  return {
    id: judgeIdOf(`file/${name}/${INSTRUCTIONS_VERSION}`, ask),
    priceOf: () => ({ expectedMicroUsd: 0, mostMicroUsd: 0 }),
    ask: async (asked) => ({ ...answer(asked), bill: NOTHING_BILLED }),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
