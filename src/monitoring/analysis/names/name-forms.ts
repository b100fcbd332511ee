import { parse } from 'tldts';
import type { Subject } from '../facts.types.js';
import { isOrdinaryWord, isWordOrDerived } from '../language/ordinary-words.js';
import { CASE, CLASS, caseOf, classOf, foldUnit, SEPARATOR } from '../reading/characters.js';

/** A registered name, alias or web domain as it is looked for. */
export interface NameForm {
  /** As registered, without the marks that end it (`Yahoo!`). */
  written: string;
  /** The units compared with the text. */
  folded: string;
  /** The folded offsets before which the text may have a space or a hyphen. */
  breaks: ReadonlySet<number>;
  kind: 'name' | 'domain';
  /** Each word is one of the language, so letter case and the place must tell the name from the words. */
  isOrdinary: boolean;
  /** Each word is one of a larger dictionary or made from one: in small letters it is that word. */
  isInDictionary: boolean;
  /** One Latin letter: it stands in many words and names of others. */
  isLetter: boolean;
  /** The subjects that own it, by index. */
  owners: readonly number[];
  /** Other words, in lower case, of its subjects' names and web addresses: `google` of Nest at `nest.google.com`. */
  kin: ReadonlySet<string>;
  /** Another of its subject's names holds it and says more: `Instant` beside `Instant Pot`, not `Beats` beside `Beats by Dre`. */
  isShort: boolean;
}

/** The forms of all subjects, one for each distinct writing; a form that two subjects share has two owners. */
export function nameFormsOf(subjects: readonly Subject[]): NameForm[] {
  const forms = new Map<string, NameForm>();
  subjects.forEach((subject, owner) => {
    const kin = kinOf(subject);
    const names = [subject.name, ...subject.aliases];
    for (const name of names) {
      const isShort = names.some((other) => saysMore(other.toLowerCase(), name.toLowerCase()));
      add(forms, { ...formOf(name, 'name', owner, kin), isShort });
    }
    const domain = bareDomainOf(subject.website);
    if (domain) add(forms, formOf(domain, 'domain', owner, kin));
  });
  return [...forms.values()];
}

/** A maker behind `by` is no part of the name. */
function saysMore(other: string, name: string): boolean {
  return other.startsWith(`${name} `) && !other.startsWith(`${name} by `);
}

/** The registrable domain of a website given as a URL or a host; null where there is none. */
export function bareDomainOf(website: string): string | null {
  return website.trim() === '' ? null : parse(website.trim(), { allowPrivateDomains: false }).domain;
}

function add(forms: Map<string, NameForm>, form: NameForm): void {
  if (form.folded === '') return;
  const key = `${form.folded}|${form.isOrdinary ? form.written : ''}`;
  const known = forms.get(key);
  if (!known) {
    forms.set(key, form);
    return;
  }
  const owners = [...new Set([...known.owners, ...form.owners])];
  const kin = new Set([...known.kin, ...form.kin]);
  forms.set(key, { ...known, owners, kin, breaks: new Set([...known.breaks, ...form.breaks]) });
}

function kinOf({ name, aliases, website }: Subject): ReadonlySet<string> {
  const words = [name, ...aliases, website].flatMap(
    (written) => written.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [],
  );
  return new Set(words);
}

function formOf(name: string, kind: NameForm['kind'], owner: number, kin: ReadonlySet<string>): NameForm {
  const written = name.trim().replace(/[!?.,;:]+$/u, '');
  const breaks = new Set<number>();
  let folded = '';
  let previous = 0;
  for (let at = 0; at < written.length; at++) {
    const unit = written.charCodeAt(at);
    const compared = foldUnit(unit);
    if (compared === SEPARATOR || isSeam(previous, unit) || isBesideAmpersand(previous, unit))
      breaks.add(folded.length);
    if (compared > SEPARATOR) folded += String.fromCharCode(compared);
    if (compared > 0) previous = unit;
  }
  breaks.delete(0);
  breaks.delete(folded.length);
  const isLetter = kind === 'name' && /^\p{Script=Latin}$/u.test(written);
  return {
    written,
    folded,
    breaks,
    kind,
    isOrdinary: isLetter || (kind === 'name' && everyWord(written, isOrdinaryWord)),
    isInDictionary: kind === 'name' && everyWord(written, isWordOrDerived),
    isLetter,
    owners: [owner],
    kin,
    isShort: false,
  };
}

/** Where a writer may part a joined name: `BestBuy`, `1Password`, `Galaxy S25`. */
function isSeam(previous: number, unit: number): boolean {
  if (caseOf(previous) === CASE.lower && caseOf(unit) === CASE.upper) return true;
  const kinds = [classOf(previous), classOf(unit)];
  return kinds.includes(CLASS.digit) && kinds.includes(CLASS.letter);
}

function isBesideAmpersand(previous: number, unit: number): boolean {
  return previous === 0x26 || unit === 0x26;
}

function everyWord(written: string, isKnown: (lowerCase: string) => boolean): boolean {
  const words = written.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return (
    words.length > 0 &&
    words.every((word) =>
      isKnown(
        word
          .toLowerCase()
          .normalize('NFD')
          .replace(/\p{Mn}/gu, ''),
      ),
    )
  );
}
