/** A JSON object of a platform's response body, not checked yet. */
export interface JsonObject {
  readonly [field: string]: unknown;
}

/**
 * A body without a field that its answer needs; the message names the field, and quotes nothing of the body.
 */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a field that an answer needs. Throws UnreadableBody for anything else. */
export function needObject(parent: JsonObject, field: string): JsonObject {
  const value = parent[field];
  if (!isObject(value)) throw new UnreadableBody(`"${field}" is not an object`);
  return value;
}

/**
 * The objects of a list that an answer needs, in order. Throws UnreadableBody for another type, of the list or of an
 * element.
 */
export function needObjects(parent: JsonObject, field: string): JsonObject[] {
  const value = parent[field];
  if (!Array.isArray(value)) throw new UnreadableBody(`"${field}" is not a list`);
  if (!value.every(isObject)) throw new UnreadableBody(`"${field}" holds something that is not an object`);
  return value;
}

/** The text at a field that an answer needs. Throws UnreadableBody for anything else. */
export function needText(parent: JsonObject, field: string): string {
  const value = parent[field];
  if (typeof value !== 'string') throw new UnreadableBody(`"${field}" is not a text`);
  return value;
}

/** The object at an optional field; an empty one for anything else. */
export function objectIn(parent: JsonObject, field: string): JsonObject {
  const value = parent[field];
  return isObject(value) ? value : {};
}

/** The elements of an optional list, in order; none for anything else. */
export function valuesIn(parent: JsonObject, field: string): unknown[] {
  const value = parent[field];
  return Array.isArray(value) ? value : [];
}

/** The objects of an optional list, in order; other elements are left out. */
export function objectsIn(parent: JsonObject, field: string): JsonObject[] {
  return valuesIn(parent, field).filter(isObject);
}

/** The text at an optional field; null for anything else, and for an empty text. */
export function textIn(parent: JsonObject, field: string): string | null {
  const value = parent[field];
  return typeof value === 'string' && value !== '' ? value : null;
}
