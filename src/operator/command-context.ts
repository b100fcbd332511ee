import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import { SYSTEM_CLOCK } from '../clock.js';
import { type Config, readConfig } from '../config.js';
import { type Owned, ownerOf } from '../core/access/access.js';
import type { Context } from '../core/context.js';
import { toWireName } from '../core/errors.js';
import type { DatabaseAddress } from '../database/connection.js';
import type { Database } from '../database/database.js';
import type { DatabaseSession } from '../database/database-session.js';
import { locateDatabase, openDatabase } from '../database/open.js';
import { startAnalysis } from '../monitoring/analysis/analyse-answers.js';
import type { EngineLog } from '../monitoring/engine/engine-figures.js';
import type { Judging, JudgingLog } from '../monitoring/judge/judging.js';
import { createJudging } from '../monitoring/judge/model-judge.js';

/** What a command reads and writes: what its process has, or what a test gives it. */
export interface CommandIo {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** 0 until a command that ends without a refusal says otherwise. */
  exitCode: number;
}

const running = new AsyncLocalStorage<CommandIo>();

/** Runs a command's work with what {@link commandIo} returns in it. */
export function withCommandIo<Result>(io: CommandIo, work: () => Result): Result {
  return running.run(io, work);
}

/** What the command under way reads and writes. */
export function commandIo(): CommandIo {
  const io = running.getStore();
  if (!io) throw new Error('no command is under way');
  return io;
}

/** Opens the same database as the server, running or not, for one command. */
export async function withDatabase<Result>(
  work: (db: DatabaseSession, config: Readonly<Config>) => Promise<Result>,
): Promise<Result> {
  return withWholeDatabase((database, config) => work(database.openForJob(), config));
}

/** As {@link withDatabase}, for work that needs several connections at once. */
export async function withWholeDatabase<Result>(
  work: (database: Database, config: Readonly<Config>) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(commandIo().env);
  const { database, close } = await openDatabase(config, () => {});
  try {
    return await withAnalysis(() => work(database, config), config);
  } finally {
    await close();
  }
}

/** For work that analyses texts, as the server does. */
export async function withAnalysis<Result>(
  work: () => Promise<Result>,
  { analysisThreads: threads }: Readonly<Config> = readConfig(commandIo().env),
): Promise<Result> {
  const analysis = startAnalysis({ threads });
  try {
    return await work();
  } finally {
    await analysis.stop();
  }
}

/** The server that {@link withDatabase} opens a database of, unchanged: nothing is migrated. */
export async function withServer<Result>(
  work: (address: DatabaseAddress, config: Readonly<Config>) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(commandIo().env);
  const { address, server } = await locateDatabase(config, () => {});
  try {
    return await work(address, config);
  } finally {
    await server?.release();
  }
}

/** A context that acts for the account that holds the resource. */
export async function contextOfOwner(db: DatabaseSession, resource: Owned, id: string): Promise<Context> {
  return { db, clock: SYSTEM_CLOCK, caller: await ownerOf(db, resource, id) };
}

/**
 * As {@link withDatabase}, for commands that analyse answers: with the configured judge, which reports on standard
 * error.
 */
export async function withJudging<Result>(
  work: (db: DatabaseSession, judging: Judging) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (db, { judge }) => work(db, await createJudging(db, judge, STDERR_LOG, SYSTEM_CLOCK)));
}

/** Where a command reports: standard output is its result's. */
export const STDERR_LOG: JudgingLog & EngineLog = { info: report, warn: report, error: report };

function report(details: object, message: string): void {
  commandIo().stderr.write(`${message}: ${JSON.stringify(details, withErrorsWords)}\n`);
}

/** An error's own words, without those of what caused it: they may quote customers' data. */
function withErrorsWords(_field: string, value: unknown): unknown {
  return value instanceof Error ? value.message.split('\n', 1)[0] : value;
}

/** Prints one JSON value, its fields named as on the wire. */
export function print(value: unknown): void {
  commandIo().stdout.write(`${JSON.stringify(toWire(value), null, 2)}\n`);
}

function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [toWireName(name), toWire(held)]));
}
