import type { NameForm } from './name-forms.js';

/** Why an occurrence was taken for a name or not; audits and tests read it. */
export type Reason =
  | 'name' // the word names no other
  | 'style' // an ordinary word in the brand's own lettering
  | 'possessive' // an ordinary word with 's
  | 'capital in a sentence' // an ordinary word with a capital that its place does not ask for
  | 'among names' // an ordinary word in a row of names
  | 'head of an entry' // an ordinary word that opens an entry among entries of names
  | 'head among names' // all of a head, line or cell, most of whose neighbours open with names
  | 'named as a pick' // an ordinary word after `Best overall:` and its like
  | 'before a product' // an ordinary word before a model's number or a product's mark
  | 'renamed' // `Max (formerly …)`
  | 'behind its owner' // `Microsoft Surface`, where the subject's names or website name the owner
  | 'its own institution' // `HubSpot Academy`
  | 'capital of a thing' // `her oldest Ally`: an ordinary word with a capital, described and with an article
  | 'beside its alias' // `pass (password-store)`
  | 'says what it does' // an ordinary word before a verb of companies and products
  | 'named elsewhere' // an unclear place, but the answer names the brand elsewhere
  | 'never a word here' // a place where names stand, in an answer that never uses the word as a word
  | 'a small word' // an ordinary word in small letters
  | 'not the lettering' // an ordinary word without the capital, or another lettering
  | 'within another name' // words around it make another name of it
  | 'behind another name' // `HP Instant Ink`: what another maker calls its product
  | 'used as a word' // a place where a name may stand, in an answer that uses the word in small letters
  | 'a label' // it heads what is said again and again
  | 'a title' // a film, a book or an article
  | 'namesake' // what follows is another company's or body's name
  | 'another bearer' // a person, a god or a place: `the sun god Helios`
  | 'a unit' // `1.5 Tesla`
  | 'ordinary word' // nothing speaks for the brand
  | 'inside a web address';

/** A place that was taken for a name or not. */
export interface Mention {
  form: NameForm;
  /** Visible offsets. */
  start: number;
  end: number;
  reason: Reason;
}

/** The places of all names in an answer. */
export interface Mentions {
  /** Ascending, never overlapping. */
  accepted: readonly Mention[];
  rejected: readonly Mention[];
  /** Those of both that no sure evidence decides (`isUnsettled`). */
  unsettled: readonly Mention[];
}

/**
 * `open` is decided by the rest of the answer; `isLikely` where the word is used as names are and nothing else. With
 * `isActing` it opens a sentence before what is said of one thing, `Chime pays wages …`. With
 * `isColonHead` it is the whole of a head before a colon, as labels are that an answer repeats.
 */
export type NameVerdict = (
  | { is: 'named' | 'not'; reason: Reason }
  | { is: 'open'; isLikely: boolean; isActing?: true }
) & {
  isColonHead?: true;
};

export const named = (reason: Reason): NameVerdict => ({ is: 'named', reason });
export const not = (reason: Reason): NameVerdict => ({ is: 'not', reason });
export const OPEN: NameVerdict = { is: 'open', isLikely: false };
export const LIKELY: NameVerdict = { is: 'open', isLikely: true };
