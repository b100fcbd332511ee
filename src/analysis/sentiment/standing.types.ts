/** The role of a name in its sentence, by the words before and after it. */
export type Standing =
  | 'preferred' // to others
  | 'recommended'
  | 'considered' // suggested without a word of praise
  | 'warned against'
  | 'outdone' // another is set above it
  | 'measure' // another is compared with it
  | 'example' // of what the clause before it speaks of
  | 'speaker' // it is the source of what is said, or the place where something is found
  | 'condition' // it belongs to what the reader has or uses
  | 'accused' // others act against it
  | 'judged' // the object of a verb of judging, which follows
  | 'bystander' // named within a clause about something else
  | 'experienced' // somebody tells what a dealing with it was like
  | 'none';

/** The words of a sentence around a name. */
export interface Sides {
  before: string;
  /** The last {@link NEAR} units before the name. */
  near: string;
  after: string;
}
