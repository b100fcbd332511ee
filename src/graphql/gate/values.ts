import { type GraphQLOutputType, isCompositeType, isListType, isNonNullType } from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { sizeOfList } from '../shared/field-prices.js';

/** Assumed entries of a list without a size, unless its field names them (`extensions.entries`). */
const ENTRIES = 10;

/**
 * The values that an operation may return where every page is full, objects among them: the fields below a list count
 * once for each entry. Introspection counts as none here: a rule of its own bounds it.
 */
export const valuesOf: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (field.name.startsWith('__')) return 0;
  const { entries } = field.extensions;
  if (childComplexity === 0 && !isOfObjects(field.type)) return 1;
  const size = sizeOfList(args) ?? (typeof entries === 'number' ? entries : isList(field.type) ? ENTRIES : 1);
  return size * (1 + childComplexity);
};

function isOfObjects(type: GraphQLOutputType): boolean {
  if (isNonNullType(type) || isListType(type)) return isOfObjects(type.ofType);
  return isCompositeType(type);
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
