import {
  type AnswerFacts,
  type AnswerText,
  analyserBytes,
  type CandidateFacts,
  createAnalyser,
  type NameDecisions,
  type Subject,
  type SubjectFacts,
  type UnsettledPlaces,
} from '../../analysis/analyser.js';
import { candidateKey } from '../../core/competitors/candidate-key.js';
import { CacheByBytes, type Made } from './cache-by-bytes.js';

/** The names of an analysis as stored: a competitor's `id` is its candidate's, the brand's is the project's own. */
export interface SubjectSnapshot {
  brand: Subject;
  competitors: readonly (Subject & { id: string })[];
}

/** An analysis. Its names never change; a competitor removed later no longer counts in answers after its removal. */
export interface Analysis {
  id: string;
  subjects: SubjectSnapshot;
  /** The judge of what the rules leave unsettled (`Judge.id`); null: the rules alone. */
  judge: string | null;
  /** Who decided before that, where it is not so in all answers: the oldest first, each in answers before its end. */
  formerJudges: readonly FormerJudge[];
  /** When competitors of the snapshot were removed, in milliseconds since the epoch, by candidate id. */
  removedAt: Readonly<Record<string, number>>;
}

/** A judge (`Judge.id`), or the rules alone, of the answers before an instant, in milliseconds since the epoch. */
interface FormerJudge {
  judge: string | null;
  until: number;
}

/** Who decides what the rules leave unsettled in an answer: by its time, as marks at the numbers tell it. */
export function judgeOfAnswer(
  { judge, formerJudges }: Pick<Analysis, 'judge' | 'formerJudges'>,
  { answeredAt }: { answeredAt: Date },
): string | null {
  const former = formerJudges.find(({ until }) => answeredAt.getTime() < until);
  return former ? former.judge : judge;
}

/** An answer to be analysed: which names are looked for depends on its time. */
export interface DatedAnswer extends AnswerText {
  answeredAt: Date;
}

/**
 * What an analysis sees in one answer; `competitors` by candidate id, only those that it names, with their place among
 * the subjects that were looked for.
 */
export interface AnswerReadings {
  brand: SubjectFacts;
  competitors: readonly { id: string; subject: number; facts: SubjectFacts }[];
  discovered: readonly DiscoveredName[];
  citations: AnswerFacts['citations'];
  unsettled: { names: readonly UnsettledSubject[] };
}

/** A subject that the rules do not surely find or miss, as it is registered. */
interface UnsettledSubject extends UnsettledPlaces {
  name: string;
  website: string;
}

/** An untracked name, under its {@link candidateKey}: each once an answer. */
export interface DiscoveredName extends CandidateFacts {
  key: string;
}

/** The place of the brand among the subjects that are looked for; the competitors follow. */
export const BRAND = 0;

/** Reads one answer; with decisions on the names that its first reading left unsettled, once more. */
type ProjectAnalyser = (answer: DatedAnswer, decisions?: NameDecisions) => AnswerReadings;

/** Memory for the analysers of all projects, in each thread; 20,000 characters of names take some 2 MB. */
const ANALYSERS_MAX_BYTES = 64 * 1024 * 1024;
const analysers = new CacheByBytes<ProjectAnalyser>(ANALYSERS_MAX_BYTES);

/**
 * The analyser of an analysis for answers of an instant, in milliseconds since the epoch: with the brand and the
 * competitors that were not yet removed then. Mentions before a removal stay, later ones do not count (decisions,
 * "competitor removed"). Answers between two removals share one analyser, whose names are compiled once.
 * @param key differs for any two analyses, and for the removals of one.
 */
export function analysersOf(key: string, { subjects, removedAt }: LookedFor): (at: number) => ProjectAnalyser {
  const removals = Object.values(removedAt);
  return (at) => {
    const era = removals.filter((removal) => removal < at).length;
    return analysers.of(`${key} ${era}`, () => createEraAnalyser(subjects, removedAt, at));
  };
}

/** What an analysis looks for. */
export type LookedFor = Pick<Analysis, 'subjects' | 'removedAt'>;

function createEraAnalyser(
  { brand, competitors }: Analysis['subjects'],
  removedAt: Analysis['removedAt'],
  at: number,
): Made<ProjectAnalyser> {
  const tracked = competitors.filter(({ id }) => (removedAt[id] ?? Number.POSITIVE_INFINITY) >= at);
  const analyse = createAnalyser({ brand, competitors: tracked });
  const lookedFor = new Set([brand, ...tracked].flatMap(keysOf));
  const subjects: readonly Subject[] = [brand, ...tracked];
  const analyseAnswer: ProjectAnalyser = (answer, decisions) => {
    const read = analyse(answer, decisions);
    const named = tracked.flatMap(({ id }, place) => {
      const facts = read.competitors[place];
      return facts && facts.mentionCount > 0 ? [{ id, subject: place + 1, facts }] : [];
    });
    const discovered = discoveredIn(read.candidates, lookedFor);
    const unsettled = { names: asRegistered(subjects, read.unsettled.names) };
    return { brand: read.brand, competitors: named, discovered, citations: read.citations, unsettled };
  };
  return { value: analyseAnswer, bytes: analyserBytes([brand, ...tracked]) };
}

function asRegistered(subjects: readonly Subject[], names: readonly UnsettledPlaces[]): UnsettledSubject[] {
  return names.map((places) => {
    const { name = '', website = '' } = subjects[places.subject] ?? {};
    return { ...places, name, website };
  });
}

function keysOf({ name, aliases }: Subject): string[] {
  return [name, ...aliases].map(candidateKey);
}

/**
 * Leaves out names that were looked for: one that the analysis took for a mere word must not come back as discovered.
 * The analysis has merged an answer's spellings of one name; if two are left, the first counts.
 */
function discoveredIn(candidates: readonly CandidateFacts[], lookedFor: ReadonlySet<string>): DiscoveredName[] {
  const byKey = new Map<string, DiscoveredName>();
  for (const candidate of candidates) {
    const name = candidate.name.toWellFormed();
    const key = candidateKey(name);
    if (!lookedFor.has(key) && !byKey.has(key)) byKey.set(key, { ...candidate, name, key });
  }
  return [...byKey.values()];
}
