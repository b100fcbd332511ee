import { always, decide, type RuleTable } from '../rule-table.js';
import type { NameForm } from './name-forms.js';
import type { NameVerdict, Reason } from './name-mentions.js';

interface Decision {
  isNamed: boolean;
  reason: Reason;
}

/** What the answer as a whole shows: of forms, or of subjects by the key of their owners. */
export interface Evidence {
  /** Forms that head one entry after another: there they are labels. */
  labels: ReadonlySet<NameForm>;
  /** Subjects that a place surely names. */
  sure: ReadonlySet<string>;
  /** Forms that the answer writes in small letters too, of no subject that it surely names. */
  words: ReadonlySet<NameForm>;
  /** Subjects that a place names clearly. */
  clear: ReadonlySet<string>;
  /** Subjects whose name is somebody else's at a place. */
  namesakes: ReadonlySet<string>;
  /** Forms that the answer introduces as a person's or a place's. */
  bearers: ReadonlySet<NameForm>;
  /** Subjects that a place does not name. */
  against: ReadonlySet<string>;
  /** Subjects that a place is likely to name. */
  likely: ReadonlySet<string>;
  /** Whether the answer speaks of others of its kind than the subject of that key. */
  namesOthers: (key: string) => boolean;
}

export interface Undecided {
  form: NameForm;
  verdict: NameVerdict;
  /** The owners of the form. */
  key: string;
  evidence: Evidence;
}

/** Whether the place alone shows the subject, whatever else the answer speaks of. */
export function isSure(verdict: NameVerdict): boolean {
  return verdict.is === 'named' && SURE.has(verdict.reason);
}

/**
 * Whether a place that rules decided could be decided otherwise by somebody who knows the world: it is open or likely
 * by itself, shows a name less than surely, or shows one that the answer as a whole speaks against.
 */
export function isUnsettled(verdict: NameVerdict, isNamed: boolean): boolean {
  return verdict.is !== 'not' && !(isNamed && isSure(verdict));
}

/**
 * What shows the company even where the answer also speaks of its namesake: `Apple Park` does not make `Apple's` a
 * park's.
 */
const SURE: ReadonlySet<Reason> = new Set([
  'name',
  'style',
  'possessive',
  'among names',
  'head among names',
  'renamed',
  'beside its alias',
  'behind its owner',
  'its own institution',
  'capital in a sentence',
]);

/** What the answer makes of one place. */
export function decisionOf(asked: Undecided): Decision {
  const { isNamed, reason } = decide(DECISION_RULES, asked);
  const { verdict } = asked;
  return { isNamed, reason: reason ?? (verdict.is === 'open' ? 'ordinary word' : verdict.reason) };
}

/**
 * Clear places decide the open ones of their subject; a place that is only likely decides where nothing speaks against
 * it, and against it speaks above all that the answer uses the word in small letters. Without a reason the one of the
 * place stands.
 */
export const DECISION_RULES: RuleTable<Undecided, { isNamed: boolean; reason: Reason | null }> = [
  {
    name: 'the answer speaks of a namesake',
    example: 'They met at ‹Apple› today and walked in Apple Park Museum, Apple Museum and on.',
    test: isOfNamesake,
    verdict: { isNamed: false, reason: 'namesake' },
  },
  {
    name: 'the answer introduces another bearer of the name',
    example: 'The sun god Helios was old. They sang of ‹Helios› then.',
    test: ({ form, verdict, evidence }) => verdict.is === 'named' && evidence.bearers.has(form),
    verdict: { isNamed: false, reason: 'another bearer' },
  },
  {
    name: 'the place names somebody else',
    example: 'They buy TP-‹Link› routers.',
    test: (asked) => asked.verdict.is === 'not' && !isOfSureBrand(asked),
    verdict: { isNamed: false, reason: null },
  },
  {
    name: 'the answer uses the word as a word',
    example: 'Mind the storage.\n\n‹Storage› offers more.',
    test: ({ form, verdict, evidence }) => form.isOrdinary && evidence.words.has(form) && !isSure(verdict),
    verdict: { isNamed: false, reason: 'used as a word' },
  },
  {
    name: 'a label of one entry after another',
    example: '- **Codenames**\n- **‹Players›**: 4\n- **Dixit**\n- **Players**: 6\n- **Catan**\n- **Players**: 8',
    test: ({ form, verdict, key, evidence }) =>
      verdict.isColonHead === true && evidence.labels.has(form) && !evidence.clear.has(key),
    verdict: { isNamed: false, reason: 'a label' },
  },
  {
    name: 'the place names the subject',
    example: 'They buy toys at ‹Target› today.',
    test: ({ verdict }) => verdict.is === 'named',
    verdict: { isNamed: true, reason: null },
  },
  {
    name: 'another place names the subject',
    example: 'They buy toys at Target today. ‹Target› shoppers like it.',
    test: ({ key, evidence }) => evidence.clear.has(key),
    verdict: { isNamed: true, reason: 'named elsewhere' },
  },
  {
    name: 'it acts, in an answer that names others of its kind',
    example: 'Varo and Revolut are larger. ‹Chime› pays wages two days early.',
    test: ({ verdict, key, evidence }) => verdict.is === 'open' && !!verdict.isActing && evidence.namesOthers(key),
    verdict: { isNamed: true, reason: 'says what it does' },
  },
  {
    name: 'a place is likely, and none speaks against it',
    example: '‹Apple› users like it.',
    test: ({ key, evidence }) => evidence.likely.has(key) && !evidence.against.has(key),
    verdict: { isNamed: true, reason: 'never a word here' },
  },
  {
    name: 'nothing speaks for the subject',
    example: '‹Target› shoppers like it.',
    test: always,
    verdict: { isNamed: false, reason: 'ordinary word' },
  },
];

/** What shows the company in spite of its namesake is more than a capital. */
function isOfNamesake({ form, verdict, key, evidence }: Undecided): boolean {
  if (!form.isOrdinary || !evidence.namesakes.has(key)) return false;
  return !isSure(verdict) || (verdict.is === 'named' && verdict.reason === 'capital in a sentence');
}

/** `HP Instant Ink`, in an answer that surely names Instant. */
function isOfSureBrand({ verdict, key, evidence }: Undecided): boolean {
  return verdict.is === 'not' && verdict.reason === 'behind another name' && evidence.sure.has(key);
}
