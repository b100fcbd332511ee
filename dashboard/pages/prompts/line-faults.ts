import { Refused } from '../../api/refused.ts';
import type { PastedLine } from './prompts.words.ts';

/** Why a line of a paste was refused, in the words of the service. */
export interface LineFault {
  line: number;
  message: string;
}

/** The lines that a refusal is about, by the place of each among the inputs that were sent. */
export function lineFaultsOf(error: Error | null, sent: readonly PastedLine[]): LineFault[] {
  const issues = error instanceof Refused ? error.issues : [];
  return issues.flatMap(({ path, message }) => {
    const at = path[0] === 'inputs' && typeof path[1] === 'number' ? path[1] : -1;
    const line = sent[at]?.line;
    return line === undefined ? [] : [{ line, message }];
  });
}

/** A refusal as one sentence of the service, whatever fields it is about. */
export function faultOf(error: Error | null): Error | null {
  return error && new Error(error.message);
}
