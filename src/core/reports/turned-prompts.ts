/** Answers to a prompt, and those among them that name the brand. */
export interface PromptCounts {
  responses: number;
  naming: number;
}

/** Whether a prompt's answers turned from naming the brand to not naming it at all, or the other way round. */
export type Turn = 'gained' | 'lost';

/** Answers of the side that does not name the brand, at least: few are chance. */
const SILENT_MIN = 4;
/** Answers of the days before that must be there, and that are enough to judge what is silent by. */
const BEFORE_MIN = 12;
/** Share of answers that name the brand from which a prompt counts as one that names it. */
const NAMING_MIN = 0.4;
/** Silent answers that are multiplied in: answers are alike, so more of them add little. */
const SILENT_COUNTED = 16;
/** The chance, over all prompts of a project together, that one of them is reported without having turned. */
const CHANCE = 0.05;

/**
 * Whether a prompt turned. Lost: no answer of the period names the brand, where {@link NAMING_MIN} of those before did,
 * and that is no chance by what those before lead to expect (a beta-binomial with Jeffreys' prior). Gained is the same
 * with both sides exchanged.
 * @param prompts how many prompts are looked at: each has its part of {@link CHANCE}.
 */
export function turnOf(now: PromptCounts, before: PromptCounts, prompts: number): Turn | null {
  if (now.responses < SILENT_MIN || before.responses < BEFORE_MIN) return null;
  if (now.naming === 0 && isBeyondChance(before, now.responses, prompts)) return 'lost';
  if (before.naming === 0 && isBeyondChance(now, before.responses, prompts)) return 'gained';
  return null;
}

function isBeyondChance({ responses, naming }: PromptCounts, silent: number, prompts: number): boolean {
  if (naming < NAMING_MIN * responses) return false;
  return chanceOfSilence({ responses, naming }, silent) < CHANCE / Math.max(1, prompts);
}

/** The chance that none of so many further answers names the brand. */
function chanceOfSilence({ responses, naming }: PromptCounts, silent: number): number {
  const [a, b] = [naming + 1 / 2, responses - naming + 1 / 2];
  let chance = 1;
  for (let at = 0; at < Math.min(silent, SILENT_COUNTED); at++) chance *= (b + at) / (a + b + at);
  return chance;
}
