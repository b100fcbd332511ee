import {
  type ASTNode,
  buildASTSchema,
  findBreakingChanges,
  GraphQLSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  visit,
} from 'graphql';

/** The schema as `schema.graphql` holds it: sorted, so that a change of the order in code is none in the file. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/**
 * What a caller of the published schema would lose without having been warned: each breaking change, but for those of
 * what it had marked as deprecated. A sentence each, in the order found; none where nobody loses anything.
 * @param published the text of `schema.graphql` as it was given out.
 */
export function unannouncedChanges(published: string, schema: GraphQLSchema): string[] {
  return findBreakingChanges(promiseOf(published), schema).map(({ description }) => description);
}

/** What a published schema promises to keep: what it has not marked as deprecated, and the types that this leads to. */
function promiseOf(published: string): GraphQLSchema {
  const kept = visit(parse(published), { enter: (node) => (isDeprecated(node) ? null : undefined) });
  const whole = buildASTSchema(kept, { assumeValid: true });
  return new GraphQLSchema({ query: whole.getQueryType(), mutation: whole.getMutationType(), assumeValid: true });
}

function isDeprecated(node: ASTNode): boolean {
  if (!('directives' in node)) return false;
  return (node.directives ?? []).some(({ name }) => name.value === 'deprecated');
}
