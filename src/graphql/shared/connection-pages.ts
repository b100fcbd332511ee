import { z } from 'zod';
import { invalid } from '../../core/errors.js';
import { parse, uuid } from '../../core/input.js';
import { type PagePosition, first as size } from '../../core/pages.js';
import { isRunId } from '../../core/runs/run-id.js';
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

const offset = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
/** From 1970 on, before any entry: the database knows no year 0. */
const instant = z.iso.datetime({ precision: 3 }).refine((at) => at >= '1970');
const place = z.tuple([instant, uuid]);
const placeOfRun = z.tuple([instant, z.string().refine(isRunId)]);

/** An offset as a cursor, of the last entry that a caller has: for lists ordered by sums. */
export function offsetCursor(at: number): string {
  return encode(String(at));
}

/** An entry's instant and id as a cursor: for lists in which entries may come and go between two pages. */
export function placeCursor({ at, id }: PagePosition): string {
  return encode(`${at} ${id}`);
}

/** The offset at which the page after a cursor begins. @throws ServiceError VALIDATION_ERROR. */
export function offsetAfter(after: string | null | undefined): number {
  return after === undefined || after === null ? 0 : narrow(offset, decode(after)) + 1;
}

/** How many entries come before the page after a cursor; none for one that is no offset. */
export function skippedBy(after: unknown): number {
  const { success, data } = offset.safeParse(typeof after === 'string' ? decode(after) : undefined);
  return success ? data + 1 : 0;
}

/** The instant and id of a cursor. @throws ServiceError VALIDATION_ERROR. */
function placeAfter(after: string | null | undefined): PagePosition | null {
  return positionAfter(place, after);
}

/** As {@link placeAfter}, in a list of runs. @throws ServiceError VALIDATION_ERROR. */
export function runAfter(after: string | null | undefined): PagePosition | null {
  return positionAfter(placeOfRun, after);
}

function positionAfter(schema: typeof place | typeof placeOfRun, after: string | null | undefined) {
  if (after === undefined || after === null) return null;
  const [at, id] = narrow(schema, decode(after).split(' '));
  return { at, id };
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('latin1');
}

function narrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(['after'], 'must be a cursor from an earlier page');
  return result.data;
}
