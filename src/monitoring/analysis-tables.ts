import { ROLLUPS } from './rollup/rollups.js';

/** What an analysis saw in answers, partitioned by month as these are. */
export const FACT_TABLES: readonly string[] = ['answer_reading', 'answer_mention', 'answer_citation'];

/** Every table whose rows belong to an analysis and go with it, by `account_id`, `project_id` and `analysis_id`. */
export const ANALYSIS_TABLES: readonly string[] = [...FACT_TABLES, ...ROLLUPS.map(({ table }) => table)];
