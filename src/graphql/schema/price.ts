import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX } from '../../core/page.input.js';

/**
 * What a field costs, in points: one for each REST call that it replaces. Ten points are one request of the tier.
 * A resolver refuses a size out of bounds; here it counts as the largest, so that none lowers a price.
 */
interface Priced {
  args: Readonly<Record<string, unknown>>;
  childComplexity: number;
}

/** A field that stands for one REST call. */
export function oneCall({ childComplexity }: Priced): number {
  return 1 + childComplexity;
}

/** A list that is one call, and multiplies what stands under it by its size. */
export function pageOfCalls({ args, childComplexity }: Priced): number {
  return 1 + sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX) * childComplexity;
}

/** A flat table: one point for each hundred of `limit`. */
export function rowsByHundred({ args }: Priced): number {
  return Math.ceil(sizeOf(args['limit'], ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX) / 100);
}

function sizeOf(asked: unknown, usual: number, most: number): number {
  if (asked === undefined) return usual;
  return typeof asked === 'number' && asked >= 1 && asked <= most ? asked : most;
}
