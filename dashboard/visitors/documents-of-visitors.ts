import { graphql } from '../api/gql.ts';

// Written by `npm run emit` of what the service lets visitors ask: for the types alone, as names are sent.
const frame = graphql(`
query SharedFrame($projectId: ID!) {
  project(id: $projectId) { brandName lastAnsweredAt }
  branding { name color logoUrl }
}
`);

const overview = graphql(`
query SharedOverview($projectId: ID!, $window: Window, $platforms: [Platform!]) {
  project(id: $projectId) {
    visibility(window: $window, platforms: $platforms) {
      score
      window { from to }
      adjustedConfidence { low high }
      previous { score change verdict }
      days: trend { date score responses }
      pooled: trend(over: 7) { date score responses confidence: adjustedConfidence { low high } }
      byPlatform {
        platform
        responseCount
        brandMentionCount
        visibilityScore
        confidence: adjustedConfidence { low high }
        previous { change verdict }
      }
    }
    sentiment(window: $window) {
      positive
      neutral
      negative
      mixed
      noRule
      total
      positiveShare { confidence { low high } verdict }
      negativeShare { confidence { low high } verdict }
    }
  }
}
`);

const competitors = graphql(`
query SharedCompetitors($projectId: ID!, $window: Window, $platforms: [Platform!]) {
  project(id: $projectId) {
    brands(window: $window, platforms: $platforms, tracked: true) {
      name
      isBrand
      mentionCount
      responseCount
      wholeCount
      visibilityScore
      confidence: adjustedConfidence { low high }
      share
      firstNamedPercent
      meanRank
      previous { visibilityScore change verdict }
    }
  }
}
`);

const prompts = graphql(`
query SharedPrompts($projectId: ID!, $window: Window, $platforms: [Platform!]) {
  project(id: $projectId) {
    cells(window: $window, platforms: $platforms) {
      promptText
      platform
      responseCount
      brandMentionCount
      visibilityScore
      confidence { low high }
    }
  }
}
`);

const citations = graphql(`
query SharedCitations($projectId: ID!, $window: Window, $platforms: [Platform!], $after: String) {
  project(id: $projectId) {
    citations(window: $window, platforms: $platforms, first: 50, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        domain
        ownership
        citationCount
        responseCount
        responseCountNamingBrand
        competitorResponseCount
        share
        firstSeen
        lastSeen
      }
    }
  }
}
`);

const reports = graphql(`
query SharedReports($projectId: ID!, $after: String) {
  project(id: $projectId) {
    reports(first: 2, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        id
        from
        to
        pages {
          title
          subtitle
          headline
          sections {
            title
            sentences
            tables { caption columns { title isNumber } rows { cells { text } } }
          }
        }
      }
    }
  }
}
`);

const answers = graphql(`
query SharedAnswers($projectId: ID!, $window: Window, $platforms: [Platform!], $after: String) {
  project(id: $projectId) {
    responses(window: $window, platforms: $platforms, first: 10, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id answeredAt platform model sentiment excerpt text }
    }
  }
}
`);

const askedAnswers = graphql(`
query SharedAskedAnswers($projectId: ID!, $window: Window, $platforms: [Platform!], $after: String) {
  project(id: $projectId) {
    responses(window: $window, platforms: $platforms, first: 10, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id answeredAt platform model sentiment excerpt text question }
    }
  }
}
`);

/** What visitors may ask, by name. */
export interface VisitorDocuments {
  frame: typeof frame;
  overview: typeof overview;
  competitors: typeof competitors;
  prompts: typeof prompts;
  citations: typeof citations;
  reports: typeof reports;
  answers: typeof answers;
  askedAnswers: typeof askedAnswers;
}
