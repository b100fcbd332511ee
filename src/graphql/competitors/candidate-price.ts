import { daysInQuestion } from '../../core/metrics/period.input.js';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../core/page.input.js';
import { sizeOf } from '../shared/list-size.js';
import { FURTHER_DAYS_PER_POINT, LOOKUPS_PER_POINT, type Priced, pageByOffset } from '../shared/price.js';

/**
 * A page of names that were found, for which all of the period are summed: a point more for each twenty days, and one
 * for each 25 of `first` where a sentence of each is looked up.
 */
export function pageOfNames(priced: Priced): number {
  const { args, childComplexity, context } = priced;
  const calls = Math.floor(childComplexity);
  const size = sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const lookups = childComplexity > calls ? Math.ceil(size / LOOKUPS_PER_POINT) : 0;
  const days = Math.ceil(daysInQuestion(args, context?.today) / FURTHER_DAYS_PER_POINT);
  return pageByOffset({ ...priced, childComplexity: calls }) + lookups + days;
}
