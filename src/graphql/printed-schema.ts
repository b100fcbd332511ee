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

/** The schema as in `schema.graphql`: sorted, so that reordering the code does not change the file. */
export function printedSchema(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/**
 * The breaking changes since a published schema, a sentence each, in the order found. Changes of parts that it had
 * marked as deprecated do not count. Empty where there are none.
 * @param published the text of `schema.graphql` as it was published.
 */
export function unannouncedChanges(published: string, schema: GraphQLSchema): string[] {
  return findBreakingChanges(promiseOf(published), schema).map(({ description }) => description);
}

/** The promised part of a published schema: all that is not deprecated, and the types that it refers to. */
function promiseOf(published: string): GraphQLSchema {
  const kept = visit(parse(published), { enter: (node) => (isDeprecated(node) ? null : undefined) });
  const whole = buildASTSchema(kept, { assumeValid: true });
  return new GraphQLSchema({ query: whole.getQueryType(), mutation: whole.getMutationType(), assumeValid: true });
}

function isDeprecated(node: ASTNode): boolean {
  if (!('directives' in node)) return false;
  return (node.directives ?? []).some(({ name }) => name.value === 'deprecated');
}
