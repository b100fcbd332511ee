import { z } from 'zod';
import { citationsInput } from '../core/metrics/citations.js';
import { mentionsInput } from '../core/metrics/mentions.js';
import { visibilityInput } from '../core/metrics/visibility.js';

/** Digits as a query string has them; whatever else is sent, the core's rule refuses in its own words. */
const digits = z.union([
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
  z.unknown(),
]);

/** A whole number of the core's, read from a query string; the wire knows no other form, so it describes the number. */
function wholeNumber(rule: z.ZodDefault<z.ZodInt>) {
  const { innerType, defaultValue } = rule.def;
  const { minValue: minimum, maxValue } = innerType;
  const maximum = maxValue === Number.MAX_SAFE_INTEGER ? {} : { maximum: maxValue };
  const described = { type: 'integer', minimum, ...maximum, description: rule.description };
  return digits.pipe(innerType).default(defaultValue).meta(described);
}

/** A list of the core's, written with commas or the parameter repeated. */
const platforms = z
  .union([z.string().transform((text) => text.split(',').map((name) => name.trim())), z.array(z.string())], {
    error: 'must be a comma-separated list of platforms',
  })
  .pipe(visibilityInput.shape.platforms.unwrap())
  .optional()
  .meta({ type: 'string', description: 'Comma-separated platforms', examples: ['chatgpt,claude'] });

const page = {
  limit: wholeNumber(mentionsInput.shape.limit),
  offset: wholeNumber(mentionsInput.shape.offset),
};

/** The core's questions as a query string asks them: what comes out of these goes into those. */
export const visibilityQuery = visibilityInput.extend({ platforms });
export const mentionsQuery = mentionsInput.extend(page);
export const citationsQuery = citationsInput.extend(page);
