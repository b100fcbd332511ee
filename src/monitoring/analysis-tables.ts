import { ROLLUPS } from './facts/rollups.js';

/** The facts of an analysis, partitioned by month as the answers are. */
export const FACT_TABLES: readonly string[] = ['answer_reading', 'answer_mention', 'answer_citation'];

/** Every table whose rows belong to an analysis and are deleted with it, by account, project and analysis. */
export const ANALYSIS_TABLES: readonly string[] = [...FACT_TABLES, ...ROLLUPS.map(({ table }) => table)];
