import { setImmediate as turn } from 'node:timers/promises';
import type { NameDecisions } from '../../analysis/analyser.js';
import {
  analyseAll,
  type ExplainableText,
  type ExplainedText,
  explainAll,
  type Message,
  type NamedSubjects,
  type Outcome,
  type SharedNames,
  type Works,
} from './analysis-thread.js';
import { AnalysisThreads } from './analysis-threads.js';
import { CacheByBytes } from './cache-by-bytes.js';
import type { Analysis, AnswerReadings, DatedAnswer, LookedFor } from './project-analyser.js';

/** An answer, and what an analysis sees in it. */
export interface ReadAnswer<Answer extends DatedAnswer> {
  answer: Answer;
  reading: AnswerReadings;
}

/** An answer that could not be analysed, and why, in words that quote nothing of it. */
export interface UnreadAnswer<Answer extends DatedAnswer> {
  answer: Answer;
  fault: string;
}

/**
 * Answers of one import or one re-analysis that may be left without an analysis. If more cannot be analysed, the fault
 * is in the process rather than in them.
 */
export const UNREAD_MAX = 20;

type Each = <Name extends keyof Works>(
  work: Name,
  names: SharedNames,
  items: readonly Works[Name]['item'][],
) => Promise<Outcome<Works[Name]['result']>[]>;

/** How this process analyses; a process that analyses chooses it as it starts. */
let each: Each | undefined;

/**
 * Chooses how this process analyses texts from now on: by so many threads beside its own, which begin when they are
 * needed; with 0 on its own thread, where a long text holds up everything else.
 * @param file the code of a thread, for tests of what threads do to each other.
 */
export function startAnalysis({ threads, file }: { threads: number; file?: URL }): { stop(): Promise<void> } {
  if (threads === 0) {
    each = onOwnThread;
    return { stop: async () => {} };
  }
  const own = new AnalysisThreads(threads, file);
  each = (work, names, items) => own.each(work, names, items);
  return { stop: () => own.stop() };
}

/**
 * Reads answers under an analysis. One that cannot be read is returned with the fault, and keeps no other from being
 * read. @returns both kinds in the order of the answers. @throws AnalysisUnavailable.
 */
export async function analyseAnswers<Answer extends DatedAnswer>(
  analysis: Analysis,
  answers: readonly Answer[],
  decisionsOn: (answer: Answer) => NameDecisions | undefined = () => undefined,
): Promise<{ read: ReadAnswer<Answer>[]; unread: UnreadAnswer<Answer>[] }> {
  const outcomes = await chosen()(
    'analyseAll',
    namesOf(analysis),
    answers.map((answer) => {
      const { text, question, citations, answeredAt } = answer;
      const decisions = decisionsOn(answer);
      return { text, question: question ?? null, citations, answeredMs: answeredAt.getTime(), decisions };
    }),
  );
  const read: ReadAnswer<Answer>[] = [];
  const unread: UnreadAnswer<Answer>[] = [];
  for (const [at, answer] of answers.entries()) {
    const outcome = outcomes[at];
    if (!outcome) throw new Error('an answer has no outcome');
    if ('fault' in outcome) unread.push({ answer, fault: outcome.fault });
    else read.push({ answer, reading: outcome.result });
  }
  return { read, unread };
}

/** What the analysis finds in texts of the same names, in their order. @throws AnalysisUnavailable. */
export function explainTexts(
  subjects: NamedSubjects,
  texts: readonly ExplainableText[],
): Promise<Outcome<ExplainedText>[]> {
  return chosen()('explainAll', sharedOnce(JSON.stringify(subjects)), texts);
}

function chosen(): Each {
  if (!each) throw new Error('this process has not chosen how it analyses');
  return each;
}

/** Memory for names as they are sent: those of an analysis have 100 kB at most, but for very many competitors. */
const NAMES_MAX_BYTES = 16 * 1024 * 1024;
const sent = new CacheByBytes<SharedNames>(NAMES_MAX_BYTES);

/** Written once for an analysis: the names of one never change, only which of them were removed since. */
function namesOf({ id, subjects, removedAt }: Analysis): SharedNames {
  const lookedFor: LookedFor = { subjects, removedAt };
  return sharedOnce(`${id} ${JSON.stringify(removedAt)}`, () => JSON.stringify(lookedFor));
}

function sharedOnce(key: string, write = () => key): SharedNames {
  return sent.of(key, () => {
    const text = write();
    const json = new SharedArrayBuffer(Buffer.byteLength(text));
    Buffer.from(json).write(text);
    return { value: { key, json }, bytes: json.byteLength + 2 * key.length };
  });
}

/** How long analysing may hold up the process's other work, unless one text alone takes longer. */
const SLICE_MS = 8;

const onOwnThread: Each = async (work, names, items) => {
  const outcomes = [];
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (const item of items) {
    outcomes.push(...WORKS[work]({ names, items: [item] }));
    if (performance.now() < sliceEndsAt) continue;
    await turn();
    sliceEndsAt = performance.now() + SLICE_MS;
  }
  return outcomes;
};

const WORKS: { [Name in keyof Works]: (message: Message<Works[Name]['item']>) => Outcome<Works[Name]['result']>[] } = {
  analyseAll,
  explainAll,
};
