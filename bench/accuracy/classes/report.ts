import { isHeldBack } from '../held-back.js';
import { type ClassCase, isRight } from './class-case.js';
import { isWrongSign, scoreClassCases } from './classes.js';

/** Prints the share of right cases of each class, held-back ones apart; where asked, each case that is not right. */
export function printClassCases(cases: readonly ClassCase[], listsRows: boolean): void {
  console.log(`\n== classes: ${cases.length} cases; right of all, tuning part and held-back part`);
  for (const { title, tuning, heldBack } of scoreClassCases(cases)) {
    console.log(`${title.padEnd(52)} ${shareOf(tuning)}  ${shareOf(heldBack)}`);
  }
  const tone = cases.filter(({ title }) => title.startsWith('tone'));
  console.log(`tone of the wrong sign: ${tone.filter(isWrongSign).length} of ${tone.length}`);
  if (!listsRows) return;
  for (const one of cases.filter((each) => !isRight(each) && !isHeldBack(each.key))) {
    console.log(`  ${one.title}, ${one.key}: ${one.expected}, found ${one.found} | ${JSON.stringify(one.text)}`);
  }
}

function shareOf({ right, all }: { right: number; all: number }): string {
  return `${(right / all).toFixed(3)} (${right}/${all})`.padStart(16);
}
