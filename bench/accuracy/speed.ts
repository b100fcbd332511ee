import { type AnswerText, createAnalyser, type Subject } from '../../src/monitoring/analysis/analyser.js';

const ROUNDS = 12;

/** Prints answers a second of processor time, for several numbers of names; the best of some rounds, since other jobs only slow it. */
export function measureSpeed(answers: readonly AnswerText[]): void {
  const length = answers.reduce((sum, { text }) => sum + text.length, 0) / answers.length;
  console.log(`\nspeed, answers of ${Math.round(length)} characters on average`);
  for (const names of [1, 25, 100]) {
    const analyse = createAnalyser({
      brand: subject(0),
      competitors: Array.from({ length: names - 1 }, (_, n) => subject(n + 1)),
    });
    for (const answer of answers) analyse(answer);
    const rates = Array.from({ length: ROUNDS }, () => {
      const start = process.cpuUsage();
      for (const answer of answers) analyse(answer);
      const { user, system } = process.cpuUsage(start);
      return (answers.length / (user + system)) * 1e6;
    });
    console.log(
      `  ${String(names).padStart(3)} names: ${Math.round(Math.max(...rates))} answers a second of processor time`,
    );
  }
}

const NAMES = [
  'Target',
  'Samsung',
  'Apple',
  'Google',
  'Sony',
  'Amazon',
  'Bitwarden',
  'The North Face',
  'Columbia',
  'Dell',
];

/** Real names first, so that there is something to find, then names of the same build that no answer holds. */
function subject(n: number): Subject {
  const name = NAMES[n] ?? `Brand ${n} Labs`;
  return { name, aliases: [], website: '' };
}
