import type { Pool } from 'pg';
import { inSql, percent, toIso } from '../shared/bare-listener.js';
import { DASHBOARD_JSON, DASHBOARD_ROWS, LIST_JSON, LIST_ROWS, TREND_JSON, TREND_ROWS } from './bare-statements.js';

/** How one operation is answered: by its account and its variables. */
type Answer = (pool: Pool, accountId: string, variables: Record<string, string>) => Promise<string>;

/** The data of the three operations, by operation name, made by hand in two ways: from rows, and in SQL. */
export const BARE_ANSWERS: Readonly<Record<'rows' | 'json', Readonly<Record<string, Answer>>>> = {
  rows: { Projects: listFromRows, Dashboard: dashboardFromRows, Trend: trendFromRows },
  json: {
    Projects: (pool, accountId) => inSql(pool, 'list-json', LIST_JSON, [accountId]),
    Dashboard: (pool, accountId, { from = '', to = '' }) =>
      inSql(pool, 'dashboard-json', DASHBOARD_JSON, [accountId, from, to]),
    Trend: (pool, accountId, { id = '', from = '', to = '' }) =>
      inSql(pool, 'trend-json', TREND_JSON, [accountId, id, from, to]),
  },
};

async function listFromRows(pool: Pool, accountId: string): Promise<string> {
  const { rows } = await pool.query({ name: 'list-rows', text: LIST_ROWS, values: [accountId] });
  const nodes = rows.map((row) => ({
    id: row.id,
    name: row.name,
    brandName: row.brand_name,
    websiteUrl: row.website_url,
    faviconUrl: row.favicon_url,
    description: row.description,
    targetCountry: row.target_country,
    mainTopic: row.main_topic,
    settings: {
      platforms: row.platforms.map((platform: string) => platform.toUpperCase()),
      monitoringFrequency: row.monitoring_frequency.toUpperCase(),
      autoDiscoverCompetitors: row.auto_discover_competitors,
    },
    isActive: row.is_active,
    isPaused: row.is_paused,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  }));
  return JSON.stringify({ data: { projects: { nodes } } });
}

async function dashboardFromRows(
  pool: Pool,
  accountId: string,
  { from = '', to = '' }: Record<string, string>,
): Promise<string> {
  const ask = (name: keyof typeof DASHBOARD_ROWS, ...days: string[]) =>
    pool.query({ name: `dashboard-${name}`, text: DASHBOARD_ROWS[name], values: [accountId, ...days] });
  const [projects, prompts, competitors, visibility] = await Promise.all([
    ask('projects'),
    ask('prompts'),
    ask('competitors'),
    ask('visibility', from, to),
  ]);
  const nodes = projects.rows.map((row) => ({
    id: row.id,
    name: row.name,
    brandName: row.brand_name,
    prompts: { nodes: [] as object[] },
    competitors: { nodes: [] as object[] },
    visibility: { score: 0 },
  }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, project_id, prompt_text, is_active, created_at } of prompts.rows) {
    const prompt = { id, promptText: prompt_text, isActive: is_active, createdAt: toIso(created_at) };
    byId.get(project_id)?.prompts.nodes.push(prompt);
  }
  for (const { id, project_id, name, website_url, discovery_method } of competitors.rows) {
    const competitor = { id, name, websiteUrl: website_url, discoveryMethod: discovery_method.toUpperCase() };
    byId.get(project_id)?.competitors.nodes.push(competitor);
  }
  for (const row of visibility.rows) {
    const project = byId.get(row.project_id);
    if (project) project.visibility.score = percent(row.naming, row.responses);
  }
  return JSON.stringify({ data: { projects: { nodes } } });
}

async function trendFromRows(
  pool: Pool,
  accountId: string,
  { id = '', from = '', to = '' }: Record<string, string>,
): Promise<string> {
  const { rows } = await pool.query({ name: 'trend-rows', text: TREND_ROWS, values: [accountId, id, from, to] });
  let responses = 0;
  let naming = 0;
  const trend: object[] = [];
  for (const row of rows) {
    if (row.bucket_date === null) continue;
    responses += row.responses;
    naming += row.naming;
    trend.push({ date: row.bucket_date, score: percent(row.naming, row.responses), responses: row.responses });
  }
  const visibility = { score: percent(naming, responses), trend };
  return JSON.stringify({ data: { project: { id, name: rows[0]?.name, visibility } } });
}
