import {
  CITATION_ROWS,
  countDailyRows,
  type DailyKeyView,
  type DailyRows,
  dailyPages,
  MENTION_ROWS,
  PROMPT_ROWS,
  SENTIMENT_ROWS,
  VISIBILITY_ROWS,
} from '../reporting/daily-rows.js';
import { type Columns, column, type FileKind, fileOf } from './file-kind.js';

/** Daily rollups as files: a row for each day and platform, and name, domain or question where there is one. */

const KEY = {
  project_id: column.text((row: DailyKeyView) => row.projectId),
  project_name: column.text((row: DailyKeyView) => row.projectName),
  platform: column.text((row: DailyKeyView) => row.platform),
  date: column.date((row: DailyKeyView) => row.date),
};

export const VISIBILITY_FILE = bounded(VISIBILITY_ROWS, {
  visibility_score: column.double((row) => row.visibilityScore),
  brand_mention_count: column.integer((row) => row.brandMentionCount),
  response_count: column.integer((row) => row.responseCount),
});

export const SENTIMENT_FILE = bounded(SENTIMENT_ROWS, {
  positive: column.integer((row) => row.positive),
  neutral: column.integer((row) => row.neutral),
  negative: column.integer((row) => row.negative),
  mixed: column.integer((row) => row.mixed),
  total: column.integer((row) => row.total),
});

export const MENTIONS_FILE = counted(MENTION_ROWS, {
  name: column.text((row) => row.name),
  is_brand: column.boolean((row) => row.isBrand),
  competitor_candidate_id: column.text((row) => row.competitorCandidateId),
  competitor_id: column.text((row) => row.competitorId),
  mention_count: column.integer((row) => row.mentionCount),
  response_count: column.integer((row) => row.responseCount),
});

export const CITATIONS_FILE = counted(CITATION_ROWS, {
  domain: column.text((row) => row.domain),
  citation_count: column.integer((row) => row.citationCount),
  response_count: column.integer((row) => row.responseCount),
});

export const PROMPTS_DAILY_FILE = counted(PROMPT_ROWS, {
  prompt_id: column.text((row) => row.promptId),
  prompt_text: column.text((row) => row.promptText),
  market_id: column.text((row) => row.marketId),
  market: column.text((row) => row.market),
  response_count: column.integer((row) => row.responseCount),
  brand_mention_count: column.integer((row) => row.brandMentionCount),
});

/** A row for each day and platform: 364 at most. */
function bounded<Measures, View>(daily: DailyRows<Measures, View>, columns: Columns<DailyKeyView & View>): FileKind {
  return fileOf(
    { isOfPeriod: true, count: null, pages: (ctx, scope) => dailyPages(ctx, daily, scope) },
    {
      ...KEY,
      ...columns,
    },
  );
}

function counted<Measures, View>(daily: DailyRows<Measures, View>, columns: Columns<DailyKeyView & View>): FileKind {
  return {
    ...bounded(daily, columns),
    count: (ctx, scope, most) => countDailyRows(ctx, daily, scope, most),
  };
}
