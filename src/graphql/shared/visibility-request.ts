import { GraphQLError, type GraphQLResolveInfo, getArgumentValues, isObjectType } from 'graphql';
import { ServiceError } from '../../core/errors.js';
import { filteredQueryInput } from '../../core/metrics/metric-query.js';
import type { ScoredQuery } from '../../core/projects/scored-projects.js';
import { isNarrowed } from '../../core/prompt-filters/chosen-questions.js';
import type { GraphqlContext } from '../graphql-context.js';
import { oncePerField, parseQuestion } from './arguments.js';
import { asksFor, type SelectedField, selectedBelow } from './selection.js';

const asksForPlatforms = asksFor('byPlatform');
const asksForDays = asksFor('trend');

/**
 * What a field `visibility` of a project asks of the core: by its arguments, and the breakdowns that it selects.
 * @throws ServiceError VALIDATION_ERROR.
 */
export const visibilityRequest = oncePerField(
  (ctx, field, { platforms: chosen, branded, where, ...days }: Readonly<Record<string, unknown>>): ScoredQuery => {
    const { asked, period } = parseQuestion(ctx, filteredQueryInput, days, { platforms: chosen, where });
    return {
      period,
      platforms: asked.platforms,
      branded: typeof branded === 'boolean' ? branded : undefined,
      where: asked.where,
      breakdowns: { platforms: asksForPlatforms(field), days: asksForDays(field) },
    };
  },
);

/**
 * What the first `visibility` directly below a project is going to ask, so that the project and its score are one
 * statement. Null where it is not selected, where questions are chosen, which needs statements of its own, and
 * where its arguments are refused: its own resolver says why.
 * @param below whose selection is the project's, where that is not the field of `info`.
 */
export function visibilityAhead(
  ctx: GraphqlContext,
  info: GraphQLResolveInfo,
  below: SelectedField = info,
): ScoredQuery | null {
  const field = selectedBelow(below, 'visibility');
  const [node] = field?.fieldNodes ?? [];
  const project = info.schema.getType('Project');
  const definition = isObjectType(project) ? project.getFields()['visibility'] : undefined;
  if (!field || !node || !definition) return null;
  try {
    const request = visibilityRequest(ctx, field, getArgumentValues(definition, node, info.variableValues));
    return isNarrowed(request) ? null : request;
  } catch (error) {
    if (error instanceof ServiceError || error instanceof GraphQLError) return null;
    throw error;
  }
}
