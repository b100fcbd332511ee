import type { Change, Design, Pair } from './uncertainty/answers.js';
import {
  allocated,
  coverage,
  differences,
  explanations,
  favoured,
  moves,
  type Outcome,
  power,
  rankCoverage,
  segmentsApart,
  wordingsOfIntents,
} from './uncertainty/trials.js';

/**
 * `npm run bench:uncertainty`: draws answers that are alike within a question, and prints how often the published
 * intervals hold, how often the verdicts on two periods and on two names are false alarms, and how often they find a
 * move or a difference. A figure on two names is of 10,000 trials, any other of 2,000; all are the same on every run.
 */
const DESIGNS: readonly [string, Omit<Design, 'share' | 'likeness'>][] = [
  ['5 questions × 4 platforms × 4', { questions: 5, platforms: 4, answers: 4 }],
  ['10 × 2 × 4', { questions: 10, platforms: 2, answers: 4 }],
  ['25 × 4 × 1', { questions: 25, platforms: 4, answers: 1 }],
  ['25 × 4 × 4', { questions: 25, platforms: 4, answers: 4 }],
  ['25 × 4 × 4, 5 of them daily', { questions: 25, platforms: 4, answers: 4, daily: 5 }],
  ['50 × 4 × 13', { questions: 50, platforms: 4, answers: 13 }],
];
const LIKENESSES = [0, 0.2, 0.5, 0.8];

const STILL: Change = { shift: 0, isRedrawn: false, replaced: 0 };
const CHANGES: readonly [string, number, Change][] = [
  ['false alarms: each question keeps its share', 0.3, STILL],
  ['false alarms: each question keeps its share, a brand that is rarely named', 0.05, STILL],
  ['false alarms: each question draws a new share', 0.3, { ...STILL, isRedrawn: true }],
  ['false alarms: half of the questions are replaced', 0.3, { ...STILL, replaced: 0.5 }],
  ['power: up by 10 points', 0.3, { ...STILL, shift: 0.1 }],
  ['power: up by 20 points', 0.3, { ...STILL, shift: 0.2 }],
];

const BONDS: readonly [string, Pair['bond']][] = [
  ['each question likes both alike', 'together'],
  ['each question draws a share for each', 'apart'],
  ['an answer names one in place of the other', 'instead'],
];
const PAIRS: readonly [string, number, number][] = [
  ['false alarms', 0.3, 0],
  ['false alarms', 0.05, 0],
  ['power: 10 points apart', 0.3, 0.1],
  ['power: 20 points apart', 0.3, 0.2],
];

for (const share of [0.3, 0.05]) {
  table(`coverage of 95 % intervals at a share of ${100 * share} %: Wilson / adjusted for questions`, (design) =>
    coverage({ ...design, share }),
  );
}
for (const [title, share, change] of CHANGES) {
  table(`${title} (from ${100 * share} %): answers taken as independent / verdict`, (design) =>
    moves({ ...design, share }, change),
  );
}

for (const [title, share, shift] of PAIRS) {
  for (const [how, bond] of BONDS) {
    table(`two names, ${title}: ${how} (from ${100 * share} %): taken as independent / paired verdict`, (design) =>
      differences({ ...design, share }, { bond, shift }),
    );
  }
}

console.log('\n10 intents in 4 wordings × 4 platforms × 4 (30 %): each wording a cluster / each intent\n');
console.log('| | coverage | false alarms where each intent moves by itself |\n|---|---|---|');
for (const likeness of LIKENESSES.slice(1)) {
  const design = { questions: 10, platforms: 4, answers: 4, share: 0.3, likeness };
  const { holds, falseAlarms } = wordingsOfIntents(design, 4);
  const cells = [holds, falseAlarms].map((one) => `${one.byWording.toFixed(1)} / ${one.byIntent.toFixed(1)}`);
  console.log(`| ICC ${likeness} | ${cells.join(' | ')} |`);
}

console.log('\n5 of 25 questions daily, named in 60 % there and in 22.5 % else: mean (truth 30), coverage\n');
console.log('| | of all answers | even score |\n|---|---|---|');
for (const likeness of LIKENESSES) {
  const design = { questions: 25, platforms: 4, answers: 4, daily: 5, share: 0.3, likeness };
  const { pooled, even } = favoured(design, { daily: 0.6, others: 0.225 });
  const cells = [pooled, even].map(({ mean, holds }) => `${mean.toFixed(1)}, ${holds.toFixed(1)} %`);
  console.log(`| ICC ${likeness} | ${cells.join(' | ')} |`);
}

const SEGMENTS: readonly [string, number, { shift: number; isPaired: boolean }][] = [
  ['false alarms: other intents', 0.3, { shift: 0, isPaired: false }],
  ['false alarms: other intents, a brand that is rarely named', 0.05, { shift: 0, isPaired: false }],
  ['false alarms: the same intents in other words', 0.3, { shift: 0, isPaired: true }],
  ['power, 20 points apart: other intents', 0.3, { shift: 0.2, isPaired: false }],
  ['power, 20 points apart: the same intents', 0.3, { shift: 0.2, isPaired: true }],
];
for (const [title, share, way] of SEGMENTS) {
  console.log(`\ntwo segments, ${title} (from ${100 * share} %)\n`);
  console.log(`| | ${LIKENESSES.map((likeness) => `ICC ${likeness}`).join(' | ')} |`);
  console.log(`|---|${LIKENESSES.map(() => '---').join('|')}|`);
  for (const [name, design] of DESIGNS) {
    const cells = LIKENESSES.map((likeness) => segmentsApart({ ...design, share, likeness }, way).toFixed(1));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

console.log('\n50 questions × 4 platforms × 4, the first with another model: what the move is explained by, percent\n');
console.log('| | ICC | model change | not model change | unknown | nothing moved |\n|---|---|---|---|---|---|');
for (const [title, move] of [
  ['15 points on the first platform', { shift: 0.15, where: 'first' }],
  ['15 points on all', { shift: 0.15, where: 'all' }],
  ['none', { shift: 0, where: 'none' }],
] as const) {
  for (const likeness of LIKENESSES.slice(1)) {
    const found = explanations({ questions: 50, platforms: 4, answers: 4, share: 0.3, likeness }, move);
    const { model_change, not_model_change, unknown, nothing_moved } = found;
    const cells = [model_change, not_model_change, unknown, nothing_moved].map((one) => one.toFixed(1));
    console.log(`| ${title} | ${likeness} | ${cells.join(' | ')} |`);
  }
}

console.log('\ncoverage of the 95 % interval of a mean rank of 1 to 8\n');
console.log(`| | ${LIKENESSES.map((likeness) => `ICC ${likeness}`).join(' | ')} |`);
console.log(`|---|${LIKENESSES.map(() => '---').join('|')}|`);
for (const [name, { questions, platforms, answers }] of DESIGNS.filter(([, { daily }]) => daily === undefined)) {
  const design = { questions, answers: platforms * answers };
  const cells = LIKENESSES.map((likeness) => rankCoverage({ ...design, likeness }).toFixed(1));
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

const RISES = [0.05, 0.1];
for (const shift of RISES) {
  console.log(`\npower: up by ${100 * shift} points from 30 %, questions also move by 7: found / by the sample size\n`);
  console.log(`| | ${LIKENESSES.map((likeness) => `ICC ${likeness}`).join(' | ')} |`);
  console.log(`|---|${LIKENESSES.map(() => '---').join('|')}|`);
  for (const [name, design] of DESIGNS.filter(([, { questions }]) => questions >= 10)) {
    const cells = LIKENESSES.map((likeness) => {
      const { found, measured } = power({ ...design, share: 0.3, likeness }, { ...STILL, shift, ownMovement: 0.07 });
      return `${found.toFixed(0)} / ${measured.toFixed(0)}`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

console.log(
  '\n40 questions × 2 platforms × 4, up by 10 points from 30 %, questions also move by 7: how answers are shared out\n',
);
console.log('| found, mean score before | alike | by variance | by borderline |\n|---|---|---|---|');
for (const likeness of LIKENESSES.slice(1)) {
  const cells = (['equal', 'variance', 'borderline'] as const).map((allocation) => {
    const design = { questions: 40, platforms: 2, answers: 4, share: 0.3, likeness };
    const { found, mean } = allocated(design, { ...STILL, shift: 0.1, ownMovement: 0.07 }, allocation);
    return `${found.toFixed(1)} %, ${mean.toFixed(1)}`;
  });
  console.log(`| ICC ${likeness} | ${cells.join(' | ')} |`);
}

/** One row for each design, one column for each likeness, as Markdown. */
function table(title: string, outcomeOf: (design: Omit<Design, 'share'>) => Outcome): void {
  console.log(`\n${title}\n`);
  console.log(`| | ${LIKENESSES.map((likeness) => `ICC ${likeness}`).join(' | ')} |`);
  console.log(`|---|${LIKENESSES.map(() => '---').join('|')}|`);
  for (const [name, design] of DESIGNS) {
    const cells = LIKENESSES.map((likeness) => toCell(outcomeOf({ ...design, likeness })));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

function toCell({ independent, clustered, tooFew }: Outcome): string {
  return `${independent.toFixed(1)} / ${tooFew > 50 ? 'too few' : clustered.toFixed(1)}`;
}
