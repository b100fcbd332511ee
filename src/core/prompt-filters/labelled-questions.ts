import { statement } from '../../database/rows.js';
import { SELECTED_AND_WANTED } from '../analysis-state/wanted-names.js';
import { namingBrand, type ProjectNames } from '../branding/brand-matcher.js';
import { bindProjects, type Context } from '../context.js';
import type { Labels } from './prompt-filter.js';

/** Days that questions were answered on, both counted. */
export interface Days {
  from: string;
  to: string;
}

/**
 * Questions of a project that are known by their labels: those of its unarchived prompts, and of the prompts archived
 * last.
 */
export const LABELLED_MAX = 5_000;

/** A question of a project's prompts. */
export interface LabelledQuestion extends Labels {
  /** Tells questions apart: the hash that rollups have, in hexadecimal. */
  hash: string;
  /** The same for equal texts in whichever market; letter case does not count. */
  textKey: string;
  /** Whether no prompt of the project asks it any more. */
  isArchived: boolean;
  /** What its market is called; null without one. */
  market: string | null;
}

/** What is known of the questions of a project. */
export interface ProjectQuestions {
  questions: readonly LabelledQuestion[];
  /**
   * Hashes of the questions whose text names the brand. @throws Unavailable as {@link namingBrand}; and where texts
   * were not asked for.
   */
  naming: () => Promise<ReadonlySet<string>>;
}

type QuestionTuple = [
  hash: string,
  textKey: string,
  isArchived: boolean,
  ids: string[],
  tags: string[],
  Labels['category'],
  Labels['stage'],
  Labels['persona'],
  Labels['marketId'],
  market: string | null,
  Labels['country'],
  Labels['language'],
];

interface QuestionsRow {
  project_id: string;
  questions: QuestionTuple[] | null;
}

interface NamedQuestionsRow {
  project_id: string;
  subjects: ProjectNames;
  questions: [...QuestionTuple, text: string | null][] | null;
}

/**
 * The questions of project `p`, each once: its unarchived prompt, or else the one archived last, says what it is
 * labelled.
 */
function questionsOf(text: string): string {
  return `select json_agg(json_build_array(encode(q.text_hash, 'hex'), md5(lower(btrim(q.prompt_text))),
       q.archived_at is not null, q.ids, q.tags, q.category, q.stage, q.persona, q.market_id, q.market, q.country,
       q.language ${text}) order by q.text_hash) as questions
     from (
       select *
       from (
         select distinct on (q.text_hash) q.text_hash, q.tags, q.category, q.stage, q.persona, q.prompt_text,
           q.archived_at, q.market_id, m.name as market, coalesce(m.country, p.target_country) as country,
           m.language,
           array_agg(q.id) over (partition by q.text_hash) as ids
         from prompt q
         left join market m on m.account_id = $1 and m.id = q.market_id
         where q.account_id = $1 and q.project_id = p.id
         order by q.text_hash, q.archived_at desc nulls first, q.id
       ) q
       order by q.archived_at desc nulls first, q.text_hash
       limit ${LABELLED_MAX}
     ) q`;
}

const QUESTIONS = statement<QuestionsRow>(
  'labelled-questions-of-projects',
  `select p.id as project_id, t.questions
   from project p
   cross join lateral (
     ${questionsOf('')}
   ) t
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/**
 * With their texts and the names to find in them. Of archived prompts the texts of those that have responses on the
 * days $3 to $4: each takes a millisecond.
 */
const QUESTIONS_WITH_TEXTS = statement<NamedQuestionsRow>(
  'labelled-questions-with-texts-of-projects',
  `select p.id as project_id, w.subjects, t.questions
   ${SELECTED_AND_WANTED}
   cross join lateral (
     ${questionsOf(`, case
         when q.archived_at is null or q.text_hash in (
           select r.question_hash
           from daily_question_response r
           where r.account_id = $1 and r.project_id = p.id and r.analysis_id = s.analysis_id
             and r.bucket_date between $3 and $4
         ) then q.prompt_text
       end`)}
   ) t
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** What is read in one statement: of which projects, for which days, and whether the texts are wanted. */
interface Reading {
  ids: Set<string>;
  /** Null where no days are asked about. */
  days: Days | null;
  withTexts: boolean;
  result: Promise<Map<string, ProjectQuestions>>;
}

/** What one context has read, and what it is going to read at the end of this turn. */
interface Readings {
  made: Reading[];
  next: Reading | null;
}

const readings = new WeakMap<Context, Readings>();

/**
 * The questions of projects that the account holds, by project. All that is asked in one turn of the same context is
 * one statement, whatever the number of filters; what was read before serves again, as long as the context is used.
 * @param days that the question is about; of archived prompts without responses on them it is not told whether they
 *   name the brand.
 */
export async function labelledQuestions(
  ctx: Context,
  projectIds: readonly string[],
  days: Days | null,
  withTexts: boolean,
): Promise<Map<string, ProjectQuestions>> {
  const known = readings.get(ctx) ?? { made: [], next: null };
  readings.set(ctx, known);
  const before = known.made.find((reading) => covers(reading, projectIds, days, withTexts));
  if (before) return before.result;
  const next = known.next ?? gather(ctx, known);
  for (const id of projectIds) next.ids.add(id);
  next.days = union(next.days, days);
  next.withTexts ||= withTexts;
  return next.result;
}

/** A reading that others may join until the turn ends, as loaders gather theirs. */
function gather(ctx: Context, known: Readings): Reading {
  const begin = async () => {
    await Promise.resolve();
    await new Promise<void>((resolve) => process.nextTick(resolve));
    known.next = null;
    known.made.push(reading);
    return read(ctx, reading);
  };
  const reading: Reading = { ids: new Set(), days: null, withTexts: false, result: Promise.resolve(new Map()) };
  known.next = reading;
  reading.result = begin();
  return reading;
}

/** Whether a reading has all that is asked: texts are those of its days. */
function covers(reading: Reading, ids: readonly string[], days: Days | null, withTexts: boolean): boolean {
  if (!ids.every((id) => reading.ids.has(id))) return false;
  if (!withTexts) return true;
  if (!reading.withTexts) return false;
  if (days === null) return true;
  return reading.days !== null && reading.days.from <= days.from && reading.days.to >= days.to;
}

function union(one: Days | null, other: Days | null): Days | null {
  if (one === null || other === null) return one ?? other;
  return { from: one.from < other.from ? one.from : other.from, to: one.to > other.to ? one.to : other.to };
}

async function read(ctx: Context, { ids, days, withTexts }: Reading): Promise<Map<string, ProjectQuestions>> {
  const scope = bindProjects(ctx, [...ids]);
  if (!withTexts) {
    const found = await ctx.db.rows(QUESTIONS, scope);
    return new Map(found.map((row) => [row.project_id, { questions: toQuestions(row.questions), naming: unread }]));
  }
  const found = await ctx.db.rows(QUESTIONS_WITH_TEXTS, [...scope, days?.from ?? null, days?.to ?? null]);
  return new Map(found.map((row) => [row.project_id, withNames(ctx, row)]));
}

function withNames(ctx: Context, { subjects, questions }: NamedQuestionsRow): ProjectQuestions {
  let naming: Promise<ReadonlySet<string>> | undefined;
  const find = async () => {
    const texts = (questions ?? []).flatMap(([hash, , , , , , , , , , , , text]) =>
      text === null ? [] : { hash, text },
    );
    return new Set((await namingBrand(ctx.db, subjects, texts)).map(({ hash }) => hash));
  };
  return {
    questions: toQuestions(questions),
    naming: () => {
      naming ??= find();
      return naming;
    },
  };
}

async function unread(): Promise<never> {
  throw new Error('which questions name the brand was asked, and their texts were not read');
}

function toQuestions(found: readonly (QuestionTuple | [...QuestionTuple, string | null])[] | null): LabelledQuestion[] {
  return (found ?? []).map(([hash, textKey, isArchived, ids, tags, category, stage, persona, ...place]) => {
    const [marketId, market, country, language] = place;
    return { hash, textKey, isArchived, ids, tags, category, stage, persona, marketId, market, country, language };
  });
}
