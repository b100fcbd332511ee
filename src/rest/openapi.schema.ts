import { z } from 'zod';
import type { ZodOpenApiOverrideContext } from 'zod-openapi';

/** Formats that say all that their pattern does, and more readably. */
const FORMATS = new Set(['uuid', 'date', 'date-time']);

/**
 * Describes a rule for readers of `openapi.json`: no pattern beside a format, no bounds that only JavaScript has, and
 * the default and the examples that zod leaves out where the rule also transforms.
 */
export function describeSchema({ zodSchema, jsonSchema }: ZodOpenApiOverrideContext): void {
  if (FORMATS.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const meta = z.globalRegistry.get(zodSchema);
  if (meta?.['type'] !== undefined) delete jsonSchema.anyOf;
  if (meta?.examples !== undefined) jsonSchema.examples = meta.examples;
  const sentDefault = defaultOf(zodSchema);
  if (sentDefault !== undefined) jsonSchema.default = sentDefault;
}

/** The default of a rule; a rule without fields is its own wire form. */
function defaultOf(schema: ZodOpenApiOverrideContext['zodSchema']) {
  const { def } = schema._zod;
  return def.type === 'default' && 'defaultValue' in def ? z.json().parse(def.defaultValue) : undefined;
}
