import { existsSync } from 'node:fs';
import { analyseAll as analyseBuilt } from '../../../dist/monitoring/analysis/analysis-thread.js';

let parsedCount = 0;
const { parse } = JSON;
JSON.parse = (...given) => {
  parsedCount += 1;
  return parse(...given);
};

/**
 * The code of a thread as it is built, but for texts that begin with a word of what they do to it. No text is known to
 * do any of this to the analysis itself.
 */
export function analyseAll({ names, items }) {
  return items.map((item) => {
    const [word, ...rest] = item.text.split(' ');
    return DOES[word]?.(...rest) ?? analyseBuilt({ names, items: [item] })[0];
  });
}

const DOES = {
  BROKEN: () => ({ fault: 'broken' }),
  CRASH: () => process.exit(3),
  ENDLESS: () => {
    for (;;);
  },
  HOARD: () => {
    const hoard = [];
    for (;;) hoard.push(new Array(100_000).fill(hoard.length));
  },
  /** Ends only once there is a file: it is written by the thread that has sent the text. */
  UNTIL: (path) => {
    while (!existsSync(path));
  },
  /** How often this thread has parsed what it was sent. */
  PARSED: () => ({ fault: String(parsedCount) }),
};
