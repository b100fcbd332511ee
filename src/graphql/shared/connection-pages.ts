import { z } from 'zod';
import { parse } from '../../core/input.js';
import { offsetCursor, type PagePosition, placeAfter, placeCursor, first as size } from '../../core/pages.js';
import type { Connection, Edge, PageArgs, PageInfo } from './connection.types.js';

/** A page of a list ordered by sums, as a connection. */
export function offsetConnection<Node>(nodes: Node[], offset: number, hasNextPage: boolean): Connection<Node> {
  return new ListPage(nodes, (_, at) => offsetCursor(offset + at), offset > 0, hasNextPage);
}

/** A page of a list ordered by an instant and id, as a connection. */
export function placeConnection<Node>(
  nodes: Node[],
  placeOf: (node: Node) => PagePosition,
  hasPreviousPage: boolean,
  hasNextPage: boolean,
): Connection<Node> {
  return new ListPage(nodes, (node) => placeCursor(placeOf(node)), hasPreviousPage, hasNextPage);
}

class ListPage<Node> implements Connection<Node> {
  constructor(
    readonly nodes: Node[],
    private readonly cursorOf: (node: Node, at: number) => string,
    private readonly hasPreviousPage: boolean,
    private readonly hasNextPage: boolean,
  ) {}

  get edges(): Edge<Node>[] {
    return this.nodes.map((node, at) => ({ cursor: this.cursorOf(node, at), node }));
  }

  get pageInfo(): PageInfo {
    const { hasNextPage, hasPreviousPage } = this;
    return {
      hasNextPage,
      hasPreviousPage,
      startCursor: this.cursorAt(0),
      endCursor: this.cursorAt(this.nodes.length - 1),
    };
  }

  private cursorAt(at: number): string | null {
    const node = this.nodes[at];
    return node === undefined ? null : this.cursorOf(node, at);
  }
}

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
  return parse(pageInput, { first }).first;
}

export function placeOfListed({ createdAt, id }: Listed): PagePosition {
  return { at: createdAt, id };
}

export type ListedPage<Node> = Connection<Node> & { totalCount: number };

/** A page of a list that the core returns as a whole, oldest first, then by id, as on every surface. */
export function pageOfListed<Node extends Listed>(
  all: readonly Node[],
  page: { first: number; after: PagePosition | null },
): ListedPage<Node> {
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
