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

/** The closed vocabularies of the schema. */
type Types = introspection['types'];

export type RunState = Types['RunState']['enumValues'];
export type RunReason = Types['RunReason']['enumValues'];
export type PlatformState = Types['PlatformState']['enumValues'];
export type Platform = Types['Platform']['enumValues'];
export type AlertKind = Types['AlertKind']['enumValues'];
export type AlertDirection = Types['AlertDirection']['enumValues'];
export type Stage = Types['Stage']['enumValues'];
export type SegmentBy = Types['SegmentBy']['enumValues'];
export type Frequency = Types['Frequency']['enumValues'];
export type Verdict = Types['Verdict']['enumValues'];
export type ExplainedBy = Types['ExplainedBy']['enumValues'];
export type PairedVerdict = Types['PairedVerdict']['enumValues'];
export type Ownership = Types['Ownership']['enumValues'];
export type SentimentClass = Types['SentimentClass']['enumValues'];
/** The periods that pages offer. */
export type Window = Extract<Types['Window']['enumValues'], 'D7' | 'D30' | 'D90'>;
