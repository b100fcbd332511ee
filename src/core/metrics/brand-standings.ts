import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { type ChangeVerdict, type ComparedCell, compareCells, periodBefore } from './comparison.js';
import { INTENT, joinWordings, WORDINGS } from './intents.js';
import { IN_SCOPE, type MetricQuery, SCOPE } from './metric-query.js';
import { comparePaired, type PairedComparison } from './paired-comparison.js';
import { type Confidence, clusteredWilson } from './shares.js';

/** What is known of a name's share beyond its sums, as answers to one question are alike. */
export interface Standing {
  /** Of the share; null without responses. */
  confidence: Confidence | null;
  /** Whether the share moved since the period of equal length before. */
  change: ChangeVerdict;
  /** Against the brand; null for the brand itself. */
  againstBrand: PairedComparison | null;
}

/**
 * A cell's place, its intent's number, its platform, and the responses and those that name the brand: in the period,
 * and before.
 */
type CellSums = [number, number, Platform, number, number, number, number];
/** A cell's place, and the responses that name a competitor: in the period, and before. */
type NamedSums = [number, number, number];

type StandingRow = { project_id: string } & (
  | { subject_id: null; cells: CellSums[] | null; named: null }
  | { subject_id: string; cells: null; named: NamedSums[] | null }
);

/**
 * One row a project with its cells, question × platform, and one for each competitor that its analysis looked for with
 * the cells that name it. As JSON, since a hundred competitors may each be in a thousand cells. A cell is found by its
 * place among both kinds of sums: a join of the two would be planned by a guess of their numbers, and repeat the sums
 * for every cell.
 */
const STANDINGS = statement<StandingRow>(
  'standings-of-brands',
  `with ${SCOPE}, ${WORDINGS},
   counted as materialized (
     select x.project_id, c.*,
       dense_rank() over (partition by x.project_id order by c.question_hash, c.platform) as place,
       dense_rank() over (partition by x.project_id order by ${INTENT}) as question
     from scope x
     cross join lateral (
       select null::uuid as subject_id, r.platform, r.question_hash, ${inBoth('response_count', 'responses')},
         ${inBoth('brand_mention_count', 'naming')}
       from daily_question_response r
       where ${IN_SCOPE} and ($6::text[] is null or r.platform = any ($6::text[])) and ${ofQuestions(7)}
       group by r.platform, r.question_hash
       union all
       select r.subject_id, r.platform, r.question_hash, 0, 0, ${inBoth('response_count', 'naming')}
       from daily_question_mention r
       where ${IN_SCOPE} and ($6::text[] is null or r.platform = any ($6::text[])) and ${ofQuestions(7)}
       group by r.subject_id, r.platform, r.question_hash
     ) c
     ${joinWordings('x.project_id')}
   ),
   named as materialized (
     select c.project_id, c.subject_id, json_agg(json_build_array(c.place, c.naming, c.previous_naming)) as sums
     from counted c
     where c.subject_id is not null
     group by c.project_id, c.subject_id
   )
   select x.project_id, null::uuid as subject_id, (
     select json_agg(json_build_array(c.place, c.question, c.platform, c.responses, c.naming, c.previous_responses,
       c.previous_naming) order by c.place)
     from counted c
     where c.project_id = x.project_id and c.subject_id is null
   ) as cells, null::json as named
   from scope x
   union all
   select x.project_id, (o.value ->> 'id')::uuid, null, n.sums
   from scope x
   join analysis a on a.account_id = $1 and a.id = x.analysis_id
   cross join lateral jsonb_array_elements(a.subjects -> 'competitors') o
   left join named n on n.project_id = x.project_id and n.subject_id = (o.value ->> 'id')::uuid`,
);

/** Sums of a count on the days from $5 on, and on those before. */
function inBoth(count: string, name: string): string {
  return `coalesce(sum(r.${count}) filter (where r.bucket_date >= $5), 0)::int as ${name},
         coalesce(sum(r.${count}) filter (where r.bucket_date < $5), 0)::int as previous_${name}`;
}

/**
 * Where the brand, and each competitor that the selected analysis looked for, stands in the answers of a period, by
 * project and by subject: the project's id is the brand's. One statement over rollups, whose cost grows with questions,
 * platforms, days and the competitors that answers name.
 */
export async function standingsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, platforms, ...choice }: MetricQuery,
): Promise<Map<string, Map<string, Standing>>> {
  const days = { from: periodBefore(period).from, to: period.to };
  const bound = [days.from, days.to, period.from, platforms ?? null];
  const questions = await bindQuestions(ctx, projectIds, days, choice);
  const found = await ctx.db.rows(STANDINGS, [...bindProjects(ctx, projectIds), ...bound, ...questions]);
  return new Map(
    Array.from(
      Map.groupBy(found, ({ project_id }) => project_id),
      ([id, ofProject]) => [id, standingsOf(id, ofProject)],
    ),
  );
}

function standingsOf(projectId: string, found: readonly StandingRow[]): Map<string, Standing> {
  const sums = found.find(({ subject_id }) => subject_id === null)?.cells ?? [];
  const cells = sums.map(toCell);
  const standings = new Map<string, Standing>([[projectId, standingOf(cells, null)]]);
  for (const { subject_id, named } of found) {
    if (subject_id === null) continue;
    const byPlace = new Map((named ?? []).map(([place, ...counts]) => [place, counts]));
    const naming = cells.map((cell, at) => namedIn(cell, byPlace.get(sums[at]?.[0] ?? 0)));
    standings.set(subject_id, standingOf(naming, cells));
  }
  return standings;
}

function toCell([, question, platform, responses, naming, previousResponses, previousNaming]: CellSums): ComparedCell {
  return { question, platform, responses, naming, previousResponses, previousNaming };
}

/** The same cell, with the responses that name a competitor in place of the brand. */
function namedIn(cell: ComparedCell, [naming, previousNaming]: [number, number] = [0, 0]): ComparedCell {
  return { ...cell, naming, previousNaming };
}

/** @param brand the same cells with the responses that name the brand; null for the brand itself. */
function standingOf(cells: readonly ComparedCell[], brand: readonly ComparedCell[] | null): Standing {
  const questions = questionsOf(cells, brand ?? cells);
  return {
    confidence: clusteredWilson(questions),
    change: compareCells(cells).verdict,
    againstBrand: brand && comparePaired(questions),
  };
}

/** Platforms added up: each answer is one of both names, so the mix of platforms is the same for both. */
function questionsOf(cells: readonly ComparedCell[], others: readonly ComparedCell[]) {
  const questions = new Map<number, { responses: number; naming: number; namingOther: number }>();
  for (const [at, { question, responses, naming }] of cells.entries()) {
    const counts = questions.get(question) ?? { responses: 0, naming: 0, namingOther: 0 };
    counts.responses += responses;
    counts.naming += naming;
    counts.namingOther += others[at]?.naming ?? 0;
    questions.set(question, counts);
  }
  return [...questions.values()];
}
