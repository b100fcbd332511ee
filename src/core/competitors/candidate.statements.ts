import { statement } from '../../database/rows.js';

/**
 * The present candidate of each of the keys $3: an untracked one, or that of a competitor, the oldest where
 * competitors share a name. Candidates of removed competitors belong to the past alone.
 */
export const FIND_CURRENT_CANDIDATES = statement<{ name_key: string; id: string }>(
  'find-current-candidates',
  `select distinct on (f.name_key) f.name_key, f.id
   from (
     select k.name_key, k.id, k.created_at
     from competitor_candidate k
     where k.account_id = $1 and k.project_id = $2 and k.name_key = any ($3::text[]) and k.competitor_id is null
     union all
     select k.name_key, k.id, k.created_at
     from competitor_candidate k
     join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
     where k.account_id = $1 and k.project_id = $2 and k.name_key = any ($3::text[]) and k.competitor_id is not null
   ) f
   order by f.name_key, f.created_at, f.id`,
);

/** Under `LOCK_NAMES`, and for names that have no current candidate. */
export const CREATE_CANDIDATES = statement<object>(
  'create-candidates',
  `insert into competitor_candidate (account_id, id, project_id, name, name_key)
   select $1, r.id, $2, r.name, r.name_key
   from json_to_recordset($3::json) as r (id uuid, name text, name_key text)`,
);

/** Those of the candidates $3 that are neither tracked nor dismissed, in the order given. */
export const LIST_UNTRACKED = statement<{ name: string; name_key: string }>(
  'list-untracked-candidates',
  `select k.name, k.name_key
   from unnest($3::uuid[]) with ordinality as w (id, place)
   join competitor_candidate k on k.account_id = $1 and k.id = w.id
   where k.project_id = $2 and k.competitor_id is null and k.dismissed_at is null
   order by w.place`,
);

/** Every competitor that a project has or had. */
export const LIST_COMPETITOR_NAMES = statement<{ name: string; aliases: string[]; is_discovered: boolean }>(
  'list-competitor-names',
  `select name, aliases, discovery_method = 'auto' and removed_at is null as is_discovered
   from competitor
   where account_id = $1 and project_id = $2`,
);
