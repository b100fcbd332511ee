import type { ContestResult } from '../shared/contest.js';
import { printMedians, printRatios } from '../shared/report.js';
import { BARE, PEER, PEER_BEHIND_DOOR, SERVICE } from './variants.js';

export function printGraphql(results: readonly ContestResult[]): void {
  const hasPeer = results.some(({ rounds }) => rounds.has(PEER));
  printRatios('GraphQL reads: throughput relative to the bare server', results, [
    { head: BARE, of: BARE, to: BARE },
    { head: SERVICE, of: SERVICE, to: BARE },
    ...(hasPeer
      ? [
          { head: PEER, of: PEER, to: BARE },
          { head: PEER_BEHIND_DOOR, of: PEER_BEHIND_DOOR, to: BARE },
          { head: `${SERVICE} to ${PEER}`, of: SERVICE, to: PEER },
          { head: `to ${PEER_BEHIND_DOOR}`, of: SERVICE, to: PEER_BEHIND_DOOR },
        ]
      : []),
  ]);
  printMedians('GraphQL reads', results);
}
