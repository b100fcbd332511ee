import type { initGraphQLTada } from 'gql.tada';
import type { introspection } from 'schema-types';

type Graphql = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    scalars: { Date: string; DateTime: string };
    disableMasking: true;
  }>
>;

/**
 * Reads each document as a type. Nothing but its text is ever sent, so nothing but its text is kept: parsing and
 * printing it in the browser would be 45 kB of script. The cast is the one place that says so.
 */
export const graphql = ((text: string) => text) as unknown as Graphql;
