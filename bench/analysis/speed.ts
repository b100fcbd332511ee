import { type AnswerText, createAnalyser } from '../../src/analysis/analyser.js';
import { median } from '../shared/statistics.js';
import { createNaiveCounter } from './naive.js';
import { subjects } from './names.js';

const COUNTS = [1, 10, 100, 1_000];
const ROUNDS = 5;

interface Variant {
  method: 'service' | 'naive';
  names: number;
  read: (answer: AnswerText) => unknown;
  /** Processor milliseconds for an answer, one value for each round. */
  times: number[];
}

/** Times each method with each number of names, in rounds that each begin with another one, and prints medians. */
export function measureSpeed(answers: readonly AnswerText[]): void {
  const variants = COUNTS.flatMap(variantsOf);
  for (let round = 0; round <= ROUNDS; round++) {
    for (let at = 0; at < variants.length; at++) {
      const variant = variants[(at + round) % variants.length];
      const time = variant && timeOf(variant, answers);
      // The first round only warms up.
      if (time && round > 0) variant.times.push(time);
    }
  }
  console.log('\n| names | service, ms an answer | to 1 name | naive, ms an answer | to 1 name | naive / service |');
  console.log('|---|---|---|---|---|---|');
  for (const names of COUNTS)
    console.log(`| ${names.toLocaleString('en')} | ${cellsOf(variants, names).join(' | ')} |`);
}

function variantsOf(names: number): Variant[] {
  const all = subjects(names);
  const [brand, ...competitors] = all;
  if (!brand) throw new Error('there are no names');
  const count = createNaiveCounter(all);
  return [
    { method: 'service', names, read: createAnalyser({ brand, competitors }), times: [] },
    { method: 'naive', names, read: ({ text }) => count(text), times: [] },
  ];
}

function timeOf({ read }: Variant, answers: readonly AnswerText[]): number {
  const start = process.cpuUsage();
  for (const answer of answers) read(answer);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000 / answers.length;
}

function cellsOf(variants: readonly Variant[], names: number): string[] {
  const timesOf = (method: Variant['method'], count: number) =>
    variants.find((each) => each.method === method && each.names === count)?.times ?? [];
  const ratio = (times: number[], to: number[]) => median(times.map((time, round) => time / (to[round] ?? Number.NaN)));
  const [service, naive] = [timesOf('service', names), timesOf('naive', names)];
  return [
    median(service).toFixed(3),
    ratio(service, timesOf('service', 1)).toFixed(2),
    median(naive).toFixed(3),
    ratio(naive, timesOf('naive', 1)).toFixed(2),
    ratio(naive, service).toFixed(2),
  ];
}
