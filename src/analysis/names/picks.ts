import { BLOCK_END, MASK } from '../reading/visible-text.js';
import { REACH } from './neighbours.js';

const PICK =
  /(?:^|[^\p{L}])(?:best|top|most|overall|winner|runner-up|honou?rable|pick|choice)(?:[ -][^.:;!?\n]{0,40})?:\s?$/iu;
/** Such labels lead to what is said of an option. */
const NO_PICK = /\b(?:for|features?|uses?|tips?|factors?|with|if|as|in):\s?$/i;

/** Whether a label such as `Best overall:` or `Top pick for travel:` leads to what begins at `start`. */
export function isAfterPick(text: string, start: number): boolean {
  if (!/:\s?(?:The )?$/.test(text.slice(Math.max(0, start - 6), start))) return false;
  const line = lineBefore(text, start).replace(/The $/, '');
  return PICK.test(line) && !NO_PICK.test(line);
}

/** What is before in the same line, whatever segments it was parted into. */
function lineBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - REACH), start);
  return before.slice(1 + Math.max(before.lastIndexOf(BLOCK_END), before.lastIndexOf(MASK), before.lastIndexOf('\n')));
}
