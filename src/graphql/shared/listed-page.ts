import { z } from 'zod';
import { type PagePosition, first as size } from '../../core/page.input.js';
import { parseArguments } from './arguments.js';
import { type Connection, type PageArgs, placeConnection } from './connection.js';
import { placeAfter } from './cursor.js';

const pageInput = z.object({ first: size });

interface Listed {
  id: string;
  createdAt: string;
}

/** A page size and a start position, checked. @throws ServiceError VALIDATION_ERROR. */
export function parsePage(args: PageArgs): { first: number; after: PagePosition | null } {
  return { first: parseSize(args), after: placeAfter(args.after) };
}

/** The size alone. @throws ServiceError VALIDATION_ERROR. */
export function parseSize({ first }: PageArgs): number {
  return parseArguments(pageInput, { first }).first;
}

export function placeOfListed({ createdAt, id }: Listed): PagePosition {
  return { at: createdAt, id };
}

export type Page<Node> = Connection<Node> & { totalCount: number };

/** A page of a list that the core returns as a whole, oldest first, then by id, as on every surface. */
export function pageOfListed<Node extends Listed>(
  all: readonly Node[],
  page: { first: number; after: PagePosition | null },
): Page<Node> {
  const { first, after } = page;
  const begin = after === null ? 0 : all.findIndex((entry) => isAfter(entry, after));
  const from = begin === -1 ? all.length : begin;
  const nodes = all.slice(from, from + first);
  const connection = placeConnection(nodes, placeOfListed, from > 0, from + first < all.length);
  return Object.assign(connection, { totalCount: all.length });
}

function isAfter({ createdAt, id }: Listed, place: PagePosition): boolean {
  return createdAt > place.at || (createdAt === place.at && id > place.id);
}
