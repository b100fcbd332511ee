import type { Verdict } from '../api/vocabulary.ts';
import { percent, points } from '../format.ts';

export interface Change {
  /** Percent, of the period before. */
  score: number;
  /** In points. */
  change: number;
  verdict: Verdict;
}

/** What is known of a change: it is called a move only where chance does not explain it. */
export function verdictWords({ score, change, verdict }: Change): { title: string; text: string } {
  const before = `${points(change)} against the period before (${percent(score)})`;
  switch (verdict) {
    case 'MOVED_UP':
      return { title: 'A real rise.', text: `${before}: more than chance explains.` };
    case 'MOVED_DOWN':
      return { title: 'A real fall.', text: `${before}: more than chance explains.` };
    case 'WITHIN_NOISE':
      return { title: 'No clear change.', text: `${before}, which chance alone can bring about.` };
    case 'TOO_FEW_ANSWERS':
      return { title: 'Too early to tell.', text: 'Too few answers to the same prompts in both periods.' };
  }
}
