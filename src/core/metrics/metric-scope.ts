/** The scope of each metric: the project, archived or not, and the analysis its readers see. Binds $1 and $2. */
export const SCOPE = `scope as (
     select p.account_id, p.id as project_id, p.name, p.brand_name, p.platforms, s.analysis_id
     from project p
     left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
     where p.account_id = $1 and p.id = any ($2::uuid[])
   )`;

/** Joins a daily rollup `r` to the scope for the days $3 to $4. */
export const IN_SCOPE = `r.account_id = $1 and r.project_id = x.project_id and r.analysis_id = x.analysis_id
       and r.bucket_date between $3 and $4`;
