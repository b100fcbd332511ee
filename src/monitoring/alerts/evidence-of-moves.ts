import {
  type AlertEvidence,
  type AlertSubject,
  EVIDENCE_ANSWERS_MAX,
  EVIDENCE_CHANGES_MAX,
  EVIDENCE_PROMPTS_MAX,
  type EvidenceAnswer,
  type EvidencePart,
  type EvidencePrompt,
  plainEvidence,
} from '../../core/alerts/evidence.js';
import { changesOfProjects } from '../../core/changes/changes.js';
import { quote } from '../../core/changes/record-changes.js';
import type { Context } from '../../core/context.js';
import { comparedCells } from '../../core/metrics/comparison.js';
import { type ExplainedBy, explain } from '../../core/metrics/explanation.js';
import { type Period, SCOPE } from '../../core/metrics/metric-query.js';
import { modelsByPlatform, servedModelsOfProjects } from '../../core/metrics/served-models.js';
import { sum } from '../../core/metrics/shares.js';
import { daysBefore } from '../../core/time.js';
import { statement } from '../../database/rows.js';
import type { AlertKind, Platform } from '../../entities/vocabulary.js';
import type { LostPrompt } from './lost-prompts.js';
import type { Move, Series } from './move-decisions.js';
import type { ScanWindow } from './scan.js';
import type { WatchedCell } from './watched-numbers.js';

/** A series that the check watches, with what it is told as. */
export interface WatchedSeries extends Series {
  subject: AlertSubject;
  platform: Platform | null;
  cells: readonly WatchedCell[];
}

/** What evidence is made of. */
export interface MoveParts {
  projectId: string;
  brandName: string;
  /** The last day of the newest week. */
  day: string;
  /** By key. */
  series: ReadonlyMap<string, WatchedSeries>;
  /** The hash of the question that leads each intent. */
  intents: readonly string[];
  /** Where people see alerts; null where the service does not know its address. */
  url: string | null;
}

/** What alerts that are parts of a wider one have told: they are widened by it, or end with it. */
export interface FormerParts {
  parts: EvidencePart[];
  prompts: EvidencePrompt[];
  /** Prompts that lost the brand, those not listed included. */
  promptCount: number;
}

const NO_FORMER: FormerParts = { parts: [], prompts: [], promptCount: 0 };

/** The kind of alert that a move is told as. */
export function kindOf({ series, direction }: Pick<Move, 'series' | 'direction'>): AlertKind {
  switch (series.kind) {
    case 'brand':
    case 'platform':
    case 'competitor':
      return 'visibility_changed';
    case 'rival':
      return direction === 'up' ? 'rival_overtook' : 'rival_passed';
    case 'voice':
      return 'share_of_voice_changed';
    case 'tone':
      return 'sentiment_changed';
    case 'lost':
      return 'prompt_lost';
  }
}

/** The evidence of an alert that a move leads, as it is kept. */
export async function evidenceOf(
  ctx: Context,
  { lead, parts, former = NO_FORMER }: { lead: Move; parts: readonly Move[]; former?: FormerParts },
  of: MoveParts,
): Promise<AlertEvidence> {
  const own = of.series.get(lead.series.key);
  const lost = [lead, ...parts].flatMap((move) => move.lost);
  const listed = [...(await promptsOf(ctx, of, lost)), ...former.prompts];
  const prompts = listed.slice(0, EVIDENCE_PROMPTS_MAX);
  const promptCount = lost.length + former.promptCount;
  const subject = own?.subject ?? { type: 'prompts' as const, id: null, name: of.brandName };
  const told = parts.filter(({ series }) => series.kind !== 'lost').map((part) => partOf(part, of));
  told.push(...former.parts.filter(({ series }) => !told.some((part) => part.series === series)));
  const { window } = lead;
  if (!window || !own) {
    const answers = await answersOf(ctx, of, lead, lostCells(of, lead.lost));
    return plainEvidence(of.brandName, subject, { parts: told, prompts, promptCount, answers, url: of.url });
  }
  const now = periodOf(of.day, window);
  const moved = new Set(told.map(({ platform }) => platform));
  const steady = own.kind === 'brand' && moved.size > 0 ? platformsOf(own.cells).filter((one) => !moved.has(one)) : [];
  return plainEvidence(of.brandName, subject, {
    platform: own.platform,
    windowDays: window.days,
    now: { ...now, score: percent(window.now), answers: window.answers },
    before: { ...periodBeforeOf(now), score: percent(window.before), answers: window.answersBefore },
    ...numbersOf(window),
    ratio: Math.round(lead.evidence * 10) / 10,
    intents: window.intents,
    cells: window.cells,
    parts: told,
    steady,
    prompts,
    promptCount,
    explanation: own.kind === 'brand' || own.kind === 'platform' ? await explanationOf(ctx, of.projectId, now) : null,
    changes: await changesOf(ctx, of.projectId, { from: daysBefore(now.from, 7), to: now.to }),
    answers: await answersOf(ctx, of, lead, turnedMost(own.cells, window, lead.direction === 'up' ? 1 : -1)),
    url: of.url,
  });
}

/** A part as it is told. */
export function partOf({ series, direction, window }: Move, of: MoveParts): EvidencePart {
  const own = of.series.get(series.key);
  const subject = own?.subject ?? { type: 'prompts' as const, id: null, name: of.brandName };
  const numbers = window ? numbersOf(window) : { changePoints: null, interval: null };
  return { series: series.key, subject, platform: own?.platform ?? null, direction, ...numbers };
}

function numbersOf({ change, interval }: ScanWindow) {
  return { changePoints: percent(change), interval: { low: percent(interval.low), high: percent(interval.high) } };
}

function percent(share: number): number {
  return Math.round(1_000 * share) / 10;
}

function periodOf(day: string, { days }: ScanWindow): Period {
  return { from: daysBefore(day, days - 1), to: day };
}

function periodBeforeOf({ from }: Period): Period {
  return { from: daysBefore(from, 28), to: daysBefore(from, 1) };
}

function platformsOf(cells: readonly WatchedCell[]): Platform[] {
  return [...new Set(cells.map(({ platform }) => platform))];
}

async function explanationOf(ctx: Context, projectId: string, period: Period): Promise<ExplainedBy> {
  const cells = await comparedCells(ctx, [projectId], { period });
  const served = await servedModelsOfProjects(ctx, [projectId], period);
  const models = modelsByPlatform(served.get(projectId) ?? [], undefined);
  const changed = new Set(models.filter(({ isModelChanged }) => isModelChanged).map(({ platform }) => platform));
  return explain(cells.get(projectId) ?? [], changed).isExplainedBy;
}

/** Models first, as they explain most; then the newest. */
async function changesOf(ctx: Context, projectId: string, period: Period): Promise<AlertEvidence['changes']> {
  const found = (await changesOfProjects(ctx, [projectId], period)).get(projectId) ?? [];
  const isModel = ({ kind }: { kind: string }) => Number(kind === 'model_changed' || kind === 'method_changed');
  return [...found]
    .sort((one, other) => isModel(other) - isModel(one))
    .slice(0, EVIDENCE_CHANGES_MAX)
    .map(({ at, kind, text }) => ({ at, kind, text: quote(text) }));
}

const PROMPTS = statement<{ question: string; id: string; text: string }>(
  'prompts-of-questions',
  `select distinct on (q.text_hash) encode(q.text_hash, 'hex') as question, q.id, q.prompt_text as text
   from prompt q
   where q.account_id = $1 and q.project_id = $2
     and q.text_hash in (select decode(u.hash, 'hex') from unnest($3::text[]) as u (hash))
   order by q.text_hash, q.archived_at desc nulls first, q.id`,
);

async function promptsOf(
  ctx: Context,
  { projectId, intents }: MoveParts,
  lost: readonly LostPrompt[],
): Promise<EvidencePrompt[]> {
  if (lost.length === 0) return [];
  const questions = lost.map(({ intent }) => intents[intent] ?? '');
  const found = await ctx.db.rows(PROMPTS, [ctx.caller.accountId, projectId, questions]);
  const byQuestion = new Map(found.map((row) => [row.question, row]));
  return lost.slice(0, EVIDENCE_PROMPTS_MAX).map(({ intent, chance: _chance, ...counts }) => {
    const question = intents[intent] ?? '';
    const prompt = byQuestion.get(question);
    const text = prompt ? quote(prompt.text) : 'a question that no prompt asks any more';
    return { promptId: prompt?.id ?? null, question, text, ...counts };
  });
}

/** A question on a platform whose answers are shown. */
type ShownCell = Pick<WatchedCell, 'question' | 'platform'>;

/** The cells whose share moved most in the direction. */
function turnedMost(cells: readonly WatchedCell[], { days }: ScanWindow, sign: 1 | -1): ShownCell[] {
  const weeks = days / 7;
  const meanOf = ({ sums, answers }: WatchedCell, from: number, to: number) => {
    const whole = sum(answers.slice(from, to));
    return whole === 0 ? null : sum(sums.slice(from, to)) / whole;
  };
  return cells
    .flatMap((cell) => {
      const [now, before] = [meanOf(cell, 0, weeks), meanOf(cell, weeks, weeks + 4)];
      return now === null || before === null ? [] : [{ cell, turn: sign * (now - before) }];
    })
    .filter(({ turn }) => turn > 0)
    .sort((one, other) => other.turn - one.turn)
    .slice(0, EVIDENCE_ANSWERS_MAX / 2)
    .map(({ cell: { question, platform } }) => ({ question, platform }));
}

function lostCells({ series, intents }: MoveParts, lost: readonly LostPrompt[]): ShownCell[] {
  const questions = new Set(lost.map(({ intent }) => intents[intent]));
  return (series.get('brand')?.cells ?? [])
    .filter(({ intent }) => questions.has(intents[intent]))
    .slice(0, EVIDENCE_ANSWERS_MAX / 2)
    .map(({ question, platform }) => ({ question, platform }));
}

interface AnswerRow {
  id: string;
  date: string;
  platform: Platform;
  prompt_id: string | null;
  names: boolean;
}

/**
 * Of each cell ($3, $4) the newest answer of the days $5 to $6 that names the subject as $7 says, beside the newest of
 * $8 to $9 that does otherwise. The subject is the competitor $10; where it is null the brand, or its being named in a
 * positive tone where $11.
 */
const ANSWERS = statement<AnswerRow>(
  'answers-that-show-a-move',
  `with ${SCOPE}
   select a.id, a.date, w.platform, q.id as prompt_id, s.names
   from scope x
   cross join unnest($3::text[], $4::text[]) with ordinality as w (question, platform, place)
   cross join lateral (
     values (1, $5::date, $6::date, $7::boolean), (2, $8::date, $9::date, not $7::boolean)
   ) as s (turn, from_day, to_day, names)
   cross join lateral (
     select r.answer_id as id, r.bucket_date::text as date
     from answer_reading r
     where r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
       and r.bucket_date between s.from_day and s.to_day and r.platform = w.platform
       and r.question_hash = decode(w.question, 'hex')
       and s.names = case
         when $10::uuid is not null then exists (
           select
           from answer_mention m
           join competitor_candidate k on k.account_id = $1 and k.id = m.subject_id and k.competitor_id = $10
           where m.account_id = $1 and m.project_id = r.project_id and m.analysis_id = r.analysis_id
             and m.bucket_date = r.bucket_date and m.answer_id = r.answer_id
         )
         when $11::boolean then r.is_brand_named and r.sentiment is not distinct from 'positive'
         else r.is_brand_named
       end
     order by r.answered_at desc, r.answer_id
     limit 1
   ) a
   left join lateral (
     select q.id
     from prompt q
     where q.account_id = $1 and q.project_id = x.project_id and q.text_hash = decode(w.question, 'hex')
     order by q.archived_at desc nulls first, q.id
     limit 1
   ) q on true
   order by w.place, s.turn`,
);

async function answersOf(
  ctx: Context,
  { projectId, day }: MoveParts,
  { series, direction, window, lost }: Move,
  cells: readonly ShownCell[],
): Promise<EvidenceAnswer[]> {
  if (cells.length === 0) return [];
  const days = window?.days ?? Math.max(...lost.map((prompt) => prompt.days));
  const now: Period = { from: daysBefore(day, days - 1), to: day };
  const before = periodBeforeOf(now);
  const found = await ctx.db.rows(ANSWERS, [
    ctx.caller.accountId,
    [projectId],
    cells.map(({ question }) => question),
    cells.map(({ platform }) => platform),
    ...[now.from, now.to, direction === 'up', before.from, before.to],
    series.competitorId,
    series.kind === 'tone',
  ]);
  return found.slice(0, EVIDENCE_ANSWERS_MAX).map(({ prompt_id, names, ...answer }) => ({
    ...answer,
    promptId: prompt_id,
    namesSubject: names,
  }));
}
