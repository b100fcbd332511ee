import { type Delays, daysUntil, delays, falseAlarms, toldWithin, type Wanted } from './alerts/alert-trials.js';
import { type AlertDesign, CALM, type Planted, ROUGH } from './alerts/simulated-project.js';

/**
 * `npm run bench:alerts`: simulates projects for 90 days through the scan that the daily check runs, and prints how
 * often an alert is false and how soon a change is told. The same on every run. `PROJECTS` sets how many of each.
 */
const DESIGNS: readonly AlertDesign[] = [
  { name: '35 weekly', weekly: 35, daily: 0 },
  { name: '5 daily, 20 weekly', weekly: 20, daily: 5 },
  { name: '100 weekly', weekly: 100, daily: 0 },
  { name: '20 daily, 80 weekly', weekly: 80, daily: 20 },
  { name: '50 daily', weekly: 0, daily: 50 },
];
const PROJECTS = Number(process.env.PROJECTS ?? 60);
/** The day that something is planted on, of the 90. */
const DAY = 20;

const PLANTED: readonly [string, Planted, Wanted][] = [
  ['a fall of 10 points', { day: DAY, fall: 0.1 }, 'brand'],
  ['a fall of 20 points', { day: DAY, fall: 0.2 }, 'brand'],
  ['a fall of 30 points', { day: DAY, fall: 0.3 }, 'brand'],
  ['20 points on one platform', { day: DAY, fall: 0.2, isOnOnePlatform: true }, 'platform'],
  ['30 points of positive answers', { day: DAY, toneFall: 0.3 }, 'tone'],
  ['a prompt that named it in 60 %', { day: DAY, lostPromptFrom: 0.6 }, 'lost'],
  ['overtaken: a fall of 30 points', { day: DAY, fall: 0.3 }, 'rival'],
];

console.log(`\nfalse alarms a project and quarter, all kinds together (${PROJECTS} projects)\n`);
console.log('| prompts × 4 platforms | calm | by kind | rough | by kind |\n|---|---|---|---|---|');
for (const design of DESIGNS) {
  const cells = [CALM, ROUGH].flatMap((nature) => {
    const { all, byKind } = falseAlarms(design, nature, PROJECTS);
    const kinds = Object.entries(byKind).map(([kind, count]) => `${kind} ${count.toFixed(2)}`);
    return [all.toFixed(2), kinds.join(', ')];
  });
  console.log(`| ${design.name} | ${cells.join(' | ')} |`);
}

console.log('\ndays until told: half / 9 of 10; within 14 days, within 28 days\n');
console.log(`| | ${DESIGNS.map(({ name }) => name).join(' | ')} |\n|---|${DESIGNS.map(() => '---').join('|')}|`);
for (const [title, planted, wanted] of PLANTED) {
  const cells = DESIGNS.map((design) => toCell(delays(design, CALM, planted, { wanted, projects: PROJECTS })));
  console.log(`| ${title} | ${cells.join(' | ')} |`);
}

function toCell(found: Delays): string {
  const [half, most] = [0.5, 0.9].map((share) => daysUntil(found, share) ?? '–');
  return `${half} / ${most}; ${toldWithin(found, 14).toFixed(0)} %, ${toldWithin(found, 28).toFixed(0)} %`;
}
