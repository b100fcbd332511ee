import type { Mention, Mentions } from './name-mentions.js';

/** A subject whose name is in the answer, with no place that surely names it; and its unsettled places. */
interface UnsettledName {
  /** Its place in the list of subjects. */
  subject: number;
  /** Ascending, at least one. */
  mentions: readonly Mention[];
}

/** Whether unsettled places name a subject, by its place in the list of subjects. */
export type NameDecisions = ReadonlyMap<number, boolean>;

/** The subjects of which rules alone cannot surely tell whether they are named, in the order of the subjects. */
export function unsettledNames({ accepted, unsettled }: Mentions): UnsettledName[] {
  if (unsettled.length === 0) return [];
  const open = new Set(unsettled);
  const settled = new Set(accepted.filter((mention) => !open.has(mention)).flatMap(({ form }) => form.owners));
  const bySubject = new Map<number, Mention[]>();
  for (const mention of unsettled) {
    for (const owner of mention.form.owners.filter((each) => !settled.has(each))) {
      const places = bySubject.get(owner);
      if (places) places.push(mention);
      else bySubject.set(owner, [mention]);
    }
  }
  return [...bySubject]
    .map(([subject, mentions]) => ({ subject, mentions }))
    .sort((one, other) => one.subject - other.subject);
}

/**
 * The accepted mentions once decisions on unsettled names count instead of the rules': all unsettled places of a
 * subject, or none. A decision on any other subject changes nothing.
 */
export function withDecisions(mentions: Mentions, decisions: NameDecisions): readonly Mention[] {
  if (decisions.size === 0) return mentions.accepted;
  const decided = unsettledNames(mentions).filter(({ subject }) => decisions.has(subject));
  if (decided.length === 0) return mentions.accepted;
  const subjects = new Set(decided.map(({ subject }) => subject));
  const unsettled = new Set(mentions.unsettled);
  const byRules = new Set(mentions.accepted);
  const isNamed = (mention: Mention, owner: number): boolean =>
    subjects.has(owner) && unsettled.has(mention) ? decisions.get(owner) === true : byRules.has(mention);
  const places = [...new Set([...mentions.accepted, ...mentions.unsettled])].sort(
    (one, other) => one.start - other.start,
  );
  const accepted: Mention[] = [];
  for (const mention of places) {
    const owners = mention.form.owners.filter(
      (owner) => isNamed(mention, owner) && !isCounted(accepted, owner, mention),
    );
    if (owners.length === mention.form.owners.length) accepted.push(mention);
    else if (owners.length > 0) accepted.push({ ...mention, form: { ...mention.form, owners } });
  }
  return accepted;
}

/** Whether another writing of the subject was accepted at the same place. */
function isCounted(accepted: readonly Mention[], owner: number, { start }: Mention): boolean {
  for (let at = accepted.length - 1; at >= 0 && accepted[at]?.start === start; at--) {
    if (accepted[at]?.form.owners.includes(owner)) return true;
  }
  return false;
}
