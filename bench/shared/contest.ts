import { resetBudgets } from './accounts.js';
import { readCpu } from './cpu.js';
import { drive, type Measurement } from './load.js';
import type { Server } from './servers.js';
import type { Stage } from './stage.js';
import { median } from './statistics.js';

/** A server for one query, with the bytes of each request to it. */
export interface Entrant {
  server: Server;
  requests: readonly Buffer[];
}

export interface Contestant extends Entrant {
  /** Its name; the same in each query. */
  name: string;
  /** The form that it takes in this query. */
  form?: string;
  /** Statements that the database receives for one request, where they are counted. */
  statements?: number;
}

/** One query and its contestants; the first of them is the bar. */
export interface Contest {
  question: string;
  contestants: readonly Contestant[];
}

/** Measurements of a contest: by the contestant's name, one entry for each round. */
export interface ContestResult extends Contest {
  rounds: ReadonlyMap<string, readonly Measurement[]>;
}

const QUALIFYING_ROUNDS = 3;
/** So many times as long as a measurement: after one, Node still spends a tenth of its time on compiling. */
const WARM_UP = 3;

/**
 * Measures each contest in interleaved rounds: a round asks every contestant in turn, and each round begins with
 * another one. Before them each is asked for longer without counting: the first seconds of a process go into compiling.
 * @throws Error on any response other than 200.
 */
export async function runContests(stage: Stage, contests: readonly Contest[]): Promise<ContestResult[]> {
  const running = contests.map((contest) => ({ ...contest, rounds: new Map<string, Measurement[]>() }));
  const { rounds, seconds } = stage.options;
  for (const { contestants } of running) {
    for (const contestant of contestants) await measure(stage, contestant, WARM_UP * seconds);
  }
  for (let round = 0; round < rounds; round++) {
    for (const { contestants, rounds: kept } of running) {
      for (const contestant of rotated(contestants, round)) {
        const before = kept.get(contestant.name) ?? [];
        kept.set(contestant.name, [...before, await measure(stage, contestant, seconds)]);
      }
    }
  }
  return running;
}

/**
 * Which of two ways is faster depends on the query and the machine, so both are tried.
 * @returns the contestant that serves more.
 */
export async function fasterOf<Form extends Entrant>(stage: Stage, [first, second]: readonly [Form, Form]) {
  const ratios: number[] = [];
  for (let round = 0; round < QUALIFYING_ROUNDS; round++) {
    const seconds = stage.options.seconds / 3;
    const { perSecond } = await measure(stage, first, seconds);
    ratios.push((await measure(stage, second, seconds)).perSecond / perSecond);
  }
  return median(ratios) > 1 ? second : first;
}

async function measure({ database }: Stage, { server, requests }: Entrant, seconds: number): Promise<Measurement> {
  await resetBudgets(database.client);
  return drive(server.port, requests, seconds, () => readCpu(database.client, server.pid));
}

function rotated<Value>(values: readonly Value[], by: number): Value[] {
  const at = by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}
