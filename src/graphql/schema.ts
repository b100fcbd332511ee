import './metadata.js';
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
import { buildSchemaSync } from 'type-graphql';
import { AlertListResolver, AlertResolver } from './alerts/alert.resolvers.js';
import { CorrectionResolver } from './answers/correction.resolvers.js';
import { MethodResolver } from './answers/method.resolvers.js';
import { MonitoringResolver, PlatformStatusResolver } from './answers/monitoring.resolvers.js';
import { ResponseConnectionResolver, ResponseResolver, ResponsesResolver } from './answers/response.resolvers.js';
import { PromptRunsResolver, RunConnectionResolver, RunResolver, RunsResolver } from './answers/run.resolvers.js';
import { DestinationResolver } from './destinations/destination.resolvers.js';
import { callReadsDirectly } from './direct-reads.js';
import type { GraphqlFastPaths } from './execution/run-operation.js';
import { BrandResolver, BrandsResolver, PreviousBrandResolver } from './metrics/brand.resolvers.js';
import { BrandPlacesResolver, PreviousBrandPlacesResolver } from './metrics/brand-places.resolvers.js';
import { CitationResolver, CitationsResolver } from './metrics/citation.resolvers.js';
import { DailyResolver } from './metrics/daily.resolvers.js';
import {
  MentionBucketConnectionResolver,
  MentionBucketResolver,
  MentionsResolver,
  SentimentSharesResolver,
} from './metrics/mention.resolvers.js';
import {
  CellResolver,
  CellsResolver,
  PromptNumbersResolver,
  PromptPlatformTrendResolver,
  PromptTrendResolver,
} from './metrics/prompt-visibility.resolvers.js';
import { SampleSizeResolver } from './metrics/sample-size.resolvers.js';
import { SearchesResolver } from './metrics/search.resolvers.js';
import { SegmentResolver, SegmentsResolver } from './metrics/segment.resolvers.js';
import {
  PlatformVisibilityResolver,
  PreviousPeriodResolver,
  VisibilityPartsResolver,
  VisibilityResolver,
} from './metrics/visibility.resolvers.js';
import { AccountResolver } from './people/account.resolvers.js';
import { HolderResolver } from './people/holder.resolvers.js';
import { KeyResolver } from './people/key.resolvers.js';
import { IdentityProviderResolver } from './people/provider.resolvers.js';
import { CandidateResolver, CandidateSampleResolver } from './projects/candidate.resolvers.js';
import { CompetitorAdviceResolver, CompetitorResolver } from './projects/competitor.resolvers.js';
import { CompetitorQuestionResolver } from './projects/competitor-question.resolvers.js';
import { FeedResolver } from './projects/feed.resolvers.js';
import { MarketResolver, PromptMarketResolver } from './projects/market.resolvers.js';
import { NoteResolver } from './projects/note.resolvers.js';
import { ProjectResolver } from './projects/project.resolvers.js';
import { PromptListResolver, PromptResolver } from './projects/prompt.resolvers.js';
import { ShareLinkResolver } from './projects/share-link.resolvers.js';
import { SuggestedWordingResolver, SuggestionResolver } from './projects/suggestion.resolvers.js';
import {
  LikelyPairResolver,
  LikelyWordingResolver,
  WordingResolver,
  WordingsResolver,
} from './projects/wording.resolvers.js';
import { ReportListResolver, ReportResolver } from './reports/report.resolvers.js';

const RESOLVERS = [
  AccountResolver,
  KeyResolver,
  HolderResolver,
  IdentityProviderResolver,
  DestinationResolver,
  AlertListResolver,
  AlertResolver,

  ProjectResolver,
  PromptResolver,

  MarketResolver,
  PromptMarketResolver,

  PromptListResolver,
  WordingResolver,
  WordingsResolver,
  LikelyPairResolver,
  LikelyWordingResolver,
  SuggestedWordingResolver,
  SuggestionResolver,
  PromptNumbersResolver,
  PromptTrendResolver,
  PromptPlatformTrendResolver,

  CompetitorAdviceResolver,
  CompetitorResolver,
  CandidateResolver,
  CandidateSampleResolver,
  CompetitorQuestionResolver,
  NoteResolver,
  FeedResolver,
  ShareLinkResolver,
  ReportResolver,
  ReportListResolver,
  MethodResolver,
  VisibilityResolver,
  VisibilityPartsResolver,

  PlatformVisibilityResolver,
  PreviousPeriodResolver,
  CellsResolver,
  CellResolver,
  SegmentsResolver,
  SegmentResolver,

  BrandsResolver,
  BrandResolver,
  PreviousBrandResolver,
  BrandPlacesResolver,
  PreviousBrandPlacesResolver,
  SampleSizeResolver,

  MentionsResolver,
  MentionBucketResolver,
  MentionBucketConnectionResolver,
  SentimentSharesResolver,
  CitationsResolver,

  CitationResolver,
  SearchesResolver,

  ResponsesResolver,
  ResponseResolver,
  CorrectionResolver,
  ResponseConnectionResolver,
  RunsResolver,
  MonitoringResolver,
  RunResolver,
  RunConnectionResolver,
  PromptRunsResolver,
  PlatformStatusResolver,
  DailyResolver,
] as const;

const built = new Map<boolean, GraphQLSchema>();

/** The schema of the GraphQL surface, built once in a process. It checks no input: the core does. */
export function buildGraphqlSchema({ directReads }: Pick<GraphqlFastPaths, 'directReads'> = { directReads: true }) {
  const known = built.get(directReads);
  if (known) return known;
  const schema = describeRoots(buildSchemaSync({ resolvers: RESOLVERS, validate: false }));
  built.set(directReads, directReads ? callReadsDirectly(schema) : schema);
  return schema;
}

/** type-graphql makes the root types itself and accepts no description of them. */
function describeRoots(schema: GraphQLSchema): GraphQLSchema {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (query) query.description = 'Reads. Each field that replaces a REST call costs one point.';
  if (mutation) mutation.description = 'Writes, run one after the other in the order sent.';
  return schema;
}

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
