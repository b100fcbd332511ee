import { ArrayType } from '@mikro-orm/core';

/**
 * A `text[]` of any strings. MikroORM's own array leaves elements unquoted and escapes them as JSON: the text `null`
 * would be stored as no value, and a line break beside a comma as the letter n.
 */
export class TextArrayType extends ArrayType<string> {
  override convertToDatabaseValue(value: string[] | null): string | null {
    return value && `{${value.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
  }
}
