import { type DocumentNode, GraphQLError, type GraphQLSchema, getVariableValues, Kind, type TypeNode } from 'graphql';
import { type ComplexityEstimator, fieldExtensionsEstimator, getComplexity } from 'graphql-query-complexity';
import type { Clock } from '../../clock.js';
import { toDay } from '../../core/timestamp.js';
import { skippedBy } from '../schema/cursor.js';
import { type PriceContext, SKIPPED_PER_POINT } from '../schema/price.js';
import type { ReadOperation } from './document.js';
import { Refusal } from './refusal.js';
import { valuesOf } from './values.js';

/** What an operation costs: its points, and the requests of the tier that they come to. */
export interface Price {
  complexity: number;
  requests: number;
}

/** Ten REST calls that a query replaces cost one request. */
export const POINTS_PER_REQUEST = 10;

/**
 * No operation costs less than a point for each so many values that it may return: selecting a list's entries many
 * times over is no further call, and a value takes up to 2 µs. What replaces REST calls stays far below.
 */
const VALUES_PER_POINT = 5_000;

/** More than any tier holds, and what the statement's integer can. */
const REQUESTS_MAX = 1_000_000_000;

/** Nodes that pricing looks at, fragments followed: the bounds of a document keep honest ones far below. */
const NODES_MAX = 5_000;

const ownPrice = fieldExtensionsEstimator();

/** Whatever a field says of its own price, what stands below it is never cheaper for it. */
const neverBelowChildren: ComplexityEstimator = (field) => {
  const price = ownPrice(field);
  return typeof price === 'number' ? Math.max(price, field.childComplexity) : undefined;
};

/** A field without a price of its own costs what stands below it; a scalar nothing. */
const passThrough: ComplexityEstimator = ({ childComplexity }) => childComplexity;

type Variables = Readonly<Record<string, unknown>>;
export type Pricer = (operation: ReadOperation, variables: Variables) => Price;

/** Prices kept for one operation, and the length of what each is kept by. */
const KEPT_MAX = 20;
const KEY_MAX = 300;

/**
 * Variables of these types hold what a price goes by: sizes of pages, what `@skip` and `@include` look at, and days.
 */
const PRICED_TYPES: ReadonlySet<string> = new Set(['Int', 'Boolean', 'Date', 'Window']);

const VARIABLE_ERRORS_MAX = 10;

/**
 * Prices operations: `requests` is ceil(points / 10), at least one. The variables are coerced first. A price depends on
 * nothing but the operation, its whole numbers, flags and days, far cursors, which of the others are there, and the
 * day: it is kept by these, since pricing costs some 50 to 350 µs and ids are new in each request.
 * @throws Refusal BAD_USER_INPUT where a variable is at fault: what cannot be priced is not run.
 */
export function createPricer(schema: GraphQLSchema, clock: Clock): Pricer {
  const kept = new WeakMap<ReadOperation, Map<string, Price>>();
  return (operation, variables) => {
    refuseBadVariables(schema, operation, variables);
    const today = toDay(clock.now());
    const key = `${today} ${pricedBy(operation, variables)}`;
    const prices = kept.get(operation) ?? new Map<string, Price>();
    const known = prices.get(key);
    if (known) return known;
    const price = priceOf(schema, operation.alone, variables, { today });
    if (key.length <= KEY_MAX) kept.set(operation, keptAlso(prices, key, price));
    return price;
  };
}

/**
 * Makes room for the price by forgetting the one kept the longest: days pass. A plain map, since there is one for each
 * operation that is kept, and a cache object would weigh more than the prices in it.
 */
function keptAlso(prices: Map<string, Price>, key: string, price: Price): Map<string, Price> {
  const [oldest] = prices.keys();
  if (prices.size >= KEPT_MAX && oldest !== undefined) prices.delete(oldest);
  return prices.set(key, price);
}

/** What the price of an operation can differ by; null and absent differ, since an argument may take the one alone. */
function pricedBy({ node }: ReadOperation, variables: Variables): string {
  const values = (node.variableDefinitions ?? []).map(({ variable, type }) => {
    const value = variables[variable.name.value];
    if (value === undefined || value === null || PRICED_TYPES.has(namedType(type))) return value;
    return skippedBy(value) >= SKIPPED_PER_POINT ? value : 'given';
  });
  return JSON.stringify(values.map((value) => (value === undefined ? 'absent' : value)));
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

/**
 * The price of a document with one operation, its variables coerced already.
 * @throws Refusal BAD_USER_INPUT where a variable is null by right, for an argument that takes none.
 */
export function priceOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
  context: PriceContext,
): Price {
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
