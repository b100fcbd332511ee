import type { introspection } from 'schema-types';

/** The closed vocabularies of the schema. */
type Types = introspection['types'];

export type RunState = Types['RunState']['enumValues'];
export type RunReason = Types['RunReason']['enumValues'];
export type PlatformState = Types['PlatformState']['enumValues'];
export type Platform = Types['Platform']['enumValues'];
export type Frequency = Types['Frequency']['enumValues'];
export type Verdict = Types['Verdict']['enumValues'];
export type PairedVerdict = Types['PairedVerdict']['enumValues'];
export type Ownership = Types['Ownership']['enumValues'];
export type SentimentClass = Types['SentimentClass']['enumValues'];
/** The periods that pages offer. */
export type Window = Extract<Types['Window']['enumValues'], 'D7' | 'D30' | 'D90'>;
