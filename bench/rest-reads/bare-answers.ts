import { type Pool, types } from 'pg';
import { LIST_JSON, LIST_ROWS, VISIBILITY_JSON, VISIBILITY_ROWS } from './bare-statements.js';

export interface Period {
  from: string;
  to: string;
}

interface BareAnswers {
  list: (pool: Pool, accountId: string) => Promise<string>;
  visibility: (pool: Pool, accountId: string, projectId: string, period: Period) => Promise<string>;
}

/** Dates as PostgreSQL writes them, as a careful hand would have it: a Date an instant costs more than the rest. */
for (const type of [types.builtins.DATE, types.builtins.TIMESTAMPTZ]) types.setTypeParser(type, (text) => text);

/** The answers of the specification, made by hand in two ways: from rows, and in SQL. */
export const BARE_ANSWERS: Readonly<Record<'rows' | 'json', BareAnswers>> = {
  rows: { list: listFromRows, visibility: visibilityFromRows },
  json: {
    list: (pool, accountId) => inSql(pool, 'list-json', LIST_JSON, [accountId]),
    visibility: (pool, accountId, projectId, { from, to }) =>
      inSql(pool, 'visibility-json', VISIBILITY_JSON, [accountId, projectId, from, to]),
  },
};

async function inSql(pool: Pool, name: string, text: string, values: string[]): Promise<string> {
  const { rows } = await pool.query<{ body: string }>({ name, text, values });
  return rows[0]?.body ?? '';
}

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

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((200 * part + whole) / (2 * whole));
}

/** `2026-11-02 09:30:00.12+00` as ISO 8601 with milliseconds. */
function toIso(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
