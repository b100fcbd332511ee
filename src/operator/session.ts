import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { readConfig } from '../config.js';
import { ownerOf } from '../core/access/owner.js';
import { type Context, SYSTEM_CLOCK } from '../core/context.js';
import { openDatabase } from '../database/open.js';
import { toWireName } from '../rest/wire.js';

/** Opens the same database as the server, running or not, for one command. */
export async function withDatabase<Result>(
  work: (em: EntityManager, orm: MikroORM) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(readConfig(process.env), () => {});
  try {
    return await work(database.orm.em, database.orm);
  } finally {
    await database.close();
  }
}

/** A context that acts for the account that holds the resource. */
export async function contextOfOwner(
  em: EntityManager,
  resource: 'project' | 'competitor',
  id: string,
): Promise<Context> {
  return { em, clock: SYSTEM_CLOCK, caller: await ownerOf(em, resource, id) };
}

/** Prints one JSON value, its fields named as on the wire. */
export function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(toWire(value), null, 2)}\n`);
}

export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [toWireName(name), toWire(held)]));
}
