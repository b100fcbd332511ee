/** The period and the platforms that a document is narrowed to; the service sets the project. */
const NARROWED = '$projectId: ID!, $window: Window, $platforms: [Platform!]';
const PERIOD = 'window: $window, platforms: $platforms';

const ANSWERS = `responses(${PERIOD}, first: 10, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { id answeredAt platform model sentiment excerpt text`;

/**
 * What visitors may ask, by name: they send a name, never a text. What a link must show for each follows from its
 * fields (visitor-fields.ts). The page's types are made of them by `npm run emit`.
 */
export const VISITOR_DOCUMENTS = {
  frame: `query SharedFrame($projectId: ID!) {
  project(id: $projectId) { brandName lastAnsweredAt }
  branding { name color logoUrl }
}`,
  overview: `query SharedOverview(${NARROWED}) {
  project(id: $projectId) {
    visibility(${PERIOD}) {
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
}`,
  competitors: `query SharedCompetitors(${NARROWED}) {
  project(id: $projectId) {
    brands(${PERIOD}, tracked: true) {
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
}`,
  prompts: `query SharedPrompts(${NARROWED}) {
  project(id: $projectId) {
    cells(${PERIOD}) {
      promptText
      platform
      responseCount
      brandMentionCount
      visibilityScore
      confidence { low high }
    }
  }
}`,
  citations: `query SharedCitations(${NARROWED}, $after: String) {
  project(id: $projectId) {
    citations(${PERIOD}, first: 50, after: $after) {
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
}`,
  reports: `query SharedReports($projectId: ID!, $after: String) {
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
}`,
  answers: `query SharedAnswers(${NARROWED}, $after: String) {
  project(id: $projectId) {
    ${ANSWERS} }
    }
  }
}`,
  askedAnswers: `query SharedAskedAnswers(${NARROWED}, $after: String) {
  project(id: $projectId) {
    ${ANSWERS} question }
    }
  }
}`,
} as const;

export type VisitorDocument = keyof typeof VISITOR_DOCUMENTS;

/** The module that gives the page of share links the types of these documents; `npm run emit` writes it. */
export function typesOfVisitorDocuments(): string {
  const documents = Object.entries(VISITOR_DOCUMENTS);
  const texts = documents.map(([name, text]) => `const ${name} = graphql(\`\n${text}\n\`);\n`);
  return [
    "import { graphql } from '../api/gql.ts';\n",
    '// Written by `npm run emit` of what the service lets visitors ask: for the types alone, as names are sent.',
    ...texts,
    '/** What visitors may ask, by name. */',
    'export interface VisitorDocuments {',
    ...documents.map(([name]) => `  ${name}: typeof ${name};`),
    '}\n',
  ].join('\n');
}

/** Variables that a visitor may send; the documents have no others beside the project. */
export const VISITOR_VARIABLES = ['window', 'platforms', 'after'] as const;
