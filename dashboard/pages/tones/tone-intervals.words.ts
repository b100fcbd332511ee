import type { Platform, Verdict } from '../../api/gql.ts';
import { points } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { type Change, verdictInRow, verdictWords, type Window } from '../../ui/shared.words.ts';
import { namesOf } from '../overview/overview.words.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  positiveAndNegativeShares: 'Positive and negative shares of the answers that name the brand',
  theIntervalsOfTheShares: 'The intervals of the positive and negative shares',
  eachBarIsTheInterval:
    'Each bar is the 95% interval of the share for all questions like these, as answers to one question are alike. ' +
    'Mixed answers count in neither.',
  peopleCorrected:
    'People corrected more than 1% of the answers of this period, and a tone that they corrected counts.',
} as const;

export interface Share {
  /** Whole percent; null where no answer names the brand. */
  percent: number | null;
  previousPercent: number | null;
  verdict: Verdict;
}

/** What is known of a share's change, in the words of a score's. @param window null where it is not known. */
export function shareVerdict(share: Share, window: Window | null): { title: string; text: string } {
  return window ? verdictWords(changeOf(share), window) : verdictInRow(changeOf(share));
}

/** Where a period has no share there is no verdict either, whose words are the only ones without a number. */
function changeOf({ percent, previousPercent, verdict }: Share): Change {
  return { score: previousPercent ?? 0, change: movedBy({ percent, previousPercent }), verdict };
}

function movedBy({ percent, previousPercent }: Pick<Share, 'percent' | 'previousPercent'>): number {
  return (percent ?? 0) - (previousPercent ?? 0);
}

interface PlatformShares {
  platform: Platform;
  positiveShare: Share;
  negativeShare: Share;
}

/** On which platforms a share moved by more than chance would explain, and for which that is not known. */
export function platformMoves(rows: readonly PlatformShares[]): string {
  const moved = rows.flatMap(({ platform, positiveShare, negativeShare }) => [
    ...moveOf('positive', platform, positiveShare),
    ...moveOf('negative', platform, negativeShare),
  ]);
  const unknown = rows.filter(({ positiveShare }) => positiveShare.verdict === 'TOO_FEW_ANSWERS');
  if (unknown.length === rows.length) return 'Too few answers to tell whether either share moved on any platform.';
  const untold =
    unknown.length > 0 ? `; too few answers to tell for ${namesOf(unknown.map(({ platform }) => platform))}` : '';
  if (moved.length === 0) return `On no platform did either share move by more than chance would explain${untold}.`;
  return `By platform, ${moved.join(', ')}: more than chance would explain${untold}.`;
}

function moveOf(tone: string, platform: Platform, share: Share): string[] {
  if (!share.verdict.startsWith('MOVED')) return [];
  return [`${tone} on ${platformOf(platform).name} ${points(movedBy(share))}`];
}
