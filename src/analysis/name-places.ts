import type { AnswerText, Span, Subject } from './answer-facts.js';
import { createMentionFinder } from './names/mention-finder.js';
import type { Mention, Reason } from './names/name-mentions.js';
import { readAnswer } from './reading/answer-text.js';
import { outlineOf } from './reading/outline.js';

/** A place where an answer has a name's letters, and what the rules made of it. */
export interface Place {
  /** UTF-16 offsets into the answer's text. */
  span: Span;
  isNamed: boolean;
  reason: Reason;
}

/**
 * Compiles the names of subjects and returns the function that explains an answer: for each subject, in the order
 * given, all places of its names in reading order, those that were not taken among them. Places within a longer name of
 * another subject are that one's alone.
 */
export function createPlaceFinder(subjects: readonly Subject[]): (answer: AnswerText) => Place[][] {
  const findMentions = createMentionFinder(subjects);
  return (answer) => {
    const visible = readAnswer(answer);
    const { accepted, rejected } = findMentions(visible, outlineOf(visible));
    const placeOf = (isNamed: boolean) => (mention: Mention) => {
      const { start, end, reason } = mention;
      const span: Span = [visible.starts[start] ?? 0, visible.ends[end - 1] ?? 0];
      return { owners: mention.form.owners, place: { span, isNamed, reason } };
    };
    const all = [...accepted.map(placeOf(true)), ...rejected.map(placeOf(false))];
    all.sort((a, b) => a.place.span[0] - b.place.span[0]);
    return subjects.map((_, at) => all.filter(({ owners }) => owners.includes(at)).map(({ place }) => place));
  };
}
