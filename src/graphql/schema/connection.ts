import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type Place } from '../../core/page.input.js';
import { offsetCursor, placeCursor } from './cursor.js';

/** Where a page ends, and whether another follows (Relay cursor connections). */
@ObjectType({ description: 'Where a page stands in its list.', simpleResolvers: true })
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

/** A page as resolvers give it; where `totalCount` costs a statement of its own, a resolver of its field counts. */
export interface Connection<Node> {
  nodes: Node[];
  edges: Edge<Node>[];
  pageInfo: PageInfo;
}

export const TOTAL_COUNT = 'Entries of the whole list.';

/** The type of a list of `node`: a connection with nodes, edges and pageInfo; who extends it adds `totalCount`. */
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
    @Field(() => [node], { description: 'The entries of the page.' })
    nodes!: Node[];

    @Field(() => [NodeEdge], { description: 'The entries of the page, each with its cursor.' })
    edges!: NodeEdge[];

    @Field(() => PageInfo, { description: 'Where the page stands in its list.' })
    pageInfo!: PageInfo;
  }
  return NodeConnection;
}

/** A page of a list in an order of sums, as a connection. */
export function offsetConnection<Node>(nodes: Node[], offset: number, hasNextPage: boolean): Connection<Node> {
  return connection(
    nodes,
    nodes.map((_, at) => offsetCursor(offset + at)),
    offset > 0,
    hasNextPage,
  );
}

/** A page of a list that goes by an instant and id, as a connection. */
export function placeConnection<Node>(
  nodes: Node[],
  placeOf: (node: Node) => Place,
  hasPreviousPage: boolean,
  hasNextPage: boolean,
): Connection<Node> {
  return connection(
    nodes,
    nodes.map((node) => placeCursor(placeOf(node))),
    hasPreviousPage,
    hasNextPage,
  );
}

function connection<Node>(
  nodes: Node[],
  cursors: string[],
  hasPreviousPage: boolean,
  hasNextPage: boolean,
): Connection<Node> {
  return {
    nodes,
    edges: nodes.map((node, at) => ({ cursor: cursors[at] ?? '', node })),
    pageInfo: { hasNextPage, hasPreviousPage, startCursor: cursors[0] ?? null, endCursor: cursors.at(-1) ?? null },
  };
}
