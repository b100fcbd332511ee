import { ArgsType, type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type PagePosition, first as size } from '../../core/page.input.js';
import { parseArguments } from './arguments.js';
import { offsetCursor, placeAfter, placeCursor } from './cursor.js';

/** Where a page ends, and whether another follows (Relay cursor connections). */
@ObjectType({ description: 'The position of a page in its list.', simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether entries follow this page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether entries precede this page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first entry; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last entry, for `after`; null on an empty page.' })
  endCursor!: string | null;
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, { defaultValue: PAGE_SIZE_DEFAULT, description: `Entries of the page, 1 to ${PAGE_SIZE_MAX}.` })
  first!: number;

  @Field(() => String, { nullable: true, description: 'The cursor after which the page begins.' })
  after?: string | null;
}

export interface Edge<Node> {
  cursor: string;
  node: Node;
}

/**
 * A page as resolvers return it; where `totalCount` costs a statement of its own, a resolver of that field counts.
 * Cursors are made when they are selected: most operations on 20 projects with their lists select none of their 320.
 * Fields are added to a page by assignment, since a copy would make all cursors.
 */
interface Connection<Node> {
  nodes: Node[];
  readonly edges: Edge<Node>[];
  readonly pageInfo: PageInfo;
}

/** The page itself multiplies what is below it by its size. */
const COUNTED_BY_PAGE = 1;

export const TOTAL_COUNT = 'Entries of the whole list.';

/** The type of a list of `node`: a connection with nodes, edges and pageInfo; the subclass adds `totalCount`. */
export function connectionOf<Node extends object>(node: ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`, { description: `An entry of a list, a ${name}, with its cursor.`, simpleResolvers: true })
  class NodeEdge implements Edge<Node> {
    @Field(() => String, { description: 'The cursor of the entry, for `after`.' })
    cursor!: string;

    @Field(() => node, { description: 'The entry.' })
    node!: Node;
  }

  @ObjectType({ simpleResolvers: true })
  abstract class NodeConnection implements Connection<Node> {
    @Extensions({ entries: COUNTED_BY_PAGE })
    @Field(() => [node], { description: 'The entries of the page.' })
    nodes!: Node[];

    @Extensions({ entries: COUNTED_BY_PAGE })
    @Field(() => [NodeEdge], { description: 'The entries of the page, each with its cursor.' })
    edges!: NodeEdge[];

    @Field(() => PageInfo, { description: 'The position of the page in its list.' })
    pageInfo!: PageInfo;
  }
  return NodeConnection;
}

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
  return parseArguments(pageInput, { first }).first;
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
