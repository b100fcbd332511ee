import { POINTS_PER_REQUEST } from '../../src/core/plans.js';
import { printTable } from '../shared/report.js';
import type { PointCost } from './points.js';
import { ANSWERS } from './project.js';

const MS_PER_POINT_MAX = 10;

/** The most expensive field first, by point. @returns whether none failed or is above 10 ms for a point. */
export function printPoints(costs: readonly PointCost[]): boolean {
  const sorted = costs.toSorted((left, right) => perPoint(right) - perPoint(left));
  console.log(
    `CPU time a point, of the server and the database, at ${ANSWERS} answers; the bound is ${MS_PER_POINT_MAX} ms`,
  );
  printTable(
    ['', 'ms a point', 'points', 'requests', 'server ms', 'database ms', 'kB'],
    sorted.map((cost) => [
      cost.name,
      perPoint(cost).toFixed(2),
      String(cost.points),
      String(cost.requests),
      cost.serverMs.toFixed(1),
      cost.databaseMs.toFixed(1),
      (cost.bytes / 1000).toFixed(1),
    ]),
  );
  const faults = sorted.flatMap(({ name, fault, ...cost }) => {
    if (fault !== undefined) return [`${name}: ${fault}`];
    return perPoint(cost) > MS_PER_POINT_MAX ? [`${name}: above ${MS_PER_POINT_MAX} ms a point`] : [];
  });
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}

/** An operation without points is charged one request all the same, which is ten points. */
function perPoint({ points, serverMs, databaseMs }: Pick<PointCost, 'points' | 'serverMs' | 'databaseMs'>): number {
  return (serverMs + databaseMs) / (points === 0 ? POINTS_PER_REQUEST : points);
}
