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
