// Written by generate.mjs from openapi.json.
export interface Schemas {
  CreateProject: { "brand_name": string; "website_url": string; "description"?: string; "target_country"?: string; "main_topic"?: string; };
  UpdateProject: { "brand_name"?: string; "website_url"?: string; "description"?: string; "target_country"?: string; "main_topic"?: string; "settings"?: { "platforms"?: (Schemas['Platform'])[]; "monitoring_frequency"?: Schemas['Frequency']; "auto_discover_competitors"?: boolean; }; };
  Platform: "chatgpt" | "perplexity" | "claude" | "gemini";
  Frequency: "daily" | "weekly";
  CreatePrompt: { "prompt_text": string; "platforms"?: (Schemas['Platform'])[]; "monitoring_frequency"?: Schemas['Frequency']; "tags"?: (string)[]; };
  UpdatePrompt: { "prompt_text"?: string; "monitoring_frequency"?: Schemas['Frequency']; "tags"?: (string)[]; "is_active"?: boolean; "platforms"?: (Schemas['Platform'])[]; };
  CreateCompetitor: { "name": string; "website_url"?: string; "description"?: string; };
  Project: { "id": string; "account_id": string; "name": string; "brand_name": string; "website_url": string; "favicon_url": string | null; "description": string; "target_country": string; "main_topic": string; "settings": Schemas['ProjectSettings']; "is_active": boolean; "is_paused": boolean; "created_at": string; "updated_at": string; };
  ProjectSettings: { "platforms": (Schemas['Platform'])[]; "monitoring_frequency": Schemas['Frequency']; "auto_discover_competitors": boolean; };
  Error: { "success": false; "error": { "code": "VALIDATION_ERROR" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "RATE_LIMIT_EXCEEDED" | "SERVICE_KILL_SWITCH_ACTIVE" | "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR"; "message": string; }; };
  Prompt: { "id": string; "project_id": string; "prompt_text": string; "platforms": (Schemas['Platform'])[]; "monitoring_frequency": Schemas['Frequency']; "category": string | null; "tags": (string)[]; "is_active": boolean; "created_at": string; "updated_at": string; };
  ListedCompetitor: { "id": string; "project_id": string; "name": string; "website_url": string; "description": string; "discovery_method": Schemas['DiscoveryMethod']; "is_active": boolean; "created_at": string; "updated_at": string; "total_mentions_count"?: number; "visibility_score"?: number; "market_share"?: number; "first_seen_at"?: string; "last_seen_at"?: string; };
  DiscoveryMethod: "manual" | "auto";
  Competitor: { "id": string; "project_id": string; "name": string; "website_url": string; "description": string; "discovery_method": Schemas['DiscoveryMethod']; "is_active": boolean; "created_at": string; "updated_at": string; };
  Visibility: { "project_id": string; "window": { "from": string; "to": string; }; "by_platform": { [Key in "chatgpt" | "perplexity" | "claude" | "gemini"]?: { "response_count": number; "brand_mention_count": number; "visibility_score": number; } }; "score": number; "trend": ({ "date": string; "score": number; "responses": number; })[]; };
  MentionBucket: { "competitor_candidate_id": (string) | (null); "competitor_id": (string) | (null); "bucket_date": string; "mention_count": number; "response_count": number; "provider": Schemas['Platform']; };
  RateLimit: { "limit": number; "remaining": number; "reset": number; };
  CitedDomain: { "domain": string; "citation_count": number; "response_count": number; "first_seen": string; "last_seen": string; "top_urls": ({ "url": string; "count": number; })[]; };
  Sentiment: { "positive": number; "neutral": number; "negative": number; "mixed": number; "total": number; };
}

/** By method and path: what is sent, and what a success answers. */
export interface Operations {
  'GET /projects': { path: Record<string, never>; query: Record<string, never>; body: never; answer: { "data": (Schemas['Project'])[]; }; };
  'POST /projects': { path: Record<string, never>; query: Record<string, never>; body: Schemas['CreateProject']; answer: { "data": Schemas['Project']; }; };
  'GET /projects/{projectId}': { path: { "projectId": string; }; query: Record<string, never>; body: never; answer: { "data": Schemas['Project']; }; };
  'PATCH /projects/{projectId}': { path: { "projectId": string; }; query: Record<string, never>; body: Schemas['UpdateProject']; answer: { "data": Schemas['Project']; }; };
  'DELETE /projects/{projectId}': { path: { "projectId": string; }; query: Record<string, never>; body: never; answer: { "data": { "deleted": true; }; }; };
  'GET /projects/{projectId}/prompts': { path: { "projectId": string; }; query: Record<string, never>; body: never; answer: { "data": (Schemas['Prompt'])[]; }; };
  'POST /projects/{projectId}/prompts': { path: { "projectId": string; }; query: Record<string, never>; body: Schemas['CreatePrompt']; answer: { "data": Schemas['Prompt']; }; };
  'GET /prompts/{promptId}': { path: { "promptId": string; }; query: Record<string, never>; body: never; answer: { "data": Schemas['Prompt']; }; };
  'PATCH /prompts/{promptId}': { path: { "promptId": string; }; query: Record<string, never>; body: Schemas['UpdatePrompt']; answer: { "data": Schemas['Prompt']; }; };
  'DELETE /prompts/{promptId}': { path: { "promptId": string; }; query: Record<string, never>; body: never; answer: { "data": { "deleted": true; }; }; };
  'GET /projects/{projectId}/competitors': { path: { "projectId": string; }; query: Record<string, never>; body: never; answer: { "data": (Schemas['ListedCompetitor'])[]; }; };
  'POST /projects/{projectId}/competitors': { path: { "projectId": string; }; query: Record<string, never>; body: Schemas['CreateCompetitor']; answer: { "data": Schemas['Competitor']; }; };
  'DELETE /competitors/{competitorId}': { path: { "competitorId": string; }; query: Record<string, never>; body: never; answer: { "data": { "deleted": true; }; }; };
  'GET /projects/{projectId}/visibility': { path: { "projectId": string; }; query: { "from"?: string; "to"?: string; "window"?: "1d" | "7d" | "30d" | "90d"; "platforms"?: string; }; body: never; answer: { "data": Schemas['Visibility']; }; };
  'GET /projects/{projectId}/mentions': { path: { "projectId": string; }; query: { "from"?: string; "to"?: string; "window"?: "1d" | "7d" | "30d" | "90d"; "provider"?: Schemas['Platform']; "limit"?: number; "offset"?: number; }; body: never; answer: { "data": { "mentions": (Schemas['MentionBucket'])[]; }; "pagination": { "limit": number; "offset": number; "has_more": boolean; }; "rate_limit": Schemas['RateLimit']; }; };
  'GET /projects/{projectId}/citations': { path: { "projectId": string; }; query: { "from"?: string; "to"?: string; "window"?: "1d" | "7d" | "30d" | "90d"; "provider"?: Schemas['Platform']; "limit"?: number; "offset"?: number; "cursor"?: string; }; body: never; answer: { "data": (Schemas['CitedDomain'])[]; "meta": { "total": number; "cursor": string | null; }; }; };
  'GET /projects/{projectId}/sentiment': { path: { "projectId": string; }; query: { "from"?: string; "to"?: string; "window"?: "1d" | "7d" | "30d" | "90d"; }; body: never; answer: { "data": { "sentiment": Schemas['Sentiment']; }; "rate_limit": Schemas['RateLimit']; }; };
}
