import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { SEARCH_TERM_SOURCES, type SearchTermSource } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { invalid } from '../errors.js';
import { parse, uuid } from '../input.js';
import { day } from '../metrics/metric-query.js';
import { entriesByOwner } from '../pages.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { groupByStems, stemsOfFile } from '../prompts/stems.js';
import { stageOf } from '../suggestions/stage-words.js';
import { write } from '../writes.js';
import { type FaultyLine, readSearchTermFile, type SearchTerm } from './search-term-file.js';

const source = z.enum(SEARCH_TERM_SOURCES, `must be one of ${SEARCH_TERM_SOURCES.join(', ')}`);

const uploadInput = z.object(
  { source, csv: z.string('must be a string'), from: day.nullish(), to: day.nullish() },
  'must be an object',
);

/** What came of a file: its terms that are kept, and its lines that are not, the first of which are named. */
export interface SearchTermUpload {
  accepted: number;
  rejected: number;
  errors: FaultyLine[];
}

const DELETE_TERMS = statement<object>(
  'delete-search-terms',
  `delete from search_term
   where account_id = $1 and project_id = $2 and source = $3
   returning 1`,
);

const INSERT_TERMS = statement<object>(
  'insert-search-terms',
  `insert into search_term (account_id, project_id, source, term_hash, lead_hash, term, stage, clicks, impressions,
     position, first_day, last_day)
   select $1, $2, $3, t.term_hash, t.lead_hash, t.term, t.stage, t.clicks, t.impressions, t.position, $11::date,
     $12::date
   from unnest($4::bytea[], $5::bytea[], $6::text[], $7::text[], $8::int[], $9::int[], $10::real[])
     as t (term_hash, lead_hash, term, stage, clicks, impressions, position)`,
);

/**
 * Replaces a project's search terms of a source by those of a file ({@link readSearchTermFile}). Terms of nearly the
 * same words are one group, led by the one with most impressions. All of it holds or none.
 * @param input `source`, `csv`, and the days that the file is of, `from` and `to`, where they are known.
 * @throws ServiceError VALIDATION_ERROR, with the line for a file that is none, and without any term; NOT_FOUND,
 *   FORBIDDEN.
 */
export async function addSearchTerms(ctx: Context, projectId: unknown, input: unknown): Promise<SearchTermUpload> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(uploadInput, input);
  if (sent.from && sent.to && sent.from > sent.to) throw invalid(['from'], `must not be after to (${sent.to})`);
  const file = readSearchTermFile(sent.source, sent.csv);
  if (file.terms.length === 0) {
    const [fault] = file.errors;
    throw invalid(['csv'], fault ? `holds no term; line ${fault.line}: ${fault.message}` : 'holds no term');
  }
  const terms = file.terms.toSorted((left, right) => right.impressions - left.impressions);
  return write(ctx, async (tx) => {
    await lockProjectAlone(tx, id);
    const leads = groupByStems(
      await stemsOfFile(
        tx,
        terms.map(({ term }) => term),
      ),
    );
    await tx.db.rows(DELETE_TERMS, [tx.caller.accountId, id, sent.source]);
    await tx.db.rows(INSERT_TERMS, [
      ...[tx.caller.accountId, id, sent.source],
      ...columnsOf(terms, leads),
      ...[sent.from ?? null, sent.to ?? null],
    ]);
    return { accepted: terms.length, rejected: file.rejected, errors: file.errors };
  });
}

function columnsOf(terms: readonly SearchTerm[], leads: readonly number[]): unknown[] {
  const column = (cellOf: (term: SearchTerm, at: number) => unknown) => terms.map(cellOf);
  return [
    column(({ hash }) => hash),
    column(({ hash }, at) => terms[leads[at] ?? at]?.hash ?? hash),
    column(({ term }) => term),
    column(({ term }) => stageOf(term)),
    column(({ clicks }) => clicks),
    column(({ impressions }) => impressions),
    column(({ position }) => position),
  ];
}

/**
 * Removes a project's search terms of a source.
 * @returns how many there were.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function deleteSearchTerms(ctx: Context, projectId: unknown, from: unknown): Promise<{ removed: number }> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(source, from, 'source');
  return write(ctx, async (tx) => {
    await lockProjectAlone(tx, id);
    const removed = await tx.db.rows(DELETE_TERMS, [tx.caller.accountId, id, sent]);
    return { removed: removed.length };
  });
}

/** The search terms that a project has of a source, together: those of the file that was uploaded last. */
export interface SearchTermFileView {
  source: SearchTermSource;
  termCount: number;
  clicks: number;
  impressions: number;
  /** The days that the file is of, where they were said. */
  from: string | null;
  to: string | null;
}

const FILES_OF_PROJECTS = statement<
  { project_id: string } & { [Name in keyof SearchTermFileView]: SearchTermFileView[Name] | null }
>(
  'search-term-files-of-projects',
  `select p.id as project_id, t.source, count(t.term)::int as "termCount", sum(t.clicks)::float8 as clicks,
     sum(t.impressions)::float8 as impressions, min(t.first_day)::text as "from", max(t.last_day)::text as "to"
   from project p
   left join search_term t on t.account_id = $1 and t.project_id = p.id
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   group by p.id, t.source
   order by p.id, t.source`,
);

/** What is kept of each project's files of search terms: one a source, by its name; none where none was uploaded. */
export async function searchTermFilesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, SearchTermFileView[]>> {
  const found = await ctx.db.rows(FILES_OF_PROJECTS, bindProjects(ctx, projectIds));
  return entriesByOwner(
    found,
    ({ project_id }) => project_id,
    ({ source, termCount, clicks, impressions, from, to }) =>
      source === null
        ? null
        : { source, termCount: termCount ?? 0, clicks: clicks ?? 0, impressions: impressions ?? 0, from, to },
  );
}
