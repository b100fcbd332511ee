import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalyser } from '../../src/analysis/analyser.js';
import { passagesAbout } from '../../src/monitoring/judge/sent-passages.js';
import { type RecordedAnswer, readLines, toAnswerText } from './recorded-answers.js';

/** Names of an answer that are tried as the brand; the others, as many as follow, are its competitors. */
const BRANDS = 3;
const RIVALS = 10;

/**
 * Prints, of the recorded answers of a folder, how often the tone by the rules is the same for the passages that a
 * judge is sent as for the whole answer. The brands are the names that the analysis finds; those that it does not find
 * again in the passages, as they are words without their list, are left out.
 */
export function printPassages(folder: string): void {
  const [counted, sums] = [
    { same: 0, cut: 0, all: 0 },
    { whole: 0, sent: 0 },
  ];
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  for (const recorded of files.flatMap((name) => readLines<RecordedAnswer>(join(folder, name)))) {
    const answer = toAnswerText(recorded);
    const names = createAnalyser({ brand: subjectOf('qzxv unnamed'), competitors: [] })(answer).candidates;
    for (const { name } of names.slice(0, BRANDS)) {
      const rivals = names.filter((other) => other.name !== name).slice(0, RIVALS);
      const read = createAnalyser({ brand: subjectOf(name), competitors: rivals.map((one) => subjectOf(one.name)) });
      const { spans, sentiment } = read(answer).brand;
      const sent = passagesAbout(
        answer.text,
        spans.map(([start, end]) => answer.text.slice(start, end)),
      );
      counted.all += 1;
      const found = sent === answer.text ? null : read({ ...answer, text: sent }).brand.sentiment;
      if (found === null || sentiment === null) continue;
      counted.cut += 1;
      if (found === sentiment) counted.same += 1;
      sums.whole += answer.text.length;
      sums.sent += sent.length;
    }
  }
  const share = (counted.same / counted.cut).toFixed(3);
  console.log(`\n== passages of long answers: ${counted.cut} of ${counted.all} names in shortened answers`);
  console.log(`the same tone ${share} (${counted.same}/${counted.cut}); sent ${(sums.sent / sums.whole).toFixed(3)}`);
}

function subjectOf(name: string) {
  return { name, aliases: [], website: '' };
}
