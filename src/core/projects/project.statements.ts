import { statement } from '../../database/rows.js';
import type { ProjectRow } from './project.view.js';

export const PROJECT_COLUMNS = `id, name, brand_name, aliases, website_url, favicon_url, description, target_country,
  main_topic, platforms, monitoring_frequency, auto_discover_competitors, is_active, is_paused, created_at, updated_at`;

export const LIST_PROJECTS = statement<ProjectRow>(
  'list-projects',
  `select ${PROJECT_COLUMNS}
   from project
   where account_id = $1 and archived_at is null
   order by created_at, id`,
);

export const FIND_PROJECTS = statement<ProjectRow>(
  'find-projects',
  `select ${PROJECT_COLUMNS}
   from project
   where account_id = $1 and id = any ($2::uuid[]) and archived_at is null`,
);

export const COUNT_PROJECTS = statement<{ total: number }>(
  'count-projects',
  `select count(*)::int as total
   from project
   where account_id = $1 and archived_at is null`,
);
