import { ArgsType, type ClassType, Extensions, Field, Int, ObjectType } from 'type-graphql';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../core/pages.js';

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
export interface Connection<Node> {
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
