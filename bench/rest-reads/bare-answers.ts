import type { Pool } from 'pg';
import { inSql, percent, toIso } from '../shared/bare-listener.js';
import { LIST_JSON, LIST_ROWS, VISIBILITY_JSON, VISIBILITY_ROWS } from './bare-statements.js';

export interface Period {
  from: string;
  to: string;
}

interface BareAnswers {
  list: (pool: Pool, accountId: string) => Promise<string>;
  visibility: (pool: Pool, accountId: string, projectId: string, period: Period) => Promise<string>;
}

/** The responses of the specification, made by hand in two ways: from rows, and in SQL. */
export const BARE_ANSWERS: Readonly<Record<'rows' | 'json', BareAnswers>> = {
  rows: { list: listFromRows, visibility: visibilityFromRows },
  json: {
    list: (pool, accountId) => inSql(pool, 'list-json', LIST_JSON, [accountId]),
    visibility: (pool, accountId, projectId, { from, to }) =>
      inSql(pool, 'visibility-json', VISIBILITY_JSON, [accountId, projectId, from, to]),
  },
};

async function listFromRows(pool: Pool, accountId: string): Promise<string> {
  const { rows } = await pool.query({ name: 'list-rows', text: LIST_ROWS, values: [accountId] });
  const data = rows.map((row) => ({
    id: row.id,
    account_id: row.account_id,
    name: row.name,
    brand_name: row.brand_name,
    website_url: row.website_url,
    favicon_url: row.favicon_url,
    description: row.description,
    target_country: row.target_country,
    main_topic: row.main_topic,
    settings: {
      platforms: row.platforms,
      monitoring_frequency: row.monitoring_frequency,
      auto_discover_competitors: row.auto_discover_competitors,
    },
    is_active: row.is_active,
    is_paused: row.is_paused,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  }));
  return JSON.stringify({ data });
}

async function visibilityFromRows(pool: Pool, accountId: string, projectId: string, window: Period): Promise<string> {
  const values = [accountId, projectId, window.from, window.to];
  const { rows } = await pool.query({ name: 'visibility-rows', text: VISIBILITY_ROWS, values });
  const trend: object[] = [];
  const byPlatform: Record<string, object> = {};
  let responses = 0;
  let naming = 0;
  for (const row of rows) {
    const score = percent(row.naming, row.responses);
    if (row.platform !== null) {
      byPlatform[row.platform] = {
        response_count: row.responses,
        brand_mention_count: row.naming,
        visibility_score: score,
      };
    } else {
      trend.push({ date: row.bucket_date, score, responses: row.responses });
      responses += row.responses;
      naming += row.naming;
    }
  }
  const score = percent(naming, responses);
  return JSON.stringify({ data: { project_id: projectId, window, by_platform: byPlatform, score, trend } });
}
