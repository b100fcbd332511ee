import type { Subject } from '../facts.types.js';
import type { Outline } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-text.js';
import type { NameForm } from './name-forms.js';

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
