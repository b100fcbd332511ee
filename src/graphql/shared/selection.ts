import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** A selected field: its nodes, and the fragments that they name. */
export type SelectedField = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Whether the selection of a field asks for something; resolvers call it with what GraphQL passes to them. */
export type AsksFor = (field: SelectedField) => boolean;

type Fragments = GraphQLResolveInfo['fragments'];
type Choice = (name: string) => boolean;

/**
 * Creates a test of whether one of the named fields is selected anywhere below a field, so that a resolver can omit an
 * expensive part of a statement. `@skip` and `@include` are ignored: a field that may be there counts as selected.
 * Results are cached by the node of a document, since a cached document comes again with each request.
 */
export function asksFor(...names: string[]): AsksFor {
  const wanted = new Set(names);
  return asksForAny((name) => wanted.has(name));
}

function asksForAny(isWanted: Choice, isFollowed: Choice = () => true): AsksFor {
  const known = new WeakMap<FieldNode, boolean>();
  const isAsked = (node: FieldNode, fragments: Fragments): boolean => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const found = node.selectionSet !== undefined && selects(node.selectionSet, { isWanted, isFollowed, fragments });
    known.set(node, found);
    return found;
  };
  return ({ fieldNodes, fragments }) => fieldNodes.some((node) => isAsked(node, fragments));
}

/**
 * Creates a test of whether a list's selection has only the named fields of its entries, so that a resolver can omit
 * the other columns. Anything that it does not know counts as more.
 */
export function asksOnlyFor(...names: string[]): AsksFor {
  const cheap = new Set([...names, ...LIST_FIELDS]);
  const asksForMore = asksForAny((name) => !cheap.has(name));
  return (field) => !asksForMore(field);
}

/**
 * As {@link asksOnlyFor}, of what is selected of the entries themselves, or of a field that is no list: whatever is
 * selected below a named field.
 */
export function entriesAskOnlyFor(...names: string[]): AsksFor {
  const cheap = new Set([...names, ...LIST_FIELDS]);
  const lists = new Set(LIST_FIELDS);
  const asksForMore = asksForAny(
    (name) => !cheap.has(name),
    (name) => lists.has(name),
  );
  return (field) => !asksForMore(field);
}

/**
 * The first field of a name directly below a field, also by way of fragments, with all of its nodes; null where none is
 * selected without a directive, which might leave it out.
 */
export function selectedBelow({ fieldNodes, fragments }: SelectedField, name: string): SelectedField | null {
  const below = fieldNodes.flatMap(({ selectionSet }) => (selectionSet ? plainFields(selectionSet, fragments) : []));
  const named = below.filter((node) => node.name.value === name);
  const [first] = named;
  return first ? { fieldNodes: named.filter((node) => keyOf(node) === keyOf(first)), fragments } : null;
}

/** The field whose selection is that of a list's entries; null where they are not selected. */
export function entriesBelow(list: SelectedField): SelectedField | null {
  const edges = selectedBelow(list, 'edges');
  return selectedBelow(list, 'nodes') ?? (edges && selectedBelow(edges, 'node'));
}

function plainFields({ selections }: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.directives && selection.directives.length > 0) return [];
    if (selection.kind === Kind.FIELD) return [selection];
    const below = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
    return below ? plainFields(below.selectionSet, fragments) : [];
  });
}

function keyOf({ alias, name }: FieldNode): string {
  return (alias ?? name).value;
}

/** The fields of a list and of its pages, whatever its entries are. */
const LIST_FIELDS = [
  '__typename',
  'nodes',
  'edges',
  'node',
  'cursor',
  'totalCount',
  'pageInfo',
  'hasNextPage',
  'hasPreviousPage',
  'startCursor',
  'endCursor',
];

interface Search {
  isWanted: Choice;
  /** Whether what is below a field of that name is searched too. */
  isFollowed: Choice;
  fragments: Fragments;
}

function selects({ selections }: SelectionSetNode, search: Search): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD && search.isWanted(selection.name.value)) return true;
    if (selection.kind === Kind.FIELD && !search.isFollowed(selection.name.value)) return false;
    const below = selection.kind === Kind.FRAGMENT_SPREAD ? search.fragments[selection.name.value] : selection;
    return below?.selectionSet !== undefined && selects(below.selectionSet, search);
  });
}
