import {
  type DocumentNode,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  getVariableValues,
  isCompositeType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
} from 'graphql';
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity';
import type { Clock } from '../../clock.js';
import { type PriceContext, SKIPPED_PER_POINT, sizeOfList } from '../../core/field-prices.js';
import { skippedBy } from '../../core/pages.js';
import { POINTS_PER_REQUEST } from '../../core/plans.js';
import { toDay } from '../../core/time.js';
import type { ReadOperation } from './document.js';
import { Refusal } from './operation-refusal.js';

/** What an operation costs: its points, and the requests of the tier for them. */
export interface Price {
  complexity: number;
  requests: number;
}

/**
 * An operation costs at least a point for each so many values that it may return: repeating a list's fields is no
 * further call, and a value takes up to 2 µs. Queries that replace REST calls stay far below.
 */
const VALUES_PER_POINT = 5_000;

/** More than any tier has, and the largest integer of the statement. */
const REQUESTS_MAX = 1_000_000_000;

/** Nodes that pricing visits, fragments followed: documents within the bounds stay far below. */
const NODES_MAX = 5_000;

const ownPrice = fieldExtensionsEstimator();

/** A field's own price never lowers that of the fields below it. */
const neverBelowChildren: ComplexityEstimator = (field) => {
  const price = ownPrice(field);
  return typeof price === 'number' ? Math.max(price, field.childComplexity) : undefined;
};

/** A field without a price of its own costs as much as the fields below it; a scalar nothing. */
const passThrough: ComplexityEstimator = ({ childComplexity }) => childComplexity;

type Variables = Readonly<Record<string, unknown>>;
type Pricer = (operation: ReadOperation, variables: Variables) => Price;

/** Cached prices of one operation, and the longest cache key. */
const KEPT_MAX = 20;
const KEY_MAX = 300;

const VARIABLE_ERRORS_MAX = 10;

/**
 * Prices operations: `requests` is ceil(points / 10), at least one. The variables are coerced first. A price depends on
 * the operation, on the day, and on all of its variables but ids and what short texts say. It is cached by these, since
 * pricing costs 50 to 350 µs and ids are new in each request.
 * @throws Refusal BAD_USER_INPUT for an invalid variable: what cannot be priced is not run.
 */
export function createPricer(schema: GraphQLSchema, clock: Clock): Pricer {
  const kept = new WeakMap<ReadOperation, Map<string, Price>>();
  return (operation, variables) => {
    refuseBadVariables(schema, operation, variables);
    const today = toDay(clock.now());
    const key = `${today} ${pricedBy(schema, operation, variables)}`;
    const prices = kept.get(operation) ?? new Map<string, Price>();
    const known = prices.get(key);
    if (known) return known;
    const price = priceOf(schema, operation.alone, variables, { today });
    if (key.length <= KEY_MAX) kept.set(operation, keptAlso(prices, key, price));
    return price;
  };
}

/**
 * Makes room by dropping the oldest price, since days pass. A plain map, as there is one for each cached operation and
 * a cache object would weigh more than the prices in it.
 */
function keptAlso(prices: Map<string, Price>, key: string, price: Price): Map<string, Price> {
  const [oldest] = prices.keys();
  if (prices.size >= KEPT_MAX && oldest !== undefined) prices.delete(oldest);
  return prices.set(key, price);
}

/** All that an operation's price can vary by; null and absent differ, since an argument may accept only one of them. */
function pricedBy(schema: GraphQLSchema, { node }: ReadOperation, variables: Variables): string {
  const values = (node.variableDefinitions ?? []).map(({ variable, type }) => {
    const value = variables[variable.name.value];
    return value === undefined ? [] : [readOfPrice(typeFromAST(schema, type), value)];
  });
  return JSON.stringify(values);
}

/** Stands for what no price reads of a value. */
const GIVEN = 'given';

/**
 * What a price may read of a variable: everything, entry by entry, but ids and short texts. Of texts prices read how
 * many lines they have, and how far a cursor is.
 */
function readOfPrice(type: GraphQLType | undefined, value: unknown): unknown {
  if (value === undefined || value === null || type === undefined) return value;
  if (isNonNullType(type)) return readOfPrice(type.ofType, value);
  if (isListType(type)) {
    return Array.isArray(value)
      ? value.map((entry) => readOfPrice(type.ofType, entry))
      : readOfPrice(type.ofType, value);
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, readOfPrice(fields[name]?.type, entry)]),
    );
  }
  switch (type.name) {
    case 'ID':
      return GIVEN;
    case 'String':
      return isReadWhole(value) ? value : GIVEN;
    default:
      return value;
  }
}

function isReadWhole(text: unknown): boolean {
  if (typeof text !== 'string' || text.length > KEY_MAX || text.includes('\n')) return true;
  return skippedBy(text) >= SKIPPED_PER_POINT;
}

/**
 * The price of a document with one operation, its variables coerced already.
 * @throws Refusal BAD_USER_INPUT for a variable that may be null in an argument that may not.
 */
function priceOf(schema: GraphQLSchema, document: DocumentNode, variables: Variables, context: PriceContext): Price {
  const sumBy = (...estimators: ComplexityEstimator[]) => sumOf(schema, document, variables, context, estimators);
  const calls = Math.ceil(sumBy(neverBelowChildren, passThrough));
  const points = Math.max(calls, Math.floor(sumBy(valuesOf) / VALUES_PER_POINT));
  return {
    complexity: Math.min(points, Number.MAX_SAFE_INTEGER),
    requests: Math.min(Math.max(1, Math.ceil(points / POINTS_PER_REQUEST)), REQUESTS_MAX),
  };
}

function refuseBadVariables(schema: GraphQLSchema, { node }: ReadOperation, variables: Variables): void {
  const { errors } = getVariableValues(schema, node.variableDefinitions ?? [], variables, {
    maxErrors: VARIABLE_ERRORS_MAX,
  });
  if (errors) throw new Refusal(400, 'BAD_USER_INPUT', errors, { isOfDocument: true });
}

function sumOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  variables: Variables,
  context: PriceContext,
  estimators: ComplexityEstimator[],
): number {
  try {
    return getComplexity({
      schema,
      query,
      variables,
      context: { ...context },
      estimators,
      maxQueryNodes: NODES_MAX,
    });
  } catch (error) {
    if (error instanceof GraphQLError) throw new Refusal(400, 'BAD_USER_INPUT', [error], { isOfDocument: true });
    throw error;
  }
}

/** Assumed entries of a list without a size, unless its field names them (`extensions.entries`). */
const ENTRIES = 10;

/**
 * The values that an operation may return where every page is full, objects among them: the fields below a list count
 * once for each entry. Introspection counts as none here: a rule of its own bounds it.
 */
const valuesOf: ComplexityEstimator = ({ field, args, childComplexity }) => {
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
