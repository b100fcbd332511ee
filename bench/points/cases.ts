import { RIVALS_MAX } from '../../src/core/metrics/brand-trends.js';
import { offsetCursor, placeCursor } from '../../src/core/pages.js';
import { daysBefore } from '../../src/core/time.js';
import type { DeepProject } from './project.js';

/** An operation as it is sent. */
export interface PointOperation {
  query: string;
  variables: Readonly<Record<string, unknown>>;
}

/** A field with its most expensive arguments; `at` is another each time. */
export interface PointCase {
  name: string;
  operationFor: (at: number) => PointOperation;
  /** The highest number of times that it can be asked, where that is bounded. */
  times?: number;
}

/** Aliases that an operation may have, less the project's own. */
const COPIES = 29;
/** Fields that an operation may have, less those around the copies. */
const FIELDS = 490;
const DAYS_BACK = 90;

/** All questions that do not name the brand: the filter that leaves the most answers. */
const SOME = 'where: { branded: false }';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Reads of one deep project and of its account. */
export function deepCases(project: DeepProject): PointCase[] {
  return [
    ...metricCases(project),
    ...listCases(project),
    ...responseCases(project),
    ...runCases(project),
    ...wordingCases(project),
    ...rootCases(project),
  ];
}

function metricCases(project: DeepProject): PointCase[] {
  const each = (name: string, fieldFor: (days: string) => string) =>
    below(
      project,
      name,
      copies((at) => fieldFor(daysOf(project, at))),
    );
  const usual = (name: string, fieldFor: (days: string) => string) =>
    below(
      project,
      name,
      copies((at) => fieldFor(monthOf(project, at))),
    );
  return [
    each('visibility: score', (days) => `visibility(${days}) { score }`),
    each(
      'visibility: all',
      (days) => `visibility(${days}) { score window { from to } confidence { low high } ${BY_PLATFORM} ${TREND} }`,
    ),
    each('visibility: previous score', (days) => `visibility(${days}) { previous { score change } }`),
    each('visibility: verdict', (days) => `visibility(${days}) { previous { score change verdict significant } }`),
    each('visibility: branded', (days) => `visibility(branded: false, ${days}) { score }`),
    each(
      'visibility: branded, all',
      (days) =>
        `visibility(branded: false, ${days}) { adjustedConfidence { low } previous { verdict } ${BY_PLATFORM} }`,
    ),
    each('visibility: of some prompts', (days) => `visibility(${SOME}, ${days}) { score }`),
    each('visibility: even score', (days) => `visibility(${days}) { evenScore }`),
    each('cells: of some prompts', (days) => `cells(${SOME}, ${days}) { promptId platform responseCount }`),
    each('segments', (days) => `segments(by: STAGE, ${days}) { key score adjustedConfidence { low } evenScore }`),
    each('segments: branded and before', (days) => `segments(by: BRANDED, ${days}) { key previous { verdict } }`),
    each(
      'segments: places and before',
      (days) => `segments(by: CATEGORY, ${days}) { meanRank previousPlaces { firstNamedVerdict meanRankVerdict } }`,
    ),
    each('sentiment: of some prompts', (days) => `sentiment(${SOME}, ${days}) { positive total }`),
    each('brands: of some prompts', (days) => `brands(tracked: true, ${SOME}, ${days}) { ${BRAND} }`),
    each('citations: of some prompts', (days) => `citations(${SOME}, ${days}, first: 100) { nodes { domain } }`),
    each('pages: of some prompts', (days) => `pages(${SOME}, ${days}, first: 100) { nodes { url } }`),
    each('responses: of some prompts', (days) => `responses(${SOME}, ${days}, first: 1) { totalCount nodes { id } }`),
    each('visibility: adjusted', (days) => `visibility(${days}) { adjustedConfidence { low high } }`),
    each(
      'visibility: pooled trend',
      (days) => `visibility(${days}) { trend(over: 7) { date score confidence { low } } }`,
    ),
    each(
      'visibility: adjusted trend',
      (days) => `visibility(${days}) { trend(over: 7) { date score adjustedConfidence { low } } }`,
    ),
    each('visibility: verdicts of platforms', (days) => `visibility(${days}) { byPlatform { previous { verdict } } }`),
    each(
      'visibility: trends of platforms',
      (days) => `visibility(${days}) { byPlatform { trend(over: 7) { date score confidence { low } } } }`,
    ),
    below(project, 'visibility: copies of trend', `visibility(${daysOf(project, 0)}) { ${copies(() => TREND)} }`),
    each(
      'cells',
      (days) => `cells(${days}) { promptId platform responseCount brandMentionCount confidence { low high } }`,
    ),
    each('candidates', (days) => `candidates(${days}, first: 100) { totalCount nodes { name listedCount platforms } }`),
    each('candidates: samples', (days) => `candidates(${days}, first: 100) { nodes { sample { text start end } } }`),
    each('brands: tracked', (days) => `brands(tracked: true, ${days}) { ${BRAND} }`),
    each('brands: tracked and before', (days) => `brands(tracked: true, ${days}) { ${BRAND} previous { share } }`),
    each('brands: others and before', (days) => `brands(tracked: false, ${days}) { ${BRAND} previous { share } }`),
    each('brands: of a prompt', (days) => `brands(promptId: "${project.promptIds[0]}", ${days}) { ${BRAND} }`),
    each('brands: standings', (days) => `brands(tracked: true, ${days}) { ${STANDING} previous { verdict } }`),
    below(
      project,
      'sample size',
      copies(
        (at) => `sampleSize(input: { changePoints: ${1 + (at % 29)} }) { options { prompts } cheapest { limit } }`,
      ),
    ),
    each('brands: places', (days) => `brands(tracked: true, ${days}) { ${PLACES} }`),
    each(
      'trends of brands',
      (days) =>
        `brandTrends(competitorIds: ${rivalsOf(project)}, over: 7, ${days}) { points { date visibilityScore } }`,
    ),
    each(
      'trends of brands: of some prompts',
      (days) => `brandTrends(competitorIds: ${rivalsOf(project)}, over: 7, ${SOME}, ${days}) { points { date } }`,
    ),
    usual('brands: a month', (days) => `brands(${days}) { ${BRAND} previous { share } }`),
    each('sentiment', (days) => `sentiment(${days}) { positive neutral negative mixed total }`),
    each('mentions', (days) => `mentions(${days}, first: 100) { nodes { ${BUCKET} } }`),
    each('mentions: first 1', (days) => `mentions(${days}, first: 1) { nodes { name } }`),
    each('mentions: totalCount', (days) => `mentions(${days}, first: 1) { totalCount }`),
    each(
      'mentions: far page',
      (days) => `mentions(${days}, first: 1, after: "${offsetCursor(50_000)}") { nodes { name } }`,
    ),
    each(
      'mentions: one platform',
      (days) => `mentions(${days}, provider: GEMINI, first: 1) { totalCount nodes { name } }`,
    ),
    below(
      project,
      'mentions: competitor',
      `mentions(${daysOf(project, 0)}, first: 100) { nodes { competitor { ${COMPETITOR} } } }`,
    ),
    below(
      project,
      'mentions: copies of nodes',
      `mentions(${daysOf(project, 0)}, first: 100) { ${copies(() => `nodes { ${BUCKET} }`)} }`,
    ),
    each('citations', (days) => `citations(${days}, first: 100) { nodes { ${CITED} } }`),
    usual('citations: a month', (days) => `citations(${days}, first: 100) { totalCount nodes { domain share } }`),
    usual('citations: a month with topUrls', (days) => `citations(${days}, first: 24) { nodes { topUrls { url } } }`),
    each('citations: first 1', (days) => `citations(${days}, first: 1) { totalCount nodes { domain } }`),
    each('citations: ownership', (days) => `citations(${days}, first: 100) { nodes { ownership } }`),
    each(
      'citations: far page',
      (days) => `citations(${days}, first: 1, after: "${offsetCursor(50_000)}") { totalCount }`,
    ),
    ...namingCases(project),
    each('searches', (days) => `searches(${days}, first: 100) { totalCount nodes { ${SEARCHED} } }`),
    each('searches: gaps', (days) => `searches(${days}, gaps: true, first: 100) { nodes { ${SEARCHED} } }`),
    each('searches: first 1', (days) => `searches(${days}, first: 1) { nodes { query } }`),
    each('citations: one platform', (days) => `citations(${days}, provider: GEMINI, first: 1) { totalCount }`),
    below(
      project,
      'citations: copies of nodes',
      `citations(${daysOf(project, 0)}, first: 100) { ${copies(() => `nodes { ${CITED} }`)} }`,
    ),
    below(
      project,
      'citations: copies of topUrls',
      `citations(${daysOf(project, 0)}, first: 100) { nodes { ${copies(() => 'topUrls { url count }')} } }`,
    ),
    below(
      project,
      'citations: copies of ownership',
      `citations(${daysOf(project, 0)}, first: 100) { nodes { ${copies(() => 'ownership')} } }`,
    ),
  ];
}

/** What responses name, which is read of all responses of the period. */
function namingCases(project: DeepProject): PointCase[] {
  const [quarter, month] = [daysOf(project, 0), monthOf(project, 0)];
  return [
    below(project, 'citations: names', `citations(${quarter}, first: 100) { nodes { ${NAMED} isGap } }`),
    below(project, 'citations: names of a month', `citations(${month}, first: 1) { nodes { ${NAMED} } }`),
    below(project, 'citations: gaps', `citations(${quarter}, gaps: true, first: 1) { totalCount }`),
    below(project, 'citations: of an owner', `citations(${month}, ownership: OTHER, first: 1) { totalCount }`),
    below(project, 'pages', `pages(${quarter}, first: 100) { nodes { ${PAGE} } }`),
    below(project, 'pages: a month', `pages(${month}, first: 1) { totalCount }`),
    below(project, 'pages: gaps', `pages(${quarter}, gaps: true, first: 1) { totalCount }`),
    below(project, 'pages: of a domain', `pages(${quarter}, domain: "site-0.example", first: 1) { totalCount }`),
  ];
}

function listCases(project: DeepProject): PointCase[] {
  const list = (name: string, field: string) => below(project, name, field);
  return [
    list(
      `prompts`,
      copies((at) => `prompts(first: ${100 - at}) { totalCount nodes { ${PROMPT} } }`),
    ),
    list('prompts: isBranded', 'prompts(first: 100) { nodes { isBranded } }'),
    list('prompts: lastAnsweredAt', 'prompts(first: 100) { nodes { lastAnsweredAt } }'),
    list(
      'prompts: visibility',
      `prompts(first: 100) { nodes { ${copies((at) => `visibility(${daysOf(project, at)}) { score }`)} } }`,
    ),
    list(
      'prompts: trends',
      `prompts(first: 100) { nodes { visibility(${daysOf(project, 0)}) { trend(over: 7) { date score } } } }`,
    ),
    list('lastAnsweredAt', 'lastAnsweredAt'),
    list('prompts: copies of nodes', `prompts(first: 100) { ${copies(() => `nodes { ${PROMPT} }`)} }`),
    list(
      'prompts: copies of edges',
      `prompts(first: 100) { ${copies(() => 'edges { cursor node { id promptText tags } }')} }`,
    ),
    list(
      `competitors`,
      copies((at) => `competitors(first: ${100 - at}) { nodes { ${COMPETITOR} } }`),
    ),
    list('competitors: once', `competitors(first: 100) { nodes { ${COMPETITOR} } }`),
    list('competitors: plain', 'competitors(first: 100) { nodes { id name aliases description } }'),
    list('competitors: copies of nodes', `competitors(first: 100) { ${copies(() => `nodes { ${COMPETITOR} }`)} }`),
    list('analysis', 'analysis { state answersRead answersTotal startedAt sentimentJudge }'),
  ];
}

function responseCases(project: DeepProject): PointCase[] {
  const { candidateIds, competitorIds, projectId, promptIds, today } = project;
  const each = (name: string, fieldFor: (days: string, at: number) => string) =>
    below(
      project,
      `responses: ${name}`,
      copies((at) => fieldFor(daysOf(project, at), at)),
    );
  const page = (name: string, selection: string) =>
    below(project, `responses: ${name}`, `responses(${daysOf(project, 0)}, first: 100) { ${selection} }`);
  const counted = (name: string, filterFor: (at: number) => string) => [
    each(`count ${name}`, (days, at) => `responses(${days}, first: 1, ${filterFor(at)}) { totalCount }`),
    each(`page ${name}`, (days, at) => `responses(${days}, first: 1, ${filterFor(at)}) { nodes { id } }`),
  ];
  const far = placeCursor({ at: `${daysBefore(today, DAYS_BACK)}T12:00:00.000Z`, id: NOBODY });
  return [
    each('ids', (days) => `responses(${days}, first: 100) { nodes { id } }`),
    each('totalCount', (days) => `responses(${days}, first: 1) { totalCount }`),
    each('first 1', (days) => `responses(${days}, first: 1) { nodes { ${RESPONSE} } }`),
    page('all', `nodes { ${RESPONSE} }`),
    each('last page', (days) => `responses(${days}, first: 100, after: "${far}") { nodes { id } }`),
    ...counted('of the brand', () => `mentioning: "${projectId}"`),
    ...counted('of a competitor', (at) => `mentioning: "${competitorIds[at]}"`),
    ...counted('of a rare name', (at) => `mentioning: "${candidateIds[100 + at]}"`),
    ...counted('of nobody', () => `mentioning: "${NOBODY}"`),
    ...counted('to a prompt', (at) => `promptId: "${promptIds[at]}"`),
    ...counted('to no prompt', () => `promptId: "${NOBODY}"`),
    ...counted(
      'to a prompt of a rare name',
      (at) => `promptId: "${promptIds[at]}", mentioning: "${candidateIds[100 + at]}"`,
    ),
    ...counted('of a platform', () => 'platform: GEMINI'),
    ...counted('of a platform and competitor', (at) => `platform: GEMINI, mentioning: "${competitorIds[at]}"`),
    ...counted('that do not name the brand', () => 'named: false'),
    ...counted('of a class that none has', () => 'sentiments: [MIXED]'),
    ...counted('that cite a domain', (at) => `citing: "site-${at}.example"`),
    ...counted('of a name and named', (at) => `named: true, mentioning: "${competitorIds[at]}"`),
    below(
      project,
      'responses: words that none has',
      copies((at) => `responses(${monthOf(project, at)}, first: 1, search: "zebra ${at}") { nodes { id } }`),
    ),
    page('mentions', 'nodes { mentions { name isBrand competitorId spans { start end } } }'),
    page('text once', 'nodes { text }'),
    page('copies of text', `nodes { ${copies((at) => (at < 14 ? 'text' : ''))} }`),
    page('copies of citations', `nodes { ${copies(() => 'citations { url domain }')} }`),
    page('copies of brandMentions', `nodes { ${copies(() => 'brandMentions { start end }')} }`),
    page('copies of evidence', `nodes { ${copies(() => 'evidence')} }`),
    page(
      'copies of nodes',
      copies(() => 'nodes { id answeredAt platform model sentiment sentimentSource brandMentions { start end } }'),
    ),
    page('prompt', 'nodes { prompt { id promptText tags } }'),
  ];
}

/** Where prompts come from, what they ask alike, and what people note. */
function wordingCases(project: DeepProject): PointCase[] {
  const { promptIds } = project;
  const each = (name: string, fieldFor: (at: number) => string) => below(project, name, copies(fieldFor));
  const suggested = 'text isBranded terms { term impressions } wordingOfId';
  return [
    each(
      'suggestions: topic',
      (at) => `promptSuggestions(origin: TOPIC, first: ${100 - at}) { nodes { ${suggested} } }`,
    ),
    each(
      'suggestions: search terms',
      (at) => `promptSuggestions(origin: SEARCH_TERMS, first: ${100 - at}) { nodes { ${suggested} } }`,
    ),
    below(
      project,
      'suggestions: of the brand',
      'promptSuggestions(origin: SEARCH_TERMS, branded: true, first: 1) { nodes { text } }',
    ),
    below(
      project,
      'suggestions: what they word',
      'promptSuggestions(origin: SEARCH_TERMS, first: 100) { nodes { wordingOf { id promptText } } }',
    ),
    below(project, 'search term files', 'searchTermFiles { source termCount clicks impressions from to }'),
    each('likely wordings', (at) => `likelyWordings(first: ${100 - at}) { promptId likeId similarity }`),
    below(project, 'likely wordings: prompts', 'likelyWordings(first: 100) { prompt { id } like { id promptText } }'),
    below(project, 'prompts: wordings', 'prompts(first: 100) { nodes { wordingOf { id } wordingCount } }'),
    plain(
      'prompt: wordings',
      copies((at) => `prompt(id: "${promptIds[at]}") { wordings { id promptText } }`),
    ),
    each('changes and notes', (at) => `changes(${daysOf(project, at)}) { id at kind text }`),
    plain(
      'methods',
      copies(() => 'methods { platform surface model isSearchForced places requestVersion note }'),
    ),
  ];
}

/** Runs, and what is planned and ran of prompts and platforms. */
function runCases(project: DeepProject): PointCase[] {
  const page = (name: string, args: string, fields: string, most?: number) =>
    below(
      project,
      name,
      copies((at) => `runs(${daysOf(project, at)}, ${args}) { ${fields} }`, most),
    );
  const quarter = daysOf(project, 0);
  return [
    page('runs', 'first: 100', `nodes { ${RUN} }`, 28),
    page('runs: first 1', 'first: 1', 'nodes { id }'),
    page('runs: totalCount', 'first: 1', 'totalCount'),
    page('runs: a state that none has', 'state: SKIPPED, first: 1', 'nodes { id }'),
    page('runs: one platform', 'platform: GEMINI, first: 1', 'totalCount nodes { id }'),
    page('runs: of some prompts', `${SOME}, first: 1`, 'totalCount nodes { id }'),
    page('runs: one prompt', `promptId: "${project.promptIds[0]}", first: 100`, 'totalCount nodes { id }'),
    page('runs: prompt', 'first: 20', 'nodes { prompt { id promptText } }'),
    page('runs: response', 'first: 20', 'nodes { response { id sentiment brandMentions { start end } } }', 20),
    below(project, 'runs: texts', `runs(${quarter}, first: 100) { nodes { response { text citations { url } } } }`),
    below(project, 'monitoring', 'monitoring { nextRunAt lastRunAt queued running failedToday skippedToday }'),
    below(project, 'prompts: nextRunAt', 'prompts(first: 100) { nodes { nextRunAt } }'),
    below(project, 'prompts: lastRuns', `prompts(first: 100) { nodes { lastRuns { ${RUN} } } }`),
    plain(
      'platformStatus',
      copies(() => 'platformStatus { platform isConfigured state reason pausedUntil }'),
    ),
  ];
}

function rootCases(project: DeepProject): PointCase[] {
  const { competitorIds, projectId, promptIds } = project;
  const roots = (name: string, fieldFor: (at: number) => string) => plain(name, copies(fieldFor));
  return [
    plain('rateLimit', 'rateLimit { limit remaining reset cost complexity }'),
    plain(
      'account',
      'account { id name tier usage { requestsToday promptsUsed dailySlotsUsed } limits { dailySlots } }',
    ),
    roots(`account: usage`, () => 'account { usage { requestsToday promptsUsed } }'),
    roots(`project`, () => `project(id: "${projectId}") { ${PROJECT} }`),
    roots(`prompt`, (at) => `prompt(id: "${promptIds[at]}") { ${PROMPT} }`),
    roots(`competitor`, (at) => `competitor(id: "${competitorIds[at]}") { ${COMPETITOR} }`),
    plain('competitor', `competitor(id: "${competitorIds[0]}") { ${COMPETITOR} }`),
    roots(`projects`, (at) => `projects(first: ${100 - at}) { totalCount nodes { ${PROJECT} } }`),
    plain('projects: copies of nodes', `projects(first: 100) { ${copies(() => `nodes { ${PROJECT} }`)} }`),
    plain('projects: visibility', 'projects(first: 20) { nodes { visibility(window: D90) { score } } }'),
    plain('projects: prompts', `projects(first: 20) { nodes { prompts(first: 100) { nodes { ${PROMPT} } } } }`),
    plain(
      'projects: copies of responses',
      `projects(first: 20) { nodes { responses(first: 100, window: D90) { ${SHORT_COPIES} } } }`,
    ),
    ...DAILY.flatMap(([table, fields]) => [
      roots(`${table}: 1,000 rows × 15`, (at) =>
        at < 15 ? `${table}(${daysOf(project, at)}, limit: 1000) { ${fields} }` : '',
      ),
      roots(`${table}: 1 row`, (at) => `${table}(${daysOf(project, at)}, limit: 1) { date }`),
      roots(`${table}: far page`, (at) => `${table}(${daysOf(project, at)}, limit: 1, offset: 50000) { date }`),
      plain(
        `${table}: copies of a field`,
        `${table}(${daysOf(project, 0)}, limit: 1000) { ${copies(() => 'projectName')} }`,
      ),
    ]),
    plain('introspection', INTROSPECTION),
    plain('introspection: copies', `__schema { ${copies(() => 'types { name fields { name type { name } } }')} }`),
    fresh(
      'a document at its bounds that is new each time',
      `project(id: "${projectId}") { ${copies(() => `prompts(first: 1) { nodes { ${PROMPT} } }`)} }`,
    ),
  ];
}

const BY_PLATFORM = 'byPlatform { platform responseCount brandMentionCount visibilityScore confidence { low high } }';
const TREND = 'trend { date score responses }';
const BUCKET = 'competitorCandidateId competitorId name isBrand bucketDate mentionCount responseCount provider';
const BRAND = 'name isBrand competitorId candidateId mentionCount responseCount visibilityScore share';
/** As many as the field takes. */
const rivalsOf = ({ competitorIds }: DeepProject) => JSON.stringify(competitorIds.slice(0, RIVALS_MAX));
const PLACES =
  'firstNamedCount firstNamedConfidence { low } meanRank meanRankInterval { low } prominence ' +
  'previous { firstNamedVerdict meanRankVerdict prominenceVerdict }';
const STANDING = 'adjustedConfidence { low high } againstBrand { verdict difference low high }';
const NAMED = 'responseCountNamingBrand competitorResponseCount';
const PAGE = `url domain ownership responseCount ${NAMED} isGap firstSeen lastSeen`;
const CITED = 'domain citationCount responseCount share firstSeen lastSeen topUrls { url count } ownership';
const SEARCHED = 'query responseCount namingBrandCount namingCompetitorCount platforms promptCount isGap';
const PROMPT = 'id projectId promptText platforms monitoringFrequency category tags isActive createdAt updatedAt';
const AGGREGATES = 'totalMentionsCount visibilityScore marketShare firstSeenAt lastSeenAt';
const COMPETITOR = `id name aliases websiteUrl description ${AGGREGATES} createdAt`;
const PROJECT = 'id name brandName aliases websiteUrl description mainTopic settings { platforms } createdAt updatedAt';
const IN_TEXT = 'brandMentions { start end } citations { url domain }';
const RESPONSE = `id text answeredAt platform model ${IN_TEXT} sentiment sentimentSource evidence`;
const RUN = 'id platform trigger periodDate state reason message attempts plannedAt finishedAt model';
const SHORT_COPIES = copies(() => 'nodes { id answeredAt platform model sentiment }');
const ARGUMENTS = 'args { name type { name ofType { name } } }';
const TYPE = 'type { name ofType { name ofType { name } } }';
const INTROSPECTION = `__schema { types { name description fields { name description ${ARGUMENTS} ${TYPE} } } }`;
const KEY = 'projectId projectName platform date';
const DAILY = [
  ['visibilityDaily', `${KEY} visibilityScore brandMentionCount responseCount`],
  ['mentionsDaily', `${KEY} name isBrand competitorCandidateId competitorId mentionCount responseCount`],
  ['citationsDaily', `${KEY} domain citationCount responseCount`],
  ['sentimentDaily', `${KEY} positive neutral negative mixed total`],
  ['responsesDaily', `${KEY} responseCount brandMentionCount mentionCount citationCount`],
] as const;

/** Days that differ by the copy, so that no two copies are one query. */
function daysOf({ today }: DeepProject, at: number): string {
  return `from: "${daysBefore(today, DAYS_BACK - at)}", to: "${today}"`;
}

/** As many days as a field has that names none. */
function monthOf({ today }: DeepProject, at: number): string {
  return `from: "${daysBefore(today, at + 30)}", to: "${daysBefore(today, at)}"`;
}

/** As many copies as an operation's aliases and fields allow, at most so many. */
function copies(fieldFor: (at: number) => string, atMost = COPIES): string {
  const each = fieldFor(0)
    .replace(/\([^)]*\)/g, '')
    .match(/\w+/g);
  const most = Math.min(atMost, Math.floor(FIELDS / (each?.length ?? 1)));
  const fields = Array.from({ length: most }, (_, at) => ({ at, field: fieldFor(at) }));
  return fields.flatMap(({ at, field }) => (field === '' ? [] : [`a${at}: ${field}`])).join(' ');
}

function below({ projectId }: DeepProject, name: string, fields: string): PointCase {
  return plain(name, `project(id: "${projectId}") { ${fields} }`);
}

function plain(name: string, fields: string): PointCase {
  return { name, operationFor: () => ({ query: `{ ${fields} }`, variables: {} }) };
}

function fresh(name: string, fields: string): PointCase {
  return { name, operationFor: (at) => ({ query: `# ${at}\n{ ${fields} }`, variables: {} }) };
}
