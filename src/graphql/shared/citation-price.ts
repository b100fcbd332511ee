import { daysInQuestion } from '../../core/metrics/period.input.js';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../core/page.input.js';
import { isSent, sizeOf } from './list-size.js';
import { belowPage, COUNT, FURTHER_DAYS_PER_POINT, LOOKUPS_PER_POINT, type Priced, pageOfCalls } from './price.js';

const USUAL_DAYS = 31;
/** Days whose responses are read for a point: what each names is joined to what it cites. */
const DAYS_OF_NAMES_PER_POINT = 2;

/** What the responses of a list's period name: paid for once by the list, however often it is selected. */
export function namesOfList(): number {
  return COUNT;
}

/**
 * A page of cited domains, for which all domains of the period are counted: as any page, a point for each twenty days
 * beyond the usual thirty-one, and what the most cited pages of its domains cost. A point more where domains are chosen
 * by whose they are, and one for each two days where it matters what responses name.
 */
export function pageOfCitations({ args, childComplexity, context }: Priced): number {
  const { calls, counts, copies } = belowPage(childComplexity);
  const size = sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const days = daysInQuestion(args, context?.today);
  const further = Math.ceil(Math.max(0, days - USUAL_DAYS) / FURTHER_DAYS_PER_POINT);
  const lookups = copies > 0 && size > PAGE_SIZE_DEFAULT ? Math.ceil(size / LOOKUPS_PER_POINT) : 0;
  const hasGaps = args['gaps'] === true;
  const owned = hasGaps || isSent(args['ownership']) ? 1 : 0;
  const names = hasGaps || counts > 0 ? Math.ceil(days / DAYS_OF_NAMES_PER_POINT) : 0;
  return 1 + size * calls + further + lookups + owned + names;
}

/** A page of cited pages, for which all responses of the period are read: a point more for each two days. */
export function pageOfCitedPages(priced: Priced): number {
  const owned = priced.args['gaps'] === true ? 1 : 0;
  const names = Math.ceil(daysInQuestion(priced.args, priced.context?.today) / DAYS_OF_NAMES_PER_POINT);
  return pageOfCalls(priced) + owned + names;
}
