/** The examples of each operation in `openapi.json`, as on the wire; a test checks them against the schemas. */

const PROJECT_ID = '5f0c2d4e-8a1b-4c3d-9e2f-6a7b8c9d0e1f';
const COMPETITOR_ID = '0d9c8b7a-6f5e-4d3c-8b2a-1f0e9d8c7b6a';

const PROJECT = {
  id: PROJECT_ID,
  account_id: 'c1d2e3f4-a5b6-4789-8abc-def012345678',
  name: 'Northwind Running',
  brand_name: 'Northwind Running',
  website_url: 'https://northwind.example',
  favicon_url: null,
  description: 'Road and trail shoes',
  target_country: 'US',
  main_topic: 'running shoes',
  settings: { platforms: ['chatgpt', 'perplexity'], monitoring_frequency: 'weekly', auto_discover_competitors: false },
  is_active: true,
  is_paused: false,
  created_at: '2026-11-02T09:30:00.000Z',
  updated_at: '2026-11-02T09:30:00.000Z',
};

const PROMPT = {
  id: '9a8b7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d',
  project_id: PROJECT_ID,
  prompt_text: 'What are the best running shoes for beginners?',
  platforms: ['chatgpt', 'perplexity'],
  monitoring_frequency: 'weekly',
  category: null,
  tags: ['beginners'],
  is_active: true,
  created_at: '2026-11-02T09:31:00.000Z',
  updated_at: '2026-11-02T09:31:00.000Z',
};

const COMPETITOR = {
  id: COMPETITOR_ID,
  project_id: PROJECT_ID,
  name: 'Contoso Trail',
  website_url: 'https://contoso.example',
  description: '',
  discovery_method: 'manual',
  is_active: true,
  created_at: '2026-11-02T09:32:00.000Z',
  updated_at: '2026-11-02T09:32:00.000Z',
};

const AGGREGATES = {
  total_mentions_count: 128,
  visibility_score: 41,
  market_share: 36.57,
  first_seen_at: '2026-08-03T00:12:09.000Z',
  last_seen_at: '2026-11-02T08:44:51.000Z',
};

const RATE_LIMIT = { limit: 60, remaining: 59, reset: 1793611860 };
const DELETED = { data: { deleted: true } };
const CHATGPT = { response_count: 24, brand_mention_count: 15, visibility_score: 63 };
const PERPLEXITY = { response_count: 16, brand_mention_count: 6, visibility_score: 38 };

const VISIBILITY = {
  project_id: PROJECT_ID,
  window: { from: '2026-10-03', to: '2026-11-02' },
  by_platform: { chatgpt: CHATGPT, perplexity: PERPLEXITY },
  score: 53,
  trend: [
    { date: '2026-10-26', score: 50, responses: 20 },
    { date: '2026-11-02', score: 55, responses: 20 },
  ],
};

const DAY = { bucket_date: '2026-11-02', provider: 'chatgpt' };
const MENTIONS = [
  { competitor_candidate_id: null, competitor_id: null, ...DAY, mention_count: 19, response_count: 11 },
  {
    competitor_candidate_id: '7e6d5c4b-3a29-4817-8605-f4e3d2c1b0a9',
    competitor_id: COMPETITOR_ID,
    ...DAY,
    mention_count: 9,
    response_count: 7,
  },
];

const CITED_DOMAIN = {
  domain: 'runnersguide.example',
  citation_count: 31,
  response_count: 22,
  first_seen: '2026-10-05T00:12:09.000Z',
  last_seen: '2026-11-02T08:44:51.000Z',
  top_urls: [{ url: 'https://runnersguide.example/beginners', count: 18 }],
};

interface OperationExample {
  request?: object;
  response: object;
}

/** By operation id. */
export const EXAMPLES: Readonly<Record<string, OperationExample>> = {
  listProjects: { response: { data: [PROJECT] } },
  createProject: {
    request: {
      brand_name: PROJECT.brand_name,
      website_url: PROJECT.website_url,
      description: PROJECT.description,
      main_topic: PROJECT.main_topic,
    },
    response: { data: PROJECT },
  },
  getProject: { response: { data: PROJECT } },
  updateProject: {
    request: { settings: { monitoring_frequency: 'daily' } },
    response: {
      data: {
        ...PROJECT,
        settings: { ...PROJECT.settings, monitoring_frequency: 'daily' },
        updated_at: '2026-11-03T07:00:00.000Z',
      },
    },
  },
  deleteProject: { response: DELETED },
  listPrompts: { response: { data: [PROMPT] } },
  createPrompt: {
    request: { prompt_text: PROMPT.prompt_text, tags: PROMPT.tags },
    response: { data: PROMPT },
  },
  getPrompt: { response: { data: PROMPT } },
  updatePrompt: {
    request: { is_active: false },
    response: { data: { ...PROMPT, is_active: false, updated_at: '2026-11-03T07:00:00.000Z' } },
  },
  deletePrompt: { response: DELETED },
  listCompetitors: { response: { data: [{ ...COMPETITOR, ...AGGREGATES }] } },
  createCompetitor: {
    request: { name: COMPETITOR.name, website_url: COMPETITOR.website_url },
    response: { data: COMPETITOR },
  },
  deleteCompetitor: { response: DELETED },
  getVisibility: { response: { data: VISIBILITY } },
  getMentions: {
    response: {
      data: { mentions: MENTIONS },
      pagination: { limit: 50, offset: 0, has_more: false },
      rate_limit: RATE_LIMIT,
    },
  },
  getCitations: { response: { data: [CITED_DOMAIN], meta: { total: 1, cursor: null } } },
  getSentiment: {
    response: {
      data: { sentiment: { positive: 12, neutral: 6, negative: 1, mixed: 2, total: 21 } },
      rate_limit: RATE_LIMIT,
    },
  },
};
