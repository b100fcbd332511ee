import { isDeepStrictEqual } from 'node:util';
import { resetBudgets } from './accounts.js';
import { readCpu } from './cpu.js';
import { askOnce } from './keep-alive-client.js';
import { drive, type Measurement } from './load.js';
import { QUESTIONS, type Question, requestsFor } from './questions.js';
import type { BareForm, Server } from './servers.js';
import type { Stage } from './stage.js';
import { median } from './statistics.js';

/** The bar in its faster form, the same behind the service's door, and the service. */
export const VARIANTS = ['bare', 'bare + door', 'service'] as const;
export type Variant = (typeof VARIANTS)[number];

/** One question's measurements: by variant, one entry a round. */
export interface ReadResult {
  question: string;
  form: BareForm;
  rounds: Record<Variant, Measurement[]>;
}

type Bare = Record<BareForm, Server>;

interface Contest extends ReadResult {
  requests: readonly Buffer[];
  servers: Record<Variant, Server>;
}

const QUALIFYING_ROUNDS = 3;
const COMPARED_ACCOUNTS = 16;

/**
 * The reads through each variant: a round asks every variant in turn, and each round begins with another one.
 * @throws Error when an answer is not 200, or variants answer differently.
 */
export async function measureReads(stage: Stage): Promise<ReadResult[]> {
  const { servers, options } = stage;
  const bare = { rows: await servers.startBare('rows', false), json: await servers.startBare('json', false) };
  const contests: Contest[] = [];
  for (const question of QUESTIONS) contests.push(await prepare(stage, question, bare));
  for (let round = 0; round < options.rounds; round++) {
    for (const contest of contests) {
      for (const variant of rotated(VARIANTS, round)) {
        const { requests, rounds } = contest;
        rounds[variant].push(await measure(stage, contest.servers[variant], requests, options.seconds));
      }
    }
  }
  return contests;
}

/** Ends with a measurement of each variant that does not count: the first seconds of a process go into compiling. */
async function prepare(stage: Stage, question: Question, bare: Bare): Promise<Contest> {
  const requests = requestsFor(question, stage.accounts);
  await refuseDifferences(question, requests, [stage.service, bare.rows, bare.json]);
  const form = await fasterForm(stage, bare, requests);
  const servers = {
    bare: bare[form],
    'bare + door': await stage.servers.startBare(form, true),
    service: stage.service,
  };
  for (const variant of VARIANTS) await measure(stage, servers[variant], requests, stage.options.seconds);
  const rounds = { bare: [], 'bare + door': [], service: [] };
  return { question: question.name, form, requests, servers, rounds };
}

/** The whole answers of some accounts, read as JSON, are the same from each server. */
async function refuseDifferences(question: Question, requests: readonly Buffer[], servers: readonly Server[]) {
  for (const request of requests.slice(0, COMPARED_ACCOUNTS)) {
    const answers = await Promise.all(servers.map(({ port }) => askOnce(port, request)));
    if (!answers.every((answer) => isDeepStrictEqual(answer, answers[0]))) {
      throw new Error(`wrong answer: the servers differ on the ${question.name}\n${answers.map(shown).join('\n')}`);
    }
  }
}

function shown(answer: unknown): string {
  return JSON.stringify(answer).slice(0, 1000);
}

/** Which form of the bar is faster depends on the question and the machine, so it is tried out. */
async function fasterForm(stage: Stage, bare: Bare, requests: readonly Buffer[]): Promise<BareForm> {
  const ratios: number[] = [];
  for (let round = 0; round < QUALIFYING_ROUNDS; round++) {
    const seconds = stage.options.seconds / 3;
    const rows = await measure(stage, bare.rows, requests, seconds);
    const json = await measure(stage, bare.json, requests, seconds);
    ratios.push(json.perSecond / rows.perSecond);
  }
  return median(ratios) > 1 ? 'json' : 'rows';
}

async function measure({ database }: Stage, server: Server, requests: readonly Buffer[], seconds: number) {
  await resetBudgets(database.client);
  return drive(server.port, requests, seconds, () => readCpu(database.client, server.pid));
}

function rotated<Value>(values: readonly Value[], by: number): Value[] {
  const at = by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}
