/**
 * Which of our own ways past a library GraphQL takes. Without them the responses are the same and take longer
 * (docs/architecture.md, "Bypasses").
 */
export interface GraphqlBypasses {
  /** Resolvers of reads are called past type-graphql. */
  directReads: boolean;
  /** Queries that come again are run by graphql-jit. */
  compiledQueries: boolean;
  /** Apollo is handed the document that the gate has parsed and validated. */
  gateDocuments: boolean;
}
