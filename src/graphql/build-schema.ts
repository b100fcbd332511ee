import './metadata.js';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AccountResolver } from './accounts/account.resolver.js';
import { KeyResolver } from './accounts/key.resolver.js';
import { ProjectAnalysisResolver } from './analysis/project-analysis.resolver.js';
import type { GraphqlBypasses } from './bypasses.js';
import { ChangesResolver } from './changes/changes.resolver.js';
import { CandidateResolver, CandidateSampleResolver } from './competitors/candidate.resolver.js';
import { CompetitorResolver } from './competitors/competitor.resolver.js';
import { HolderResolver } from './holders/holder.resolver.js';
import { SecurityEventResolver } from './holders/security-event.resolver.js';
import { SessionResolver } from './holders/session.resolver.js';
import { BrandTrendsResolver } from './metrics/brand-trends.resolver.js';
import { BrandResolver, BrandsResolver, PreviousBrandResolver } from './metrics/brands.resolver.js';
import { CellResolver, CellsResolver } from './metrics/cells.resolver.js';
import { CitationResolver, CitationsResolver } from './metrics/citations.resolver.js';
import { CitedPagesResolver } from './metrics/cited-pages.resolver.js';
import {
  MentionBucketConnectionResolver,
  MentionBucketResolver,
  MentionsResolver,
} from './metrics/mentions.resolver.js';
import { SentimentResolver } from './metrics/sentiment.resolver.js';
import { PreviousResolver, VisibilityResolver } from './metrics/visibility.resolver.js';
import { PlatformVisibilityResolver, VisibilityPartsResolver } from './metrics/visibility-parts.resolver.js';
import { CompetitorNameAdviceResolver, ProjectNameAdviceResolver } from './names/name-advice.resolver.js';
import { PlatformStatusResolver } from './platforms/platform-status.resolver.js';
import { LastAnswerResolver } from './projects/last-answer.resolver.js';
import { ProjectResolver } from './projects/project.resolver.js';
import { PromptResolver } from './prompts/prompt.resolver.js';
import { PromptBulkResolver } from './prompts/prompt-bulk.resolver.js';
import { PromptListResolver } from './prompts/prompt-list.resolver.js';
import {
  PromptNumbersResolver,
  PromptPlatformTrendResolver,
  PromptTrendResolver,
} from './prompts/prompt-visibility.resolver.js';
import { DailyResolver } from './reporting/daily.resolver.js';
import { ResponseConnectionResolver, ResponseResolver, ResponsesResolver } from './responses/response.resolver.js';
import { QualityResolver } from './runs/quality.resolver.js';
import { PromptRunsResolver, RunConnectionResolver, RunResolver, RunsResolver } from './runs/run.resolver.js';
import { callReadsDirectly } from './schema/direct-reads.js';

const RESOLVERS = [
  AccountResolver,
  KeyResolver,
  HolderResolver,
  SessionResolver,
  SecurityEventResolver,
  ProjectResolver,
  PromptResolver,
  PromptBulkResolver,
  PromptListResolver,
  PromptNumbersResolver,
  PromptTrendResolver,
  PromptPlatformTrendResolver,
  LastAnswerResolver,
  ProjectNameAdviceResolver,
  CompetitorNameAdviceResolver,
  CompetitorResolver,
  CandidateResolver,
  CandidateSampleResolver,
  VisibilityResolver,
  PreviousResolver,
  VisibilityPartsResolver,
  PlatformVisibilityResolver,
  CellsResolver,
  CellResolver,
  ChangesResolver,
  BrandsResolver,
  BrandResolver,
  PreviousBrandResolver,
  BrandTrendsResolver,
  MentionsResolver,
  MentionBucketResolver,
  MentionBucketConnectionResolver,
  CitationsResolver,
  CitedPagesResolver,
  CitationResolver,
  SentimentResolver,
  ProjectAnalysisResolver,
  ResponsesResolver,
  ResponseResolver,
  ResponseConnectionResolver,
  RunsResolver,
  QualityResolver,
  RunResolver,
  RunConnectionResolver,
  PromptRunsResolver,
  PlatformStatusResolver,
  DailyResolver,
] as const;

const built = new Map<boolean, GraphQLSchema>();

/** The schema of the GraphQL surface, built once in a process. It checks no input: the core does. */
export function buildGraphqlSchema({ directReads }: Pick<GraphqlBypasses, 'directReads'> = { directReads: true }) {
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
