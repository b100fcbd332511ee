import { line } from 'd3-shape';
import styles from './spark.module.css';
import type { TrendPoint } from './trend-points.ts';

const WIDTH = 120;
const HEIGHT = 32;
const MARGIN = 3;

/** A trend in the height of a row, from 0 to 100; what it shows stands in numbers beside it. */
export function Spark({ points }: { points: readonly TrendPoint[] }) {
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, points.length - 1);
  const path = line<TrendPoint>(
    (_, at) => MARGIN + at * step,
    ({ score }) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (score ?? 0)) / 100,
  ).defined(({ score }) => score !== null);
  return (
    <svg width={WIDTH} height={HEIGHT} className={styles.spark} aria-hidden="true">
      <line x1={0} x2={WIDTH} y1={HEIGHT - MARGIN} y2={HEIGHT - MARGIN} />
      <path d={path([...points]) ?? undefined} />
    </svg>
  );
}
