/**
 * Which bypasses of a library GraphQL uses. Without them the responses are the same and take longer
 * (docs/architecture.md, "Bypasses").
 */
export interface GraphqlBypasses {
  /** Resolvers of reads are called without type-graphql. */
  directReads: boolean;
  /** Queries that come again are run by graphql-jit. */
  compiledQueries: boolean;
  /** Apollo receives the document that was parsed and validated already. */
  gateDocuments: boolean;
}
