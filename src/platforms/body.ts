/** A JSON object out of a platform's response body, of which nothing is known yet. */
export interface JsonObject {
  readonly [field: string]: unknown;
}

/**
 * A body that lacks a field its answer cannot be read without; the message names the field, and quotes nothing of the
 * body.
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
 * The objects of a list that an answer needs, in order. Throws UnreadableBody for another type, in the list or in its
 * place.
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

/** The object at a field that an answer can do without; an empty one for anything else. */
export function objectIn(parent: JsonObject, field: string): JsonObject {
  const value = parent[field];
  return isObject(value) ? value : {};
}

/** The elements of a list that an answer can do without, in order; none for anything else. */
export function valuesIn(parent: JsonObject, field: string): unknown[] {
  const value = parent[field];
  return Array.isArray(value) ? value : [];
}

/** The objects of a list that an answer can do without, in order; whatever else it holds is left out. */
export function objectsIn(parent: JsonObject, field: string): JsonObject[] {
  return valuesIn(parent, field).filter(isObject);
}

/** The text at a field that an answer can do without; null for anything else, and for an empty one. */
export function textIn(parent: JsonObject, field: string): string | null {
  const value = parent[field];
  return typeof value === 'string' && value !== '' ? value : null;
}
