import type { Subject } from '../facts.types.js';
import { isTechnicalTerm } from '../language/ordinary-words.js';
import { isNameLike, startsUpper } from './lettering.js';
import type { Reason } from './mentions.types.js';
import { isKin, type NameForm } from './name-forms.js';
import {
  isBodyOf,
  isFieldOfStudy,
  isInstitution,
  isOwnerOfBrands,
  isPersonNoun,
  isPersonTitle,
  isPublication,
  isSector,
  isWork,
} from './namesake-words.js';
import { ownerOf } from './other-names.js';
import { hasProductMark } from './product-runs.js';
import type { Surroundings } from './surroundings.js';

const PLACE_OF =
  /(?:^|[^\p{L}])(?:island|isle|city|town|village|harbou?r|river|coast|province|peninsula|kingdom) of $/u;
const OPENING_QUOTE = /\p{L} ['"‘“]$/u;
const CLOSING_QUOTE = /^['"’”](?!\p{L})/u;

/**
 * Why the words around an occurrence make it somebody else's: `Flatiron Health` is not Flatiron Construction, `Reed
 * College` not Reed, `Yale Law Journal` not Yale; nor is the brand meant by `the sun god Helios`, `the harbor of
 * Rhodes`, `the sculpture ‘David’`. Null where they do not.
 */
export function otherBearer(form: NameForm, around: Surroundings, subjects: readonly Subject[]): Reason | null {
  const isOneWord = !form.written.includes(' ');
  if (isOneWord && isOfPersonOrPlace(around)) return 'another bearer';
  if (isOneWord && isOfWork(around)) return 'a title';
  if (isOneWord && isOfTitle(around)) return 'namesake';
  const { next } = around;
  if (!next || !around.isNextJoined || !startsUpper(next)) return null;
  const names = namesOf(form, subjects);
  return isBody(next, around, names, isOneWord) ? 'namesake' : null;
}

/**
 * A word for a person, or a kind of place and `of`, right before a name says whose it is: `the hero Ajax`, `the city of
 * Troy`.
 */
function isOfPersonOrPlace({ previous, isPreviousJoined, left }: Surroundings): boolean {
  if (!isPreviousJoined || !previous) return false;
  return isPersonNoun(previous) || (previous === 'of' && PLACE_OF.test(left));
}

/** `President Joe`, `University of Troy`: a part of what the capital before begins. */
function isOfTitle({ previous, isPreviousJoined, phraseBefore }: Surroundings): boolean {
  if (phraseBefore && isBodyOf(phraseBefore)) return true;
  return isPreviousJoined && isPersonTitle(previous ?? '');
}

/** `the film “Up”`: alone in quotation marks behind the word for a work. */
function isOfWork({ previous, isPreviousJoined, left, right }: Surroundings): boolean {
  if (isPreviousJoined || !previous || !isWork(previous)) return false;
  return OPENING_QUOTE.test(left) && CLOSING_QUOTE.test(right);
}

/** What follows makes a school, a paper or another company of it, unless the brand is registered so. */
function isBody(next: string, { run }: Surroundings, names: readonly string[], isOneWord: boolean): boolean {
  const isOwnWord = names.some((name) => name.toLowerCase().includes(next.toLowerCase()));
  if (isOwnWord) return false;
  if (isInstitution(next) || (isFieldOfStudy(next) && isPublication(run[1] ?? ''))) return isOneWord;
  return isSector(next) && names.some((name) => name.split(/\s+/).slice(1).some(isSector));
}

/** `Acer Nitro V 15`, for a brand that is registered with another trade, `Nitro Software`: another maker's product. */
export function isProductOfOther(form: NameForm, around: Surroundings, subjects: readonly Subject[]): boolean {
  const { previous, run } = around;
  if (!previous || !around.isPreviousJoined || !isMaker(previous) || !hasProductMark(run)) return false;
  if (isKin(form, previous)) return false;
  return namesOf(form, subjects).some((name) => isWithSector(name, form.written));
}

function isMaker(word: string): boolean {
  return isNameLike(word) && !isTechnicalTerm(word) && !isOwnerOfBrands(word) && ownerOf(word) === null;
}

/** With what the company does: `Nitro Software`. `Inc` or `Brands` says nothing of whose products are meant. */
function isWithSector(name: string, short: string): boolean {
  return name.startsWith(`${short} `) && isSector(name.slice(short.length + 1));
}

function namesOf(form: NameForm, subjects: readonly Subject[]): string[] {
  return form.owners.flatMap((owner) => {
    const subject = subjects[owner];
    return subject ? [subject.name, ...subject.aliases] : [];
  });
}
