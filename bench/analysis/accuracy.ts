import { scoreGold } from '../accuracy/gold.js';
import { createNaiveCounter } from './naive.js';

/** Prints how well each method finds whether and how often a brand is named, on the labelled answers of a folder. */
export function compareAccuracy(folder: string): void {
  const rows = scoreGold(folder);
  const found = {
    service: rows.map(({ facts }) => facts.mentionCount),
    naive: rows.map(({ subject, answer }) => createNaiveCounter([subject])(answer.text)[0] ?? 0),
  };
  const named = rows.filter(({ label }) => label.mentioned).length;
  console.log(`\n| ${rows.length} labelled rows, ${named} of them named | precision | recall | exact counts |`);
  console.log('|---|---|---|---|');
  for (const [method, counts] of Object.entries(found)) {
    const taken = rows.filter((_, at) => (counts[at] ?? 0) > 0);
    const right = taken.filter(({ label }) => label.mentioned).length;
    const exact = rows.filter(({ label }, at) => label.mentioned && label.mention_count === counts[at]).length;
    console.log(`| ${method} | ${[right / taken.length, right / named, exact / named].map(toText).join(' | ')} |`);
  }
}

function toText(share: number): string {
  return share.toFixed(3);
}
