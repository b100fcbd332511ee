import { isDeepStrictEqual } from 'node:util';
import type { Entrant } from './contest.js';
import { askOnce } from './keep-alive-client.js';

/** A contestant's response, parsed as JSON, in the form in which all must be equal. */
export interface Reader extends Entrant {
  read: (answer: unknown) => unknown;
}

const COMPARED = 16;

/**
 * Sends the first 16 requests to each server and compares the whole responses.
 * @throws Error with the responses, where they are not equal or not 200.
 */
export async function refuseDifferences(question: string, readers: readonly Reader[]): Promise<void> {
  for (let at = 0; at < COMPARED; at++) {
    const answers = await Promise.all(readers.map((reader) => answerOf(reader, at)));
    if (!answers.every((answer) => isDeepStrictEqual(answer, answers[0]))) {
      throw new Error(`wrong answer: the servers differ on the ${question}\n${answers.map(shown).join('\n')}`);
    }
  }
}

async function answerOf({ server, requests, read }: Reader, at: number): Promise<unknown> {
  const request = requests[at];
  if (!request) throw new Error(`there are fewer than ${COMPARED} requests`);
  return read(await askOnce(server.port, request));
}

function shown(answer: unknown): string {
  return JSON.stringify(answer).slice(0, 1000);
}
