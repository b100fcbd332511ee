import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { historyNotFoundOrForbidden } from '../access/access.js';
import { type Context, seesProject } from '../context.js';
import { parse, uuid } from '../input.js';
import type { Column } from './file-kind.js';
import { EXPORT_NAMES, type ExportName, FILES } from './open-export.js';

const manifestInput = z.object({ project: uuid });

/** What a copy of a project's files is compared with: which of them have to be loaded again. */
export interface ExportManifest extends ProjectVersions {
  projectId: string;
  /** The first and the last day that have answers; null before the first one. */
  firstDay: string | null;
  lastDay: string | null;
  kinds: readonly { kind: ExportName; isOfPeriod: boolean; columns: readonly Column[] }[];
}

/** By what the files of a project differ from those of another time. */
export interface ProjectVersions {
  /** Another one than before: all months have to be loaded again. Null before the first answer. */
  analysisId: string | null;
  /** Months with answers, oldest first. */
  months: readonly MonthVersion[];
  /** Another text where a prompt, a competitor or a market is another: what their lists and names in rows go by. */
  listsVersion: string;
}

/** The days of one month from the first to the last that have answers: a period that a file may have. */
interface MonthVersion {
  from: string;
  to: string;
  /** Another text where a row of these days is another; the same where none is. */
  version: string;
}

interface MonthRow {
  analysis_id: string | null;
  lists_version: string;
  /** Null where the project has no answers; then the row is alone. */
  first_day: string | null;
  last_day: string;
  version: string;
}

/**
 * A month's version is made of the counts of its days, which no answer leaves as they were, of when its answers were
 * corrected, and of the names that each row repeats. What else a row holds changes with the analysis, or with the
 * lists.
 */
const VERSIONS_OF_PROJECT = statement<MonthRow>(
  'versions-of-project',
  `with scope as (
     select p.id as project_id, p.name, p.brand_name, s.analysis_id
     from project p
     left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
     where p.account_id = $1 and p.id = $2
   )
   select x.analysis_id, m.first_day, m.last_day,
     md5(concat_ws(' ', x.analysis_id, x.name, x.brand_name, m.counts, (
       select concat_ws(' ', count(*), sum(extract(epoch from c.corrected_at)))
       from answer_correction c
       where c.account_id = $1 and c.project_id = $2 and c.bucket_date between m.first_day and m.last_day
     ))) as version,
     md5(concat_ws(' ', (
       select concat_ws(' ', count(*) filter (where q.archived_at is null), max(greatest(q.updated_at, q.archived_at)))
       from prompt q
       where q.account_id = $1 and q.project_id = $2
     ), (
       select concat_ws(' ', count(*) filter (where c.removed_at is null), max(greatest(c.updated_at, c.removed_at)))
       from competitor c
       where c.account_id = $1 and c.project_id = $2
     ), (
       select string_agg(concat_ws(' ', k.id, k.name, k.archived_at), ',' order by k.id)
       from market k
       where k.account_id = $1 and k.project_id = $2
     ))) as lists_version
   from scope x
   left join lateral (
     select min(r.bucket_date) as first_day, max(r.bucket_date) as last_day,
       string_agg(concat_ws(' ', r.bucket_date, r.platform, r.response_count, r.brand_mention_count), ','
         order by r.bucket_date, r.platform) as counts
     from daily_response r
     where r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
     group by date_trunc('month', r.bucket_date)
   ) m on true
   order by m.first_day`,
);

/**
 * What a project's files hold now, without any of their rows.
 * @throws ServiceError VALIDATION_ERROR; NOT_FOUND, FORBIDDEN.
 */
export async function getManifest(ctx: Context, input: unknown): Promise<ExportManifest> {
  const { project: projectId } = parse(manifestInput, input);
  const versions = await versionsOf(ctx, projectId);
  const { months } = versions;
  return {
    projectId,
    ...versions,
    firstDay: months[0]?.from ?? null,
    lastDay: months.at(-1)?.to ?? null,
    kinds: EXPORT_NAMES.map((kind) => ({ kind, isOfPeriod: FILES[kind].isOfPeriod, columns: FILES[kind].columns })),
  };
}

/** The versions of a project's files, archived or not. @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function versionsOf(ctx: Context, projectId: string): Promise<ProjectVersions> {
  const rows = await ctx.db.rows(VERSIONS_OF_PROJECT, [ctx.caller.accountId, projectId]);
  const [project] = rows;
  if (!project || !seesProject(ctx.caller, projectId)) throw await historyNotFoundOrForbidden(ctx, projectId);
  const months = rows.flatMap(({ first_day: from, last_day: to, version }) =>
    from === null ? [] : [{ from, to, version }],
  );
  return { analysisId: project.analysis_id, months, listsVersion: project.lists_version };
}
