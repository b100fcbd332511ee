/**
 * Whether prompt `q` of project `p` and account `a` is to be asked, as an SQL condition: for planning, and for showing
 * when it is asked next.
 */
export const IS_WANTED = `q.archived_at is null and q.is_active and p.archived_at is null and p.is_active
     and not p.is_paused and a.subscription = 'active'`;

/** What speaks against asking it now, as the reason of its run; null exactly where {@link IS_WANTED} holds. */
export const WHY_UNWANTED = `case
       when q.archived_at is not null or p.archived_at is not null then 'archived'
       when not q.is_active or not p.is_active or a.subscription <> 'active' then 'inactive'
       when p.is_paused then 'paused'
     end`;

/**
 * The places of account $1's prompts among those that count for capacity, by creation, and among those of their
 * frequency: unarchived ones of unarchived projects, active or not.
 */
export const PLACES = `(
     select q.id, (row_number() over (order by q.created_at, q.id))::int as place,
       (row_number() over (partition by q.monitoring_frequency order by q.created_at, q.id))::int as place_of_frequency
     from prompt q
     join project p on p.account_id = $1 and p.id = q.project_id and p.archived_at is null
     where q.account_id = $1 and q.archived_at is null
   )`;
