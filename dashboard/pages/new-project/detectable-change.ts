/**
 * The smallest change that shows within four weeks, four times of five, in whole points, by what answers usually vary:
 * the formula of the service's sample size for a project without answers (docs/metrics.md). Null of fewer than five
 * prompts, or where a few daily ones hold nearly all the answers.
 */
export function detectableChange({ daily, weekly, platforms }: Planned): number | null {
  const asked = [
    { prompts: daily, answers: DAYS * platforms },
    { prompts: weekly, answers: WEEKS * platforms },
  ];
  const whole = sumOf(asked, ({ prompts, answers }) => prompts * answers);
  const groups = whole === 0 ? 0 : whole ** 2 / sumOf(asked, ({ prompts, answers }) => prompts * answers ** 2);
  if (daily + weekly < PROMPTS_MIN || groups < PROMPTS_MIN - 1) return null;
  const reach = tQuantile(groups - 1) + POWER_Z;
  const varianceOf = (change: number) => {
    const part = change / (1 - SHARE);
    const after = (1 - part) * (WITHIN + part * ((1 - SHARE) ** 2 + BETWEEN));
    const ofPrompts = asked.map(({ prompts, answers }) => {
      if (prompts === 0) return 0;
      return prompts * (answers / whole) ** 2 * ((WITHIN + after) / answers + OWN_MOVEMENT + part ** 2 * BETWEEN);
    });
    return sumOf(ofPrompts, (variance) => variance) + 2 / whole ** 2;
  };
  const most = 100 * (1 - SHARE);
  for (let points = 1; points <= most; points++) {
    if (points / 100 >= reach * Math.sqrt(varianceOf(points / 100))) return points;
  }
  return null;
}

interface Planned {
  daily: number;
  weekly: number;
  platforms: number;
}

const WEEKS = 4;
const DAYS = 28;
const PROMPTS_MIN = 5;
const SHARE = 0.3;
const WITHIN = 0.105;
const BETWEEN = 0.105;
const OWN_MOVEMENT = 0.005;
/** The normal quantile of four times of five. */
const POWER_Z = 0.841621;

/** The 97.5 % quantile of Student's t, exact to 0.005 from 3 degrees of freedom on. */
function tQuantile(degrees: number): number {
  if (degrees < 3) return degrees < 2 ? 12.706 : 4.303;
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  const fourth = (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3 + fourth / degrees ** 4;
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
