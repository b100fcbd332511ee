import './metadata.js';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ProjectAnalysisResolver } from './analysis/project-analysis.resolver.js';
import { QualityResolver } from './answers/monitoring.resolvers.js';
import { ResponseConnectionResolver, ResponseResolver, ResponsesResolver } from './answers/response.resolvers.js';
import { PromptRunsResolver, RunConnectionResolver, RunResolver, RunsResolver } from './answers/run.resolvers.js';
import type { GraphqlBypasses } from './bypasses.js';
import { ChangesResolver } from './changes/changes.resolver.js';
import { SecurityEventResolver } from './holders/security-event.resolver.js';
import { SessionResolver } from './holders/session.resolver.js';
import { BrandResolver, BrandsResolver, PreviousBrandResolver } from './metrics/brand.resolvers.js';
import { BrandTrendsResolver } from './metrics/brand-trends.resolver.js';
import { CellResolver, CellsResolver } from './metrics/cells.resolver.js';
import { CitationResolver, CitationsResolver } from './metrics/citation.resolvers.js';
import { CitedPagesResolver } from './metrics/cited-pages.resolver.js';
import { DailyResolver } from './metrics/daily.resolvers.js';
import {
  MentionBucketConnectionResolver,
  MentionBucketResolver,
  MentionsResolver,
} from './metrics/mention.resolvers.js';
import {
  PromptNumbersResolver,
  PromptPlatformTrendResolver,
  PromptTrendResolver,
} from './metrics/prompt-visibility.resolvers.js';
import { SentimentResolver } from './metrics/sentiment.resolver.js';
import { PreviousResolver, VisibilityResolver } from './metrics/visibility.resolvers.js';
import { PlatformVisibilityResolver, VisibilityPartsResolver } from './metrics/visibility-parts.resolver.js';
import { CompetitorNameAdviceResolver, ProjectNameAdviceResolver } from './names/name-advice.resolver.js';
import { AccountResolver } from './people/account.resolvers.js';
import { HolderResolver } from './people/holder.resolvers.js';
import { KeyResolver } from './people/key.resolvers.js';
import { PlatformStatusResolver } from './platforms/platform-status.resolver.js';
import { CandidateResolver, CandidateSampleResolver } from './projects/candidate.resolvers.js';
import { CompetitorResolver } from './projects/competitor.resolvers.js';
import { LastAnswerResolver } from './projects/last-answer.resolver.js';
import { ProjectResolver } from './projects/project.resolvers.js';
import { PromptResolver } from './projects/prompt.resolvers.js';
import { PromptBulkResolver } from './prompts/prompt-bulk.resolver.js';
import { PromptListResolver } from './prompts/prompt-list.resolver.js';
import { callReadsDirectly } from './shared/direct-reads.js';

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
