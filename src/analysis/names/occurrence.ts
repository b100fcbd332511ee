import type { Subject } from '../answer-facts.js';
import { pattern } from '../pattern.js';
import { isUnknownHead } from '../reading/heads.js';
import { type Outline, type Segment, segmentAt } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-units.js';
import type { NameForm } from './name-forms.js';
import { Surroundings } from './surroundings.js';

/** A place where a form is written, in visible offsets. */
export interface Occurrence {
  form: NameForm;
  start: number;
  end: number;
  /** It is written as a bare web domain, `name.com`. */
  isDomain: boolean;
}

/** An answer as it is read for names: its visible text, its outline, and whose names are looked for. */
export interface ReadAnswer {
  visible: VisibleText;
  outline: Outline;
  subjects: readonly Subject[];
  /** Where a name that is looked for begins, whatever it means there. */
  nameStarts?: ReadonlySet<number>;
  /** Of these the names that are no ordinary words or have their capitals, by where they begin. */
  writtenNames?: ReadonlyMap<number, Occurrence>;
}

/** What the rules of names are asked about: one occurrence of a form, and what is around it. */
export class OccurrenceInText {
  readonly form: NameForm;
  /** As the answer writes it. */
  readonly written: string;
  readonly lower: string;
  /** The occurrences before and after it. */
  readonly neighbours: readonly [Occurrence | undefined, Occurrence | undefined];
  private known: Surroundings | null = null;
  private besideRival: boolean | null = null;

  constructor(
    private readonly answer: ReadAnswer,
    readonly occurrence: Occurrence,
    before: Occurrence | undefined,
    after: Occurrence | undefined,
  ) {
    this.form = occurrence.form;
    this.written = answer.visible.text.slice(occurrence.start, occurrence.end);
    this.lower = this.written.toLowerCase();
    this.neighbours = [before, after];
  }

  get text(): string {
    return this.answer.visible.text;
  }
  /** Built when it is first asked for: the lettering alone decides of most words. */
  get around(): Surroundings {
    this.known ??= new Surroundings(
      this.answer.visible,
      this.answer.outline,
      this.occurrence.start,
      this.occurrence.end,
      this.answer.nameStarts ?? NO_STARTS,
    );
    return this.known;
  }
  /** It heads an entry of a list in which a rival or a candidate heads another. */
  get isBesideRival(): boolean {
    this.besideRival ??= isEntryBesideRival(this.answer, this.occurrence);
    return this.besideRival;
  }
  /** The name is registered as several words. */
  get isPhrase(): boolean {
    return this.form.written.includes(' ');
  }
  /** All names of the subjects that own it. */
  get names(): readonly string[] {
    const { owners } = this.form;
    const known = namesOfOwners.get(owners) ?? namesOf(owners, this.answer.subjects);
    namesOfOwners.set(owners, known);
    return known;
  }
}

/** A compiled form is of one list of subjects; the names of many owners are put together once, not at each place. */
const namesOfOwners = new WeakMap<readonly number[], readonly string[]>();

function namesOf(owners: readonly number[], subjects: readonly Subject[]): string[] {
  return owners.flatMap((owner) => {
    const subject = subjects[owner];
    return subject ? [subject.name, ...subject.aliases] : [];
  });
}

const NO_STARTS: ReadonlySet<number> = new Set();

/** Marks, a number or an article before the name that an entry begins with. */
const BEFORE_NAME = /^[^\p{L}]{0,8}(?:The )?$/u;
/**
 * What follows a name that heads an entry: the rest of a longer name, then nothing, an aside, a colon, a dash or
 * another name behind a stroke. `Keeper Enterprise (strong for …)`, not `Keeper of the keys`.
 */
const AFTER_NAME = new RegExp(
  pattern`
    ^((?:[ -][\p{Lu}\d][\p{L}\p{N}'’+&.]*){0,4})
    (?:[^\p{L}\p{N}?!.]*$|\s?(?:[(:|]|\/\s?(?=[\p{Lu}\d]))|\s[—–-]{1,2}\s)
  `,
  'u',
);
const LONGEST_LOOK = 60;
/** The level of a line of text that no bullet opens. */
const PLAIN_LINE = 10;

/**
 * Whether the name heads an entry of a list, a column or a row of column names in which another entry is headed by a
 * tracked name of another subject, written as one, or by a word of no dictionary, as names of candidates are.
 */
function isEntryBesideRival(answer: ReadAnswer, own: Occurrence): boolean {
  const { outline, visible, writtenNames = NO_NAMES } = answer;
  const segment = segmentAt(outline, own.start);
  if (!segment?.opensLine || !headsEntry(visible.text, segment, own, writtenNames)) return false;
  return outline.entriesBeside(segment).some((entry) => {
    const rival = nameAtStart(visible.text, entry, writtenNames);
    if (!rival) return isUnknownHead(visible.text, entry);
    const isOwn = rival.form.owners.some((owner) => own.form.owners.includes(owner));
    return !isOwn && headsEntry(visible.text, entry, rival, writtenNames);
  });
}

const NO_NAMES: ReadonlyMap<number, Occurrence> = new Map();

/**
 * A plain line is an entry where it has a head or holds the name alone. What is headed by two names that nothing parts
 * is no entry of the first.
 */
function headsEntry(
  text: string,
  segment: Segment,
  { start, end }: Occurrence,
  names: ReadonlyMap<number, Occurrence>,
): boolean {
  if (!BEFORE_NAME.test(text.slice(segment.start, Math.min(start, segment.start + LONGEST_LOOK)))) return false;
  const isInHead = segment.headEnd >= end;
  const after = text.slice(end, Math.min(isInHead ? segment.headEnd : segment.end, end + LONGEST_LOOK));
  if (!isInHead && after !== '' && segment.kind === 'text' && segment.level === PLAIN_LINE) return false;
  // A cut text does not end where it is cut.
  const match = AFTER_NAME.exec(after.length < LONGEST_LOOK ? after : `${after}x`);
  if (!match) return false;
  const restEnd = end + (match[1]?.length ?? 0);
  for (let at = end + 1; at < restEnd; at++) if (names.has(at)) return false;
  return true;
}

/** The name that the entry begins with. */
function nameAtStart(text: string, entry: Segment, names: ReadonlyMap<number, Occurrence>): Occurrence | undefined {
  const before = LEADING.exec(text.slice(entry.start, Math.min(entry.end, entry.start + LONGEST_LEADING)))?.[0] ?? '';
  return names.get(entry.start + before.length) ?? names.get(entry.start);
}

const LEADING = /^[^\p{L}\p{N}]{0,8}(?:The )?/u;
const LONGEST_LEADING = 12;
