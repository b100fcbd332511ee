import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { Refusal } from './operation-refusal.js';

/** Bounds of one document and of each operation in it (docs/graphql.md, "Bounds"). */
export const BOUNDS = {
  bytes: 20_000,
  tokens: 2_000,
  depth: 12,
  aliases: 30,
  directives: 4,
  fields: 500,
} as const;

/** The size of a selection as it is executed: a fragment counts wherever it is spread. */
interface Extent {
  depth: number;
  aliases: number;
  fields: number;
}

const NOTHING: Extent = { depth: 0, aliases: 0, fields: 0 };

/**
 * Refuses a document over the bounds, in time linear in its length: each fragment is measured once. Runs before
 * validation, whose overlap check is quadratic. A fragment within itself counts as nothing here; validation refuses it.
 * Fields below `__schema` and `__type` have no depth: a rule of its own bounds introspection.
 * @throws Refusal GRAPHQL_VALIDATION_FAILED, 400, naming the bound.
 */
export function refuseBeyondBounds(document: DocumentNode): void {
  const measure = meterOf(document);
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const extent = measure(definition.selectionSet);
    hold('deep', 'levels', extent.depth, BOUNDS.depth);
    hold('wide', 'aliases', extent.aliases, BOUNDS.aliases);
    hold('large', 'fields', extent.fields, BOUNDS.fields);
  }
}

function hold(adjective: string, unit: string, count: number, bound: number): void {
  if (count <= bound) return;
  throw new Refusal(400, 'GRAPHQL_VALIDATION_FAILED', `The operation is too ${adjective}: at most ${bound} ${unit}`);
}

function meterOf(document: DocumentNode): (selectionSet: SelectionSetNode) => Extent {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if ('directives' in definition) holdDirectives(definition.directives);
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const { directives } of definition.variableDefinitions ?? []) holdDirectives(directives);
  }
  const measured = new Map<string, Extent>();
  const measureFragment = (name: string): Extent => {
    const known = measured.get(name);
    if (known) return known;
    measured.set(name, NOTHING);
    const fragment = fragments.get(name);
    const extent = fragment ? measure(fragment.selectionSet) : NOTHING;
    measured.set(name, extent);
    return extent;
  };
  const measure = (selectionSet: SelectionSetNode): Extent => {
    let total = NOTHING;
    for (const selection of selectionSet.selections) {
      holdDirectives(selection.directives);
      switch (selection.kind) {
        case Kind.FRAGMENT_SPREAD:
          total = beside(total, measureFragment(selection.name.value));
          break;
        case Kind.INLINE_FRAGMENT:
          total = beside(total, measure(selection.selectionSet));
          break;
        case Kind.FIELD:
          total = beside(total, above(selection, selection.selectionSet ? measure(selection.selectionSet) : NOTHING));
      }
    }
    return total;
  };
  return measure;
}

/** The extent of a field, from that of its selection. */
function above({ name, alias }: FieldNode, below: Extent): Extent {
  return {
    depth: name.value.startsWith('__') ? 0 : 1 + below.depth,
    aliases: below.aliases + (alias ? 1 : 0),
    fields: below.fields + 1,
  };
}

function beside(one: Extent, other: Extent): Extent {
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: one.aliases + other.aliases,
    fields: one.fields + other.fields,
  };
}

function holdDirectives(directives: readonly unknown[] | undefined): void {
  if ((directives?.length ?? 0) <= BOUNDS.directives) return;
  throw new Refusal(400, 'GRAPHQL_VALIDATION_FAILED', `Too many directives in one place: at most ${BOUNDS.directives}`);
}
