import { type GraphQLSchema, isObjectType, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { Caller } from '../../core/context.js';
import { ServiceError } from '../../core/errors.js';
import type { SharedPart } from '../../entities/vocabulary.js';
import type { ReadOperation } from '../operation/document.js';
import type { PricedOperation } from '../operation/read-operation.js';

/** What a field may be shown with: a part of the link, or `any` of them. */
type Shown = SharedPart | 'any';

function of(type: string, shown: Shown, fields: string): [string, Shown][] {
  return fields
    .trim()
    .split(/\s+/)
    .map((field) => [`${type}.${field}`, shown]);
}

/**
 * Every field that visitors may be shown, with the part that a link must show for it. What is not here is hidden:
 * account, people, keys, credits, runs, notes, alerts, settings, and whatever comes later.
 */
export const VISITOR_FIELDS: ReadonlyMap<string, Shown> = new Map([
  ...of('Query', 'any', 'project branding'),
  ...of('Branding', 'any', 'name color logoUrl'),
  ...of('Project', 'any', 'brandName lastAnsweredAt'),
  ...of('Project', 'overview', 'visibility sentiment'),
  ...of('Visibility', 'overview', 'score window adjustedConfidence previous trend byPlatform'),
  ...of('DateWindow', 'any', 'from to'),
  ...of('Confidence', 'any', 'low high'),
  ...of('PreviousPeriod', 'overview', 'score change verdict'),
  ...of('TrendPoint', 'overview', 'date score responses adjustedConfidence'),
  ...of('PlatformVisibility', 'overview', 'platform responseCount brandMentionCount visibilityScore'),
  ...of('PlatformVisibility', 'overview', 'adjustedConfidence previous'),
  ...of('Sentiment', 'overview', 'positive neutral negative mixed noRule total positiveShare negativeShare'),
  ...of('ToneShare', 'overview', 'confidence verdict'),
  ...of('Project', 'competitors', 'brands'),
  ...of('Brand', 'competitors', 'name isBrand mentionCount responseCount wholeCount visibilityScore share'),
  ...of('Brand', 'competitors', 'adjustedConfidence previous firstNamedPercent meanRank'),
  ...of('PreviousBrand', 'competitors', 'visibilityScore change verdict'),
  ...of('Project', 'prompts', 'cells'),
  ...of('Cell', 'prompts', 'promptText platform responseCount brandMentionCount visibilityScore confidence'),
  ...of('Project', 'citations', 'citations'),
  ...of('CitationConnection', 'citations', 'totalCount pageInfo nodes'),
  ...of('Citation', 'citations', 'domain ownership citationCount responseCount responseCountNamingBrand'),
  ...of('Citation', 'citations', 'competitorResponseCount share firstSeen lastSeen'),
  ...of('PageInfo', 'any', 'hasNextPage endCursor'),
  ...of('Project', 'reports', 'reports'),
  ...of('ReportConnection', 'reports', 'pageInfo nodes'),
  ...of('Report', 'reports', 'id from to pages'),
  ...of('ReportPages', 'reports', 'title subtitle headline sections'),
  ...of('ReportSection', 'reports', 'title sentences tables'),
  ...of('ReportTable', 'reports', 'caption columns rows'),
  ...of('ReportColumn', 'reports', 'title isNumber'),
  ...of('ReportRow', 'reports', 'cells'),
  ...of('ReportCell', 'reports', 'text'),
  ...of('Project', 'answers', 'responses'),
  ...of('ResponseConnection', 'answers', 'pageInfo nodes'),
  ...of('Response', 'answers', 'id answeredAt platform model sentiment excerpt text'),
  ...of('Response', 'prompts', 'question'),
]);

/** What a link must show for an operation; null where no link can. */
type Needs = ReadonlySet<SharedPart> | null;

const needsOf = new WeakMap<ReadOperation, Needs>();

/**
 * Refuses a visitor's operation that selects anything beyond what its link shows, or another project than its own,
 * however it came here.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseVisitorUnless(
  schema: GraphQLSchema,
  { operation, request }: PricedOperation,
  caller: Extract<Caller, { kind: 'visitor' }>,
): void {
  const needs = needsOf.get(operation) ?? findNeeds(schema, operation);
  needsOf.set(operation, needs);
  const isShown = needs !== null && [...needs].every((part) => caller.shows.includes(part));
  if (!isShown || request.variables['projectId'] !== caller.projectId) {
    throw new ServiceError('FORBIDDEN', 'This link does not show that');
  }
}

/** The parts that an operation needs; its project is the variable that the service sets. */
export function findNeeds(schema: GraphQLSchema, { node, alone }: ReadOperation): Needs {
  if (node.operation !== 'query') return null;
  const needs = new Set<SharedPart>();
  let isHidden = false;
  const types = new TypeInfo(schema);
  visit(
    alone,
    visitWithTypeInfo(types, {
      Field: (field) => {
        const parent = types.getParentType();
        if (field.name.value === '__typename') return;
        const shown = isObjectType(parent) ? VISITOR_FIELDS.get(`${parent.name}.${field.name.value}`) : undefined;
        if (shown === undefined) isHidden = true;
        else if (shown !== 'any') needs.add(shown);
      },
      Argument: ({ name, value }) => {
        if (types.getParentType() !== schema.getQueryType() || name.value !== 'id') return;
        if (value.kind !== Kind.VARIABLE || value.name.value !== 'projectId') isHidden = true;
      },
    }),
  );
  return isHidden ? null : needs;
}
