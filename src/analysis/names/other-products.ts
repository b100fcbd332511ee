import { isTechnicalTerm } from '../language/ordinary-words.js';
import { isNameLike, ownerOf } from './lettering.js';
import { isKin } from './name-forms.js';
import { isOwnerOfBrands, isSector } from './namesake-words.js';
import type { OccurrenceInText } from './occurrence-in-text.js';
import { hasProductMark } from './product-runs.js';

/** `Acer Nitro V 15`, for a brand that is registered with another trade, `Nitro Software`: another maker's product. */
export function isProductOfOther({ form, around, names }: OccurrenceInText): boolean {
  const { previous } = around;
  if (previous === null || !around.isPreviousJoined || !isMaker(previous) || !hasProductMark(around.run)) return false;
  if (isKin(form, previous)) return false;
  return names.some((name) => isWithSector(name, form.written));
}

function isMaker(word: string): boolean {
  return isNameLike(word) && !isTechnicalTerm(word) && !isOwnerOfBrands(word) && ownerOf(word) === null;
}

/** With what the company does: `Nitro Software`. `Inc` or `Brands` says nothing of whose products are meant. */
function isWithSector(name: string, short: string): boolean {
  return name.startsWith(`${short} `) && isSector(name.slice(short.length + 1));
}
