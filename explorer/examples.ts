/** The tabs that GraphiQL opens with; a test runs each of them. */
export const EXAMPLES: readonly string[] = [
  `# Your API key goes under "Headers" below.
# Ctrl-Enter runs the query; the book icon shows the schema.
query Projects {
  projects(first: 10) {
    totalCount
    nodes {
      id
      brandName
      visibility(window: D30) {
        score
        adjustedConfidence { low high }
        previous { change verdict }
      }
    }
  }
  rateLimit { limit remaining reset cost }
}
`,
  `# How a brand and its competitors stand, platform by platform.
query Visibility {
  projects(first: 1) {
    nodes {
      brandName
      visibility(window: D90) {
        score
        byPlatform { platform responseCount brandMentionCount visibilityScore }
        trend { date score responses }
      }
      competitors(first: 20) {
        nodes { name visibilityScore marketShare totalMentionsCount }
      }
    }
  }
}
`,
  `# Which sites the answers cite, and in what tone they speak.
query Sources {
  projects(first: 1) {
    nodes {
      brandName
      citations(window: D30, first: 20) {
        totalCount
        nodes { domain citationCount share ownership }
      }
      sentiment(window: D30) { positive neutral negative mixed total }
    }
  }
}
`,
];
