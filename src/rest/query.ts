import { z } from 'zod';
import { citationsInput } from '../core/metrics/citations.js';
import { mentionsInput } from '../core/metrics/mentions.js';
import { metricQueryInput } from '../core/metrics/metric-query.js';

/** Digits as a query string has them; the core's rule refuses anything else with its own message. */
const digits = z.union([
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
  z.unknown(),
]);

/** A whole number of the core's, read from a query string. Described as a number: the wire has no other form of it. */
function wholeNumber(rule: z.ZodDefault<z.ZodInt>) {
  const { innerType, defaultValue } = rule.def;
  const { minValue: minimum, maxValue } = innerType;
  const maximum = maxValue === Number.MAX_SAFE_INTEGER ? {} : { maximum: maxValue };
  const described = { type: 'integer', minimum, ...maximum, description: rule.description };
  return digits.pipe(innerType).default(defaultValue).meta(described);
}

/** A list of the core's: separated by commas, or the parameter repeated. */
const platforms = z
  .union([z.string().transform((text) => text.split(',').map((name) => name.trim())), z.array(z.string())], {
    error: 'must be a comma-separated list of platforms',
  })
  .pipe(metricQueryInput.shape.platforms.unwrap())
  .optional()
  .meta({ type: 'string', description: 'Comma-separated platforms', examples: ['chatgpt,claude'] });

const page = {
  limit: wholeNumber(mentionsInput.shape.limit),
  offset: wholeNumber(mentionsInput.shape.offset),
};

/** The core's queries in their query-string form; what these return is the input of the core's. */
export const visibilityQuery = metricQueryInput.extend({ platforms });
export const mentionsQuery = mentionsInput.extend(page);
export const citationsQuery = citationsInput.extend(page);
