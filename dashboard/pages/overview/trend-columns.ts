import type { Column } from '../../charts/csv.ts';
import type { TrendMark } from '../../charts/trend-marks.ts';
import type { TrendPoint } from '../../charts/trend-points.ts';

const known = (point: TrendPoint, value: number) => (point.score === null ? null : value);

/** A trend as a table, with what changed on a day. @param over days that a point pools. */
export function columnsOf(over: number, marks: readonly TrendMark[]): Column<TrendPoint>[] {
  const changes = new Map(marks.map(({ date, texts }) => [date, texts.join('; ')]));
  return [
    { head: 'Day (UTC)', cell: ({ date }) => date },
    { head: 'Day, %', cell: ({ dayScore }) => dayScore, isNumber: true },
    { head: 'Answers of the day', cell: ({ dayAnswers }) => dayAnswers, isNumber: true },
    { head: `${over} days, %`, cell: ({ score }) => score, isNumber: true },
    { head: 'Low, %', cell: (point) => known(point, point.low), isNumber: true },
    { head: 'High, %', cell: (point) => known(point, point.high), isNumber: true },
    { head: `Answers of ${over} days`, cell: ({ answers }) => answers, isNumber: true },
    { head: 'Changes', cell: ({ date }) => changes.get(date) ?? null },
  ];
}
