import { Migration } from '@mikro-orm/migrations';
import type { EntityManager } from '@mikro-orm/postgresql';
import { rowsInTransaction } from '../database-session.js';
import { shareOutNew } from './share-out.js';

type Query = ReturnType<Migration['getQueries']>[number];
type MigrationClass = new (...from: ConstructorParameters<typeof Migration>) => Migration;

/** After a comment or none. */
const MAKES_TABLE = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*create\s+(?:unlogged\s+)?table\b/i;

/**
 * The same migration, its statements sent one by one. On a distributed database (`isDistributed`) a table that one of
 * them makes is shared out before the next: Citus refuses to fill a table that refers to shared-out ones and lies whole
 * on the coordinator. So whoever writes a migration need not know of clusters. On one server too, so that every run of
 * the tests takes this way.
 */
export function oneByOne(Written: MigrationClass, isDistributed: boolean): MigrationClass {
  return class extends Migration {
    override async up(): Promise<void> {
      const written = new Written(this.driver, this.config);
      if (this.ctx) written.setTransactionContext(this.ctx);
      await written.up();
      for (const part of written.getQueries().flatMap(partsOf)) {
        await this.execute(part);
        if (isDistributed && makesTable(part)) await this.#shareOutNew();
      }
    }

    #shareOutNew(): Promise<void> {
      // The driver is PostgreSQL's, and so is the entity manager that it makes.
      const em = this.getEntityManager() as EntityManager;
      return shareOutNew({ rows: ({ text }, values) => rowsInTransaction(em, text, values) });
    }
  };
}

function partsOf(query: Query): Query[] {
  return typeof query === 'string' ? statementsOf(query) : [query];
}

function makesTable(query: Query): boolean {
  return typeof query === 'string' && MAKES_TABLE.test(query);
}

/** A semicolon, or what may hold one that ends no statement: strings, quoted names, comments. */
const SEMICOLON_OR_WHOLE =
  /;|\be'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//gi;

/** The statements of a text, in their order, without the semicolons between them. */
export function statementsOf(text: string): string[] {
  const ends = [...text.matchAll(SEMICOLON_OR_WHOLE)].filter(([found]) => found === ';').map(({ index }) => index);
  return [-1, ...ends].map((before, at) => text.slice(before + 1, ends[at]).trim()).filter((part) => part !== '');
}
