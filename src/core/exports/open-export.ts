import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { historyNotFoundOrForbidden, notFoundOrForbidden } from '../access/access.js';
import { type Context, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { parse, platforms, uuid } from '../input.js';
import { periodInput, toPeriod } from '../metrics/metric-query.js';
import { ROWS_PER_REQUEST, requestsForRows } from '../plans.js';
import type { PromptFilter } from '../prompt-filters/prompt-filter.js';
import { toDay } from '../time.js';
import { ANSWERS_FILE } from './answers-file.js';
import { CORRECTIONS_FILE } from './corrections-file.js';
import { CITATIONS_FILE, MENTIONS_FILE, PROMPTS_DAILY_FILE, SENTIMENT_FILE, VISIBILITY_FILE } from './daily-files.js';
import type { Cell, Column, ExportScope, FileKind } from './file-kind.js';
import { BRANDS_FILE, COMPETITORS_FILE, PROMPTS_FILE } from './list-files.js';

export const EXPORT_NAMES = [
  'visibility',
  'mentions',
  'citations',
  'sentiment',
  'answers',
  'prompts',
  'competitors',
  'brands',
  'prompts-daily',
] as const;

/** Files of lines of JSON alone. */
export const LINE_EXPORT_NAMES = ['corrections'] as const;

export type ExportName = (typeof EXPORT_NAMES)[number] | (typeof LINE_EXPORT_NAMES)[number];

/** Each kind of file by its name. */
export const FILES: Readonly<Record<ExportName, FileKind>> = {
  visibility: VISIBILITY_FILE,
  mentions: MENTIONS_FILE,
  citations: CITATIONS_FILE,
  sentiment: SENTIMENT_FILE,
  answers: ANSWERS_FILE,
  prompts: PROMPTS_FILE,
  competitors: COMPETITORS_FILE,
  brands: BRANDS_FILE,
  'prompts-daily': PROMPTS_DAILY_FILE,
  corrections: CORRECTIONS_FILE,
};

/** What each file takes. Lists of what there is now, prompts and competitors, take period and platforms for nothing. */
const exportInput = z.object({ ...periodInput, project: uuid, platforms: platforms.optional() });

/** Rows that a file has at most; where a minute of the budget pays for fewer, those. */
const EXPORT_ROWS_MAX = 100_000;

/** A file that may be written: none of its rows is read yet. */
export interface ExportFile {
  /** Without its ending; letters, digits and hyphens. */
  name: string;
  columns: readonly Column[];
  /** What its rows cost, in requests of the budget. */
  requests: number;
  pages: () => AsyncGenerator<Cell[][]>;
}

/**
 * One project's file, priced by a count of its rows.
 * @param ceiling requests of a minute of the budget: what a file may cost at most.
 * @param where only the answers to these prompts: of `brands` and `prompts-daily` alone.
 * @throws ServiceError VALIDATION_ERROR, also for a file of more rows than may be; NOT_FOUND, FORBIDDEN.
 */
export async function openExport(
  ctx: Context,
  exportName: ExportName,
  input: unknown,
  ceiling: number,
  where?: PromptFilter,
): Promise<ExportFile> {
  const { project: projectId, platforms, ...sent } = parse(exportInput, input);
  const period = toPeriod(ctx, sent);
  const file = FILES[exportName];
  const project = await findProject(ctx, projectId, file);
  const scope = { ...period, projectId, analysisId: project.analysis_id, platforms: platforms ?? null, where };
  const days = file.isOfPeriod ? `${period.from}-${period.to}` : toDay(ctx.clock.now());
  return {
    name: `${exportName}-${slugOf(project.brand_name)}-${days}`,
    columns: file.columns,
    requests: requestsForRows(await countWithin(ctx, file, scope, ceiling)),
    pages: () => file.pages(ctx, scope),
  };
}

const EXPORTED_PROJECT = statement<{ brand_name: string; is_archived: boolean; analysis_id: string | null }>(
  'exported-project',
  `select p.brand_name, p.archived_at is not null as is_archived, s.analysis_id
   from project p
   left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
   where p.account_id = $1 and p.id = $2`,
);

async function findProject(ctx: Context, projectId: string, { isOfPeriod }: FileKind) {
  const [project] = await ctx.db.rows(EXPORTED_PROJECT, [ctx.caller.accountId, projectId]);
  const isSeen = seesProject(ctx.caller, projectId);
  if (project && isSeen && (isOfPeriod || !project.is_archived)) return project;
  if (isOfPeriod) throw await historyNotFoundOrForbidden(ctx, projectId);
  throw await notFoundOrForbidden(ctx, 'project', projectId);
}

async function countWithin(ctx: Context, file: FileKind, scope: ExportScope, ceiling: number): Promise<number> {
  if (!file.count) return ROWS_PER_REQUEST;
  const most = Math.min(EXPORT_ROWS_MAX, ceiling * ROWS_PER_REQUEST);
  const counted = await file.count(ctx, scope, most + 1);
  if (counted <= most) return counted;
  const cost = `${most} rows, which cost ${requestsForRows(most)} requests`;
  throw invalid(['from'], `a file has at most ${cost}: request fewer days or platforms`);
}

const SLUG_MAX = 60;

/** A name as part of a file's: letters without their marks, digits, hyphens. */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_MAX);
  return slug.replace(/^-+|-+$/g, '') || 'project';
}
