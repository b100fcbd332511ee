import { printTable, spreadCell } from '../shared/report.js';
import { median } from '../shared/statistics.js';
import type { DoorMeasurement } from './doors.js';

/** Medians of the rounds; of the requests a second the lowest and highest too. */
export function printDoors(measurements: readonly DoorMeasurement[]): void {
  console.log('The door alone, without HTTP: medians of the rounds (in brackets: lowest and highest)');
  const kinds = Map.groupBy(measurements, ({ way, callers }) => `${callers} callers, ${way}`);
  printTable(
    ['', 'doors/s', 'requests a statement', 'process CPU ms', 'database CPU ms'],
    [...kinds].map(([name, rounds]) => [
      name,
      spreadCell(rounds.map(({ perSecond }) => perSecond)),
      median(rounds.map(({ batch }) => batch)).toFixed(1),
      middle(rounds.map(({ serverCpuMs }) => serverCpuMs)),
      middle(rounds.map(({ databaseCpuMs }) => databaseCpuMs)),
    ]),
  );
}

function middle(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? '–' : median(known).toFixed(3);
}
