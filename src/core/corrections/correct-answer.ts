import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { SENTIMENTS, type Sentiment } from '../../entities/vocabulary.js';
import { notFound, notFoundOrForbidden, refuseUnlessHolder } from '../access/access.js';
import type { AnswerPlace } from '../answers/answer.reads.js';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import type { ProjectScope } from '../facts/project-scope.js';
import { rollUp } from '../facts/rollups.js';
import { NAME_MAX, parse, requiredText, uuid } from '../input.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { toDay } from '../time.js';
import { write } from '../writes.js';
import { applyCorrections, type CorrectedName, restoreFound, type StoredCorrection } from './apply-corrections.js';

/** Answers of a project that are corrected in a UTC day. */
export const CORRECTIONS_PER_DAY = 1_000;

/** Names that one correction is about. */
export const CORRECTED_NAMES_MAX = 20;

/** Code points of a passage that shows the tone. */
export const EVIDENCE_MAX = 500;

/** Places of one name in an answer that are counted. */
const PLACES_MAX = 1_000;

const correctedName = z.object({
  subjectId: uuid,
  isNamed: z.boolean('must be true or false'),
  written: requiredText(NAME_MAX).optional(),
});

/** What a person says of an answer. */
export const correctAnswerInput = z
  .object(
    {
      sentiment: z.enum(SENTIMENTS, `must be one of ${SENTIMENTS.join(', ')}`).optional(),
      evidence: requiredText(EVIDENCE_MAX).optional(),
      names: z
        .array(correctedName, 'must be an array of names')
        .max(CORRECTED_NAMES_MAX, `must have at most ${CORRECTED_NAMES_MAX} names`)
        .default([]),
    },
    'must be an object',
  )
  .refine(({ sentiment, names }) => sentiment !== undefined || names.length > 0, 'must correct the tone or a name')
  .refine(({ sentiment, evidence }) => sentiment !== undefined || evidence === undefined, {
    message: 'shows a tone: send the tone too',
    path: ['evidence'],
  })
  .refine(({ names }) => new Set(names.map(({ subjectId }) => subjectId)).size === names.length, {
    message: 'must name each subject once',
    path: ['names'],
  });

type Correction = z.output<typeof correctAnswerInput>;

/**
 * Corrects the tone and names of an answer, in place of what people said of it before. Its numbers are counted anew at
 * once, in this transaction, and the correction outlives every re-analysis. A subject is the brand (the project's own
 * id) or a tracked competitor. For members and owners who signed in (decisions, "corrections of answers").
 * @throws ServiceError VALIDATION_ERROR (also for an answer that is not analysed yet, and for the bound of the day),
 *   NOT_FOUND (also for an answer that is no longer stored), FORBIDDEN, SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function correctAnswer(ctx: Context, place: AnswerPlace, input: unknown): Promise<void> {
  refuseUnlessHolder(ctx.caller, 'Corrections of responses', 'member');
  const correction = parse(correctAnswerInput, input);
  await write(ctx, async (tx) => {
    const { scope, analysis, answer } = await lockAnswer(tx, place);
    await refuseBeyondDay(tx, scope, answer);
    const former = storedOf(place, answer);
    const names = await resolveNames(tx, scope, analysis, answer, correction);
    refuseTone(scope, answer, names, correction);
    const restored = former ? await restoreFound(tx.db, scope, former) : [];
    await tx.db.rows(SAVE, [
      ...[scope.accountId, scope.projectId, place.id, place.bucketDate],
      ...[correction.sentiment ?? null, correction.evidence ?? null, JSON.stringify(names)],
      ...[tx.caller.kind === 'holder' ? tx.caller.holderId : null, tx.clock.now()],
    ]);
    await applyCorrections(tx.db, scope, analysis.id, place.id);
    await countAgain(tx, scope, place, [...restored, analysis.id]);
  });
}

/**
 * Takes the correction of an answer back: what was found in it counts again at once.
 * @throws ServiceError NOT_FOUND (also for an answer that is not corrected), FORBIDDEN, SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function undoCorrection(ctx: Context, place: AnswerPlace): Promise<void> {
  refuseUnlessHolder(ctx.caller, 'Corrections of responses', 'member');
  await write(ctx, async (tx) => {
    const { scope, answer } = await lockAnswer(tx, place);
    const former = storedOf(place, answer);
    if (!former) throw notFound('correction');
    await tx.db.rows(DELETE, [scope.accountId, scope.projectId, place.id]);
    await countAgain(tx, scope, place, await restoreFound(tx.db, scope, former));
  });
}

interface SelectedAnalysis {
  id: string;
  subjects: { brand: NamesOf; competitors: readonly (NamesOf & { id: string })[] };
}

interface NamesOf {
  name: string;
  aliases: readonly string[];
}

/** Locked as by every transaction that writes facts, so that readers are not switched meanwhile. */
const SHARE_ANALYSIS = statement<SelectedAnalysis>(
  'share-analysis-for-correction',
  `select a.id, a.subjects
   from analysis_selection s
   join analysis a on a.account_id = $1 and a.id = s.analysis_id
   where s.account_id = $1 and s.project_id = $2
   for share of s`,
);

interface AnswerRow {
  text: string;
  is_brand_named: boolean | null;
  sentiment: Sentiment | null;
  /** The places of each subject that is named, by its id; flat. */
  named: Readonly<Record<string, readonly number[]>>;
  names: CorrectedName[] | null;
  found: StoredCorrection['found'] | null;
  is_of_today: boolean;
}

/** An answer ($4, of the day $3) as the analysis $5 has it and as people corrected it; $6 is the beginning of today. */
const FIND_ANSWER = statement<AnswerRow>(
  'find-answer-to-correct',
  `select a.text, r.is_brand_named, r.sentiment, c.names, c.found,
     coalesce(c.corrected_at >= $6::timestamptz, false) as is_of_today, (
       select coalesce(jsonb_object_agg(m.subject_id, m.spans), '{}')
       from answer_mention m
       where m.account_id = $1 and m.project_id = $2 and m.analysis_id = $5 and m.bucket_date = $3
         and m.answer_id = $4
     ) as named
   from answer a
   left join answer_reading r on r.account_id = $1 and r.project_id = $2 and r.analysis_id = $5
     and r.bucket_date = $3 and r.answer_id = $4
   left join answer_correction c on c.account_id = $1 and c.project_id = $2 and c.answer_id = $4
   where a.account_id = $1 and a.project_id = $2 and a.bucket_date = $3 and a.id = $4`,
);

async function lockAnswer(tx: Context, { projectId, bucketDate, id }: AnswerPlace) {
  await lockProjectAlone(tx, projectId);
  const scope = { accountId: tx.caller.accountId, projectId };
  const [analysis] = await tx.db.rows(SHARE_ANALYSIS, [scope.accountId, projectId]);
  if (!analysis) throw notFound('response');
  const values = [scope.accountId, projectId, bucketDate, id, analysis.id, startOfDay(tx)];
  const [answer] = await tx.db.rows(FIND_ANSWER, values);
  if (!answer) throw notFound('response');
  if (answer.is_brand_named === null) throw invalid([], 'This response is not analysed yet: try again later');
  return { scope, analysis, answer: asFound(answer, analysis.id) };
}

/** The answer as the analysis had found it, before people corrected it. */
function asFound(answer: AnswerRow, analysisId: string): AnswerRow {
  const found = answer.found?.[analysisId];
  if (!found) return answer;
  const corrected = new Set(answer.names?.map(({ subjectId }) => subjectId));
  const others = Object.entries(answer.named).filter(([id]) => !corrected.has(id));
  const { isBrandNamed, sentiment, mentions } = found;
  return {
    ...answer,
    is_brand_named: isBrandNamed,
    sentiment,
    named: Object.fromEntries([...others, ...mentions.map(({ subjectId, spans }) => [subjectId, spans] as const)]),
  };
}

function startOfDay({ clock }: Context): string {
  return `${toDay(clock.now())}T00:00:00Z`;
}

function storedOf({ id, bucketDate }: AnswerPlace, { names, found }: AnswerRow): StoredCorrection | null {
  return names && found ? { answerId: id, bucketDate, names, found } : null;
}

const COUNT_TODAY = statement<{ count: number }>(
  'count-corrections-of-day',
  `select count(*)::int as count
   from answer_correction c
   where c.account_id = $1 and c.project_id = $2 and c.corrected_at >= $3`,
);

/** Behind the project's lock, so that no two count the same. An answer that was corrected today counts already. */
async function refuseBeyondDay(tx: Context, { accountId, projectId }: ProjectScope, answer: AnswerRow) {
  if (answer.is_of_today) return;
  const [today] = await tx.db.rows(COUNT_TODAY, [accountId, projectId, startOfDay(tx)]);
  if ((today?.count ?? 0) < CORRECTIONS_PER_DAY) return;
  throw invalid([], `A project has at most ${CORRECTIONS_PER_DAY} corrections in a UTC day: go on tomorrow`);
}

/** The tracked competitors among some ids ($3), each with the names that facts may know it by. */
const FIND_COMPETITORS = statement<{ id: string; subject_ids: string[] }>(
  'find-competitors-to-correct',
  `select c.id, array(
       select k.id::text
       from competitor_candidate k
       where k.account_id = $1 and k.competitor_id = c.id
     ) as subject_ids
   from competitor c
   where c.account_id = $1 and c.project_id = $2 and c.id = any ($3::uuid[]) and c.removed_at is null`,
);

/** The names as facts know them, each with its places in the text where it is said to be named. */
async function resolveNames(
  tx: Context,
  { accountId, projectId }: ProjectScope,
  { subjects }: SelectedAnalysis,
  answer: AnswerRow,
  { names }: Correction,
): Promise<CorrectedName[]> {
  const ids = names.map(({ subjectId }) => subjectId).filter((id) => id !== projectId);
  const found = ids.length > 0 ? await tx.db.rows(FIND_COMPETITORS, [accountId, projectId, ids]) : [];
  const known = new Map(found.map(({ id, subject_ids }) => [id, subject_ids]));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw await notFoundOrForbidden(tx, 'competitor', missing);
  return names.map((name, at) => {
    const { subjectId } = name;
    const subject =
      subjectId === projectId
        ? { ...subjects.brand, id: projectId }
        : subjects.competitors.find(({ id }) => known.get(subjectId)?.includes(id));
    if (subject) return resolveName(answer, subject, name, at);
    throw invalid(['names', at, 'subjectId'], 'is not looked for in this response yet: try again later');
  });
}

/** A name that was not found has to be somewhere in the text: as it is registered, or as the person says. */
function resolveName(
  { text, named }: AnswerRow,
  subject: NamesOf & { id: string },
  { isNamed, written }: Correction['names'][number],
  at: number,
): CorrectedName {
  if (!isNamed) return { subjectId: subject.id, isNamed, spans: [] };
  const isAsFound = written === undefined && named[subject.id];
  const spans = isAsFound || placesOf(text, written ?? [subject.name, ...subject.aliases]);
  if (spans.length > 0) return { subjectId: subject.id, isNamed, spans };
  const fault = written === undefined ? 'is needed, as the response has no registered name of it' : 'is not there';
  throw invalid(['names', at, 'written'], `${fault}: send the words by which it is named, as they are written`);
}

/** Where a text has a passage as it is written, or one of some names as whole words; flat, in UTF-16 offsets. */
function placesOf(text: string, words: string | readonly string[]): number[] {
  const alternatives = (typeof words === 'string' ? [words] : words).toSorted((a, b) => b.length - a.length);
  const any = alternatives.map((each) => each.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  const pattern = typeof words === 'string' ? any : `(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`;
  const spans: number[] = [];
  for (const { index, 0: found } of text.matchAll(new RegExp(pattern, 'giu'))) {
    spans.push(index, index + found.length);
    if (spans.length >= 2 * PLACES_MAX) break;
  }
  return spans;
}

/** A tone is of an answer that names the brand, and each such answer has one. */
function refuseTone(
  { projectId }: ProjectScope,
  { is_brand_named, sentiment, text }: AnswerRow,
  names: readonly CorrectedName[],
  correction: Correction,
): void {
  const says = names.find(({ subjectId }) => subjectId === projectId)?.isNamed;
  const isNamed = says ?? is_brand_named;
  if (!isNamed && correction.sentiment !== undefined) {
    throw invalid(['sentiment'], 'is of a response that names the brand: say that it is named, too, or leave it out');
  }
  if (says && sentiment === null && correction.sentiment === undefined) {
    throw invalid(['sentiment'], 'is needed, as the tone of this response toward the brand was not read');
  }
  if (correction.evidence !== undefined && !text.includes(correction.evidence)) {
    throw invalid(['evidence'], 'must be a passage of the response, as it is written');
  }
}

/** What was found is kept anew by those that apply it. */
const SAVE = statement<object>(
  'save-correction',
  `insert into answer_correction (account_id, project_id, answer_id, bucket_date, sentiment, evidence, names,
     corrected_by, corrected_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)
   on conflict (account_id, project_id, answer_id) do update
   set sentiment = excluded.sentiment, evidence = excluded.evidence, names = excluded.names, found = '{}',
     corrected_by = excluded.corrected_by, corrected_at = excluded.corrected_at`,
);

const DELETE = statement<object>(
  'delete-correction',
  `delete from answer_correction
   where account_id = $1 and project_id = $2 and answer_id = $3`,
);

/** The day of the answer, under each analysis whose facts changed. */
async function countAgain(
  tx: Context,
  scope: ProjectScope,
  { bucketDate }: AnswerPlace,
  analysisIds: readonly string[],
): Promise<void> {
  for (const id of new Set(analysisIds)) await rollUp(tx.db, scope, id, [bucketDate]);
}
