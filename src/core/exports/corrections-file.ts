import { statement } from '../../database/rows.js';
import type { Platform, Sentiment } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import type { CorrectedName } from '../corrections/apply-corrections.js';
import { column, type ExportScope, fileOf } from './file-kind.js';

/** Answers of a page: one text may have a megabyte. */
const PAGE_ANSWERS = 20;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Corrected answers as labelled lines, by day: what people say of each beside its text and the project's names, as
 * `npm run accuracy -- --labels FILE` reads them. One cell a row: a line of JSON.
 */
export const CORRECTIONS_FILE = fileOf(
  { isOfPeriod: true, count: countCorrections, pages: correctionPages },
  { line: column.text((row) => JSON.stringify(labelledLine(row))) },
);

/** Corrections `c` of one project, of the days $3 to $4. */
const OF_PERIOD = `c.account_id = $1 and c.project_id = $2 and c.bucket_date between $3 and $4`;

/** Those of the platforms $5, or of all. */
const WITH_ANSWER = `join answer a on a.account_id = $1 and a.project_id = $2 and a.bucket_date = c.bucket_date
         and a.id = c.answer_id and ($5::text[] is null or a.platform = any ($5))`;

const COUNT_CORRECTIONS = statement<{ total: number }>(
  'count-exported-corrections',
  `select count(*)::int as total
   from (
     select
     from answer_correction c
     ${WITH_ANSWER}
     where ${OF_PERIOD}
     limit $6
   ) c`,
);

async function countCorrections(ctx: Context, scope: ExportScope, most: number): Promise<number> {
  const [counted] = await ctx.db.rows(COUNT_CORRECTIONS, [...periodOf(ctx, scope), most]);
  return counted?.total ?? 0;
}

function periodOf({ caller }: Context, { projectId, from, to, platforms }: ExportScope): unknown[] {
  return [caller.accountId, projectId, from, to, platforms];
}

interface CorrectionRow {
  id: string;
  bucket_date: string;
  platform: Platform;
  question: string;
  text: string;
  citations: readonly { url: string; title: string | null }[];
  sentiment: Sentiment | null;
  names: readonly CorrectedName[];
}

interface Subject {
  name: string;
  aliases: readonly string[];
  website: string;
}

interface Subjects {
  projectId: string;
  subjects: { brand: Subject; competitors: readonly (Subject & { id: string })[] };
}

/** A page after the place $6 and $7, of $8 at most. */
const CORRECTIONS_AFTER_PLACE = statement<CorrectionRow>(
  'exported-corrections-after-place',
  `select a.id, a.bucket_date, a.platform, a.question, a.text, a.citations, c.sentiment, c.names
   from answer_correction c
   ${WITH_ANSWER}
   where ${OF_PERIOD} and (c.bucket_date, c.answer_id) > ($6::date, $7::uuid)
   order by c.bucket_date, c.answer_id
   limit $8`,
);

const SUBJECTS = statement<Pick<Subjects, 'subjects'>>(
  'subjects-of-exported-corrections',
  `select a.subjects
   from analysis a
   where a.account_id = $1 and a.id = $2`,
);

/** No connection is held between pages. */
async function* correctionPages(ctx: Context, scope: ExportScope): AsyncGenerator<(CorrectionRow & Subjects)[]> {
  const { projectId, analysisId } = scope;
  const [analysis] = await ctx.db.rows(SUBJECTS, [ctx.caller.accountId, analysisId]);
  if (!analysis) return;
  let after = [scope.from, FIRST_ID];
  for (;;) {
    const page = await ctx.db.rows(CORRECTIONS_AFTER_PLACE, [...periodOf(ctx, scope), ...after, PAGE_ANSWERS]);
    const last = page.at(-1);
    if (!last) return;
    yield page.map((row) => ({ ...row, ...analysis, projectId }));
    after = [last.bucket_date, last.id];
  }
}

/** A tone is of an answer that names the brand. Of a name that is no longer looked for there is no label. */
function labelledLine({ projectId, subjects, sentiment, names, ...answer }: CorrectionRow & Subjects): object {
  const { brand, competitors } = subjects;
  const saysOf = (id: string) => names.find(({ subjectId }) => subjectId === id)?.isNamed;
  const isBrandNamed = sentiment === null ? saysOf(projectId) : true;
  const labels = [
    ...(isBrandNamed === undefined
      ? []
      : [{ subject: brand.name, mentioned: isBrandNamed, ...(sentiment !== null && { sentiment }) }]),
    ...competitors.flatMap(({ id, name }) => {
      const mentioned = saysOf(id);
      return mentioned === undefined ? [] : [{ subject: name, mentioned }];
    }),
  ];
  return {
    id: answer.id,
    platform: answer.platform,
    question: answer.question,
    project: {
      brand: brand.name,
      aliases: brand.aliases,
      website: brand.website,
      competitors: competitors.map(({ id: _, ...subject }) => subject),
    },
    text: answer.text,
    citations: answer.citations.map(({ url, title }) => ({ url, title })),
    labels,
  };
}
