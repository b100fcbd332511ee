import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';
import { CREATE_CANDIDATES, FIND_CURRENT_CANDIDATES } from '../../core/competitors/candidate.statements.js';
import { LOCK_NAMES } from '../../core/projects/project.lock.js';
import { besideTransaction } from '../../database/beside-transaction.js';
import { rows, type Statement } from '../../database/rows.js';
import type { ProjectScope } from '../scope.js';

/** A name and what it is compared by (`candidateKey`). */
export interface KeyedName {
  key: string;
  name: string;
}

/**
 * The candidates of names found in answers, by key: the current one where the project has one, else a new one, under
 * the name's first spelling. New ones are committed at once, apart from the transaction of `em`, so that no other
 * writer of the name waits for the end of a long import. If that is rolled back, a candidate without mentions is left,
 * which no reader sees. One statement where all names are known, whatever their number.
 */
export async function candidatesOf(
  em: EntityManager,
  { accountId, projectId }: ProjectScope,
  names: readonly KeyedName[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(names.toReversed().map(({ key, name }) => [key, name]));
  if (wanted.size === 0) return new Map();
  const owner = [accountId, projectId];
  const known = byKey(await rows(em, FIND_CURRENT_CANDIDATES, [...owner, [...wanted.keys()]]));
  const unknown = [...wanted.keys()].filter((key) => !known.has(key));
  if (unknown.length === 0) return known;
  return besideTransaction(em, async (client) => {
    await ask(client, LOCK_NAMES, owner);
    const others = byKey(await ask(client, FIND_CURRENT_CANDIDATES, [...owner, unknown]));
    const added = unknown
      .filter((key) => !others.has(key))
      .map((key) => ({ id: randomUUID(), name: wanted.get(key), name_key: key }));
    await ask(client, CREATE_CANDIDATES, [...owner, JSON.stringify(added)]);
    return new Map([...known, ...others, ...byKey(added)]);
  });
}

async function ask<Row extends object>(
  client: ClientBase,
  { text }: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

function byKey(found: readonly { name_key: string; id: string }[]): Map<string, string> {
  return new Map(found.map(({ name_key, id }) => [name_key, id]));
}
