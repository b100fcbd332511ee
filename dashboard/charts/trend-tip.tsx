import { longDay, percent, plural } from '../format.ts';
import styles from './trend.module.css';
import type { TrendPoint } from './trend-points.ts';

/** Half of the widest text, so that it stays within the chart. */
const MARGIN = 96;
const WIDE_MARGIN = 150;

interface Props {
  point: TrendPoint;
  texts: readonly string[];
  /** From the left edge, in pixels. */
  x: number;
  width: number;
  /** Days that a point pools. */
  over: number;
}

/** The numbers of a day and what happened on it, beside the pointer. */
export function Tip({ point: { date, score, low, high, answers }, texts, x, width, over }: Props) {
  const margin = texts.length > 0 ? WIDE_MARGIN : MARGIN;
  const left = Math.min(Math.max(x, margin), width - margin);
  return (
    <div className={styles.tip} data-wide={texts.length > 0} style={{ left }} aria-hidden="true">
      <span className={styles.tipDate}>{longDay(date)}</span>
      {score === null ? (
        <span>no answers</span>
      ) : (
        <>
          <strong>{percent(score)}</strong> <span>{`${percent(low)} to ${percent(high)}`}</span>
          <span className={styles.tipNote}>{`${plural(answers, 'answer')} in ${over} days`}</span>
        </>
      )}
      {texts.map((text) => (
        <span key={text} className={styles.tipMark}>
          {text}
        </span>
      ))}
    </div>
  );
}

/** The same as a sentence, for those who do not see it. */
export function sentenceOf(point: TrendPoint | undefined, texts: readonly string[], over: number): string {
  if (!point) return 'No days';
  const { date, score, low, high, answers } = point;
  const changes = texts.length > 0 ? `. Changed on this day: ${texts.join('; ')}` : '';
  if (score === null) return `${longDay(date)}: no answers${changes}`;
  const bounds = `between ${percent(low)} and ${percent(high)}`;
  return `${longDay(date)}: ${percent(score)}, ${bounds}, ${plural(answers, 'answer')} in ${over} days${changes}`;
}
