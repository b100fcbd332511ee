import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { invalid, toWireName } from '../core/errors.js';

const wireSchemas = new WeakMap<z.ZodType, z.ZodType>();

/**
 * The same rules as a core schema, with its fields named as on the wire. The core's definition stays the only one, and
 * each has one wire form, so that `openapi.json` describes it once.
 */
export function toWireSchema(schema: z.ZodType): z.ZodType {
  const known = wireSchemas.get(schema);
  if (known) return known;
  const derived = derive(schema);
  const meta = derived === schema ? undefined : schema.meta();
  const wire = meta ? derived.meta(meta) : derived;
  wireSchemas.set(schema, wire);
  return wire;
}

function derive(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [toWireName(name), toWireSchema(field)]);
    return new z.ZodObject({ ...schema.def, shape: Object.fromEntries(fields) });
  }
  if (schema instanceof z.ZodArray)
    return keepSame(schema, inner(schema.element), (item) => new z.ZodArray({ ...schema.def, element: item }));
  if (schema instanceof z.ZodRecord)
    return keepSame(schema, inner(schema.def.valueType), (valueType) => new z.ZodRecord({ ...schema.def, valueType }));
  if (schema instanceof z.ZodOptional) return keepSame(schema, inner(schema.def.innerType), (type) => type.optional());
  if (schema instanceof z.ZodNullable) return keepSame(schema, inner(schema.def.innerType), (type) => type.nullable());
  return schema;
}

/** Wrappers around types without fields of their own stay as they are, with their content. */
function keepSame(schema: z.ZodType, type: z.ZodType, wrap: (wire: z.ZodType) => z.ZodType): z.ZodType {
  const wire = toWireSchema(type);
  return wire === type ? schema : wrap(wire);
}

/** zod types wrapped schemas by its internal base; each schema of ours is a ZodType. */
function inner(type: z.core.$ZodType): z.ZodType {
  return type as z.ZodType;
}

type Encoder = (value: unknown) => unknown;

/** Compiles the encoder from a core view to its wire form once: fields in the schema's order, others left out. */
export function compileEncoder(schema: z.ZodType): Encoder {
  if (schema instanceof z.ZodObject) return objectEncoder(schema);
  if (schema instanceof z.ZodArray) {
    const item = compileEncoder(inner(schema.element));
    return item === same ? same : (value) => arrayOf(value).map(item);
  }
  if (schema instanceof z.ZodRecord) {
    const entry = compileEncoder(inner(schema.def.valueType));
    return (value) => Object.fromEntries(Object.entries(objectOf(value)).map(([key, held]) => [key, entry(held)]));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const held = compileEncoder(inner(schema.def.innerType));
    return held === same ? same : (value) => (value === undefined || value === null ? value : held(value));
  }
  return same;
}

function objectEncoder(schema: z.ZodObject): Encoder {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    wire: toWireName(name),
    encode: compileEncoder(inner(field)),
  }));
  return (value) => {
    const source = objectOf(value);
    const target: Record<string, unknown> = {};
    for (const { name, wire, encode } of fields) {
      const held = source[name];
      if (held !== undefined) target[wire] = encode(held);
    }
    return target;
  };
}

/** Renames what a wire schema accepted to the core's names. */
export function fromWire(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return fromWire(inner(schema.def.innerType), value);
  if (!(schema instanceof z.ZodObject) || value === undefined) return value;
  const source = objectOf(value);
  const fields = Object.entries(schema.shape)
    .filter(([name]) => source[toWireName(name)] !== undefined)
    .map(([name, field]) => [name, fromWire(inner(field), source[toWireName(name)])]);
  return Object.fromEntries(fields);
}

/** What other services call these parameters, in letters alone. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  from: ['start', 'startdate', 'datestart', 'fromdate', 'datefrom', 'since'],
  to: ['end', 'enddate', 'dateend', 'todate', 'dateto', 'until'],
};

/**
 * The parameters of a query string by their documented names. `platforms[]` is `platforms`, as many clients write it.
 * Other unknown names are left out (decisions, "an unknown query parameter").
 * @throws ServiceError VALIDATION_ERROR for a name that is close to a documented one, as its filter would be lost.
 */
export function namedParameters(
  query: Readonly<Record<string, unknown>>,
  documented: readonly string[],
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [written, value] of Object.entries(query)) {
    const name = written.endsWith('[]') ? written.slice(0, -2) : written;
    if (documented.includes(name)) {
      found[name] = Object.hasOwn(found, name) ? [found[name], value].flat() : value;
      continue;
    }
    const meant = documented.find((each) => isClose(name, each));
    if (meant !== undefined) throw invalid([], `${name} is not a query parameter. Use ${meant}`);
  }
  return found;
}

/** Another service's name (`start-date`), another spelling (`Limit`), or one or two wrong letters (`platform`). */
function isClose(name: string, documented: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  if (OTHER_NAMES[documented]?.includes(letters)) return true;
  return distance(letters, documented) <= wrongLetters(documented.length);
}

/** So many letters of a name may be wrong: none of two, two of six and more. */
function wrongLetters(length: number): number {
  if (length < 4) return 0;
  return length < 6 ? 1 : 2;
}

const same: Encoder = (value) => value;

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new Error('a view does not fit its schema: no object');
  return value as Readonly<Record<string, unknown>>;
}

function arrayOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('a view does not fit its schema: no array');
  return value;
}
