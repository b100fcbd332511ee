import { pattern } from '../pattern.js';

/** Words that head what is said of an option, never an option. */
export const LABELS = new RegExp(
  pattern`
    ^\W{0,4}(?:pros?|cons?|price|cost|best for|ideal for|why|features?|key features|tips?|note|quick|summary
    |conclusion|overview|highlights?|drawbacks?|downsides?|strengths?|weaknesses|limitations?|bottom line|what|how
    |when|where|if you|factors|best|most|other|others|additional|also|overall|our|my|specs?|specifications
    |connectivity|ports|processor|display|battery|color|panel|resolution|size|capacity|design|materials?
    |performance)\b
  `,
  'i',
);

/** `Best overall: …`: a label before the option that it picks. */
export const PICK_LABEL = new RegExp(
  pattern`
    ^[^\p{L}\p{N}]{0,6}(?:best|top|most|overall|winner|runner-up
    |(?:our|my|upgrade|budget|value|premium) (?:pick|choice))\b(?! for:)[^:]{0,50}:[^\p{L}\p{N}]{0,3}
  `,
  'iu',
);

/** The length of such a label at the start of the head; 0 where it has none, or nothing behind it. */
export function pickLabelLength(head: string): number {
  const length = PICK_LABEL.exec(head)?.[0].length ?? 0;
  return length < head.length ? length : 0;
}
