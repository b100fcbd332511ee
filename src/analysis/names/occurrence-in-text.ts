import type { Subject } from '../facts.types.js';
import type { NameForm } from './name-forms.js';
import type { Occurrence, ReadAnswer } from './occurrence.types.js';
import { isEntryBesideRival } from './rival-entries.js';
import { Surroundings } from './surroundings.js';

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
