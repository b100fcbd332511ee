import type { Frequency, Platform } from '../../src/entities/vocabulary.js';
import { type ApiCaller, sql } from './api.js';
import { dataOf } from './expectations.js';

/** What the specification's section 2 shows of each resource. */
export interface WireProject {
  id: string;
  account_id: string;
  name: string;
  brand_name: string;
  website_url: string;
  favicon_url: string | null;
  description: string;
  target_country: string;
  main_topic: string;
  settings: { platforms: Platform[]; monitoring_frequency: Frequency; auto_discover_competitors: boolean };
  is_active: boolean;
  is_paused: boolean;
  created_at: string;
  updated_at: string;
}

export interface WirePrompt {
  id: string;
  project_id: string;
  prompt_text: string;
  platforms: Platform[];
  monitoring_frequency: Frequency;
  category: string | null;
  tags: string[];
  is_active: boolean;
  created_at: string;
  updated_at: string;
}

export interface WireCompetitor {
  id: string;
  project_id: string;
  name: string;
  website_url: string;
  description: string;
  discovery_method: string;
  is_active: boolean;
  created_at: string;
  updated_at: string;
  total_mentions_count?: number;
  visibility_score?: number;
  market_share?: number;
  first_seen_at?: string;
  last_seen_at?: string;
}

export const BRAND = { brand_name: 'Northwind', website_url: 'https://northwind.example' };

export async function createProject(caller: ApiCaller, fields: object = {}): Promise<WireProject> {
  return dataOf<WireProject>(await caller.post('/projects', { ...BRAND, ...fields }), 201);
}

let texts = 0;

/** A prompt whose text is like no other unless the fields say so. */
export async function createPrompt(caller: ApiCaller, projectId: string, fields: object = {}): Promise<WirePrompt> {
  texts += 1;
  const body = { prompt_text: `Which tea is best, ask ${texts}?`, ...fields };
  return dataOf<WirePrompt>(await caller.post(`/projects/${projectId}/prompts`, body), 201);
}

export async function createCompetitor(
  caller: ApiCaller,
  projectId: string,
  fields: object = {},
): Promise<WireCompetitor> {
  return dataOf<WireCompetitor>(
    await caller.post(`/projects/${projectId}/competitors`, { name: 'Contoso', ...fields }),
    201,
  );
}

/** Prompts written past the API: for tests about what comes after many. The oldest comes first. */
export async function seedPrompts(
  caller: ApiCaller,
  projectId: string,
  count: number,
  frequency: Frequency = 'weekly',
): Promise<{ id: string; text: string }[]> {
  const seeded = await sql<{ id: string; text: string }>(
    caller.api.db,
    `insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency)
     select $1, gen_random_uuid(), $2, 'Seeded ' || n, sha256(convert_to('seeded ' || n, 'UTF8')), '{chatgpt}', $4
     from generate_series(1, $3::int) n
     returning id, prompt_text as text`,
    [caller.account.accountId, projectId, count, frequency],
  );
  return seeded;
}
