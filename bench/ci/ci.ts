import { availableParallelism, loadavg } from 'node:os';
import { measureGraphql } from '../graphql-reads/reads.js';
import { BARE, PEER, PEER_BEHIND_DOOR, SERVICE } from '../graphql-reads/variants.js';
import { measureReads } from '../rest-reads/reads.js';
import type { ContestResult } from '../shared/contest.js';
import { machineOf, printTable, ratiosOf } from '../shared/report.js';
import type { Stage } from '../shared/stage.js';
import { median } from '../shared/statistics.js';
import {
  appendHistory,
  type Change,
  changesSince,
  commitId,
  FALL,
  type HistoryEntry,
  hasFallen,
  readHistory,
} from './history.js';

/** What two minutes have room for; a machine that other work shares takes longer. */
export const CI_OPTIONS = { accounts: 300, rounds: 3, seconds: 0.8 };

/**
 * The reads' ratios alone, which depend less on the machine than times do: appended to `bench/history.jsonl`, and
 * printed beside the last ones. A lower ratio is told and fails nothing.
 * @throws Error when a response is not 200, or servers respond differently.
 */
export async function measureCi(stage: Stage): Promise<void> {
  const [load = 0] = loadavg();
  const rest = await measureReads(stage);
  const graphql = await measureGraphql(stage);
  const entry: HistoryEntry = {
    commit: commitId(),
    date: new Date().toISOString(),
    machine: `${machineOf()}, PostgreSQL ${await stage.database.version()}`,
    load: Number(load.toFixed(1)),
    isBusy: load > availableParallelism(),
    ratios: {
      ...named('REST', rest, BARE),
      ...named('GraphQL', graphql, BARE),
      ...named('GraphQL', graphql, PEER),
      ...named('GraphQL', graphql, PEER_BEHIND_DOOR),
    },
  };
  const changes = changesSince(readHistory(), entry);
  appendHistory(entry);
  printChanges(changes, entry);
}

/** The service's throughput to another's in each question; none where that one did not run. */
function named(surface: string, results: readonly ContestResult[], to: string): Record<string, number> {
  const measured = results.filter(({ rounds }) => rounds.has(to));
  return Object.fromEntries(
    measured.map(({ question, rounds }) => {
      const ratio = median(ratiosOf(rounds, { of: SERVICE, to }));
      return [`${surface}, ${question}: ${SERVICE} to ${to}`, Number(ratio.toFixed(3))];
    }),
  );
}

function printChanges(changes: readonly Change[], { commit, load }: HistoryEntry): void {
  console.log(`Throughput of ${commit}, at a load of ${load}, beside the median of the last runs on such a machine`);
  printTable(
    ['', 'now', 'before', 'change'],
    changes.map(({ name, now, before }) => [
      name,
      now.toFixed(2),
      before === null ? '–' : before.toFixed(2),
      before === null ? '–' : `${(100 * (now / before - 1)).toFixed(0)} %`,
    ]),
  );
  for (const { name } of changes.filter(hasFallen)) {
    console.log(`Fallen by more than ${100 * FALL} %: ${name}`);
  }
}
