import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../core/page.input.js';
import { BULK_MAX } from '../../core/prompts/prompt-bulk.input.js';
import { PLATFORMS } from '../../entities/vocabulary.js';
import { sizeOf } from './list-size.js';
import { belowPage, COPY, COUNT, ENTRIES_PER_POINT, POINTS_PER_WRITE, type Priced } from './price.js';

/** Entries of a list that a field is read for at once, for one point. */
const ENTRIES_AT_ONCE = 50;

/**
 * A field of prompts that one statement reads for all entries of a list: one point for each fifty of `first`, each time
 * that it is selected. It passes through fields that are no list, up to the prompt that it is of.
 */
export function onceAList({ childComplexity }: Priced): number {
  return COPY + childComplexity;
}

/** Days of each prompt that are read at once: each time as five such fields, since each has days of its own. */
export function daysOfEach({ childComplexity }: Priced): number {
  return 5 * COPY + childComplexity;
}

/** A list of prompts: as any, and its fields that are read at once. */
export function pageOfPrompts({ args, childComplexity }: Priced): number {
  return 1 + belowPrompts(sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX), childComplexity);
}

/** One prompt: each of its fields that are read at once for lists is a point. */
export function onePrompt({ childComplexity }: Priced): number {
  return 1 + belowPrompts(1, childComplexity);
}

/** Their last runs are counted apart: a point for each ten prompts. */
function belowPrompts(size: number, childComplexity: number): number {
  const { calls, counts, copies } = belowPage(childComplexity);
  return size * calls + counts * Math.ceil(size / ENTRIES_PER_POINT) + copies * Math.ceil(size / ENTRIES_AT_ONCE);
}

/** A mutation that returns a prompt. */
export function writeOfPrompt(priced: Priced): number {
  return POINTS_PER_WRITE - 1 + onePrompt(priced);
}

/** Prompts that a mutation writes for one point, beside its transaction. */
const WRITTEN_PER_POINT = 10;

/** A mutation of many prompts: a write, a point for each ten, and what is asked of those that it returns. */
export function writeOfPrompts({ args, childComplexity }: Priced): number {
  const sent = args['inputs'] ?? args['ids'];
  const size = sizeOf(Array.isArray(sent) ? sent.length : undefined, BULK_MAX, BULK_MAX);
  return POINTS_PER_WRITE + Math.ceil(size / WRITTEN_PER_POINT) + belowPrompts(size, childComplexity);
}

/** The prompt of a response or run: one statement for all of a page, which pays for it, but not for what is below. */
export function promptOfEntry(priced: Priced): number {
  return onePrompt(priced) - 1;
}

/** The mutation that requests them: a write, and what is asked of each run. */
export function runsRequested({ childComplexity }: Priced): number {
  return POINTS_PER_WRITE + belowRunsOfPrompt(childComplexity);
}

/**
 * The runs of one prompt, one a platform: a point for each ten prompts of a list, and what stands under them is
 * multiplied by the number of platforms.
 */
export function runsOfPrompt({ childComplexity }: Priced): number {
  return COUNT + belowRunsOfPrompt(childComplexity);
}

function belowRunsOfPrompt(childComplexity: number): number {
  const { calls, copies } = belowPage(childComplexity);
  return PLATFORMS.length * calls + copies;
}
