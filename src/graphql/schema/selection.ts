import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether a field's own selection asks for something, as its resolver is told of it. */
export type AsksFor = (info: GraphQLResolveInfo) => boolean;

type Fragments = GraphQLResolveInfo['fragments'];

/**
 * Makes the question whether one of the named fields is selected anywhere below a field, so that a resolver can spare a
 * statement's dearer half. `@skip` and `@include` are not looked at: a field that may be there counts as asked for.
 * Answers are kept by the node of a document, since a kept document comes again with each request.
 */
export function asksFor(...names: string[]): AsksFor {
  const wanted: ReadonlySet<string> = new Set(names);
  const known = new WeakMap<FieldNode, boolean>();
  const isAsked = (node: FieldNode, fragments: Fragments): boolean => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const found = node.selectionSet !== undefined && selects(node.selectionSet, wanted, fragments);
    known.set(node, found);
    return found;
  };
  return ({ fieldNodes, fragments }) => fieldNodes.some((node) => isAsked(node, fragments));
}

function selects({ selections }: SelectionSetNode, wanted: ReadonlySet<string>, fragments: Fragments): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD && wanted.has(selection.name.value)) return true;
    const below = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
    return below?.selectionSet !== undefined && selects(below.selectionSet, wanted, fragments);
  });
}
