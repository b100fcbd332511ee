import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { knownStatements } from '../../src/database/rows.js';
import { ROOT, readSources } from '../contract/sources.js';

/** A statement as it reached the database, and the rows that came of it once they have. */
export interface SentStatement {
  text: string;
  values: readonly unknown[];
  rows: readonly unknown[];
}

/** Records the text of every statement that reaches the database through this pool from now on. */
export async function recordStatements(db: DatabaseSession): Promise<string[]> {
  const texts: string[] = [];
  await watchStatements(db, ({ text }) => texts.push(text));
  return texts;
}

/** Tells of every statement that reaches the database through this pool from now on, as it is sent. */
export async function watchStatements(db: DatabaseSession, onSent: (sent: SentStatement) => void): Promise<void> {
  const pool: Pool = await db.em.getConnection().getNativeClient();
  const heard = new WeakSet<PoolClient>();
  pool.on('acquire', (client: PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = new Proxy(client.query, {
      apply(target, self, args: unknown[]) {
        const sent: SentStatement = { text: textOf(args[0]), values: valuesOf(args), rows: [] };
        onSent(sent);
        const answer: unknown = Reflect.apply(target, self, args);
        // Who asked empties the list afterwards.
        if (answer instanceof Promise) answer.then((result) => keepRows(sent, result)).catch(() => undefined);
        return answer;
      },
    });
    Object.defineProperty(client, 'query', { value: query, configurable: true });
  });
}

/** What a statement binds: beside its text, or as a second argument. */
function valuesOf([sent, beside]: readonly unknown[]): readonly unknown[] {
  const values: unknown = typeof sent === 'object' && sent !== null ? Reflect.get(sent, 'values') : beside;
  return Array.isArray(values) ? values : [];
}

function keepRows(sent: SentStatement, result: unknown): void {
  const rows: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'rows') : [];
  sent.rows = Array.isArray(rows) ? [...rows] : [];
}

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : '';
}

const MAKES = /\bstatement(?:<[^(]*>)?\(\s*['`]([^'`$]*)/g;

/**
 * Every statement of the service by name, whatever files this thread has run before.
 * @param without parts of `src` whose own are left out.
 */
export async function statementsOfService(without: readonly string[] = []): Promise<ReadonlyMap<string, string>> {
  const makers = readSources().filter(({ text, part }) => /\bstatement[<(]/.test(text) && part !== 'main.ts');
  for (const { path } of makers) await import(join(ROOT, 'src', path));
  const texts = makers.filter(({ part }) => without.includes(part)).map(({ text }) => text);
  const starts = [...texts, ...textsOfTests()].flatMap((text) => [...text.matchAll(MAKES)].map(([, name]) => name));
  const leftOut = new Set(starts);
  return new Map([...knownStatements()].filter(([name]) => !leftOut.has(name)));
}

/** Of the tests, which make statements for themselves. */
function textsOfTests(): string[] {
  const folder = join(ROOT, 'test');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8'));
}
