import type { GraphQLResolveInfo } from 'graphql';
import { RESPONSE_PARTS, type ResponsePart } from '../../core/responses/response.view.js';
import { type AsksFor, asksFor } from '../shared/selection.js';

const asksForPart: Readonly<Record<ResponsePart, AsksFor>> = {
  text: asksFor('text'),
  excerpt: asksFor('excerpt'),
  question: asksFor('question'),
  mentions: asksFor('brandMentions'),
  names: asksFor('mentions'),
  citations: asksFor('citations'),
  sentiment: asksFor('sentiment', 'sentimentSource', 'evidence', 'brandDecidedBy'),
};

/** What is read of the responses below a field. */
export function partsOf(info: GraphQLResolveInfo): ResponsePart[] {
  return RESPONSE_PARTS.filter((part) => asksForPart[part](info));
}
