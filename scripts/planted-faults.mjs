/** What `plant-faults.mjs` plants faults in: the files, and the tests that guard them, the quick ones first. */
export const SUBJECTS = {
  admission: {
    files: ['src/core/admission/admission.ts', 'src/core/admission/admission.sql.ts'],
    tests: [
      'test/core/admission/',
      'test/http/rate-limit',
      'test/core/people/(sessions|own-keys)',
      'test/http/network',
    ],
  },
  access: {
    files: ['src/core/access/access.ts', 'src/core/access/project-limit.ts'],
    tests: ['test/core/(tenants|verbs)', 'test/core/people/project-limit', 'test/rest/access', 'test/graphql/limited-'],
  },
  prices: {
    files: ['src/graphql/operation/operation-price.ts', 'src/core/field-prices.ts'],
    tests: [
      'test/graphql/(operation-price|field-prices|bounds|bulk-prompts|segments|schema)',
      'test/mcp/mcp-admission',
    ],
  },
  intervals: {
    files: ['src/core/metrics/shares.ts', 'src/core/metrics/paired-comparison.ts', 'src/core/metrics/mean-rank.ts'],
    tests: ['test/core/(comparison|paired-comparison|clustering|mean-rank|percent)'],
  },
  names: {
    files: ['src/analysis/names/mention-finder.ts', 'src/analysis/names/name-mentions.ts'],
    tests: ['test/analysis/(mentions|pattern|names|rule-tables|hostile-names|lists|corpus)'],
  },
  citations: {
    files: ['src/analysis/citations/page-address.ts', 'src/analysis/citations/page-citations.ts'],
    tests: ['test/analysis/(citations|reading)', 'test/platforms/'],
  },
  sessions: {
    files: ['src/core/people/holder-sessions.ts'],
    tests: ['test/core/people/(sessions|security-events|expired-access)', 'test/web/(session|step-up|second-factor)'],
  },
  'guarded fetch': {
    files: ['src/sending/guarded-request.ts'],
    tests: ['test/sending/(guarded-request|receivers)', 'test/core/destinations'],
  },
  deliveries: {
    files: ['src/sending/deliver.ts', 'src/sending/delivery-queue.ts', 'src/sending/retries.ts'],
    tests: ['test/sending/'],
  },
  retention: {
    files: ['src/monitoring/upkeep/retention.ts', 'src/monitoring/upkeep/maintenance.ts'],
    tests: ['test/monitoring/(partitions|upkeep)', 'test/database/changes-of-projects', 'test/graphql/notes'],
  },
  scan: {
    files: ['src/monitoring/alerts/scan.ts', 'src/monitoring/alerts/move-decisions.ts'],
    tests: ['test/monitoring/alerts/'],
  },
  slots: {
    files: ['src/core/schedule/periods.ts', 'src/monitoring/engine/decide-runs.ts', 'src/monitoring/engine/claim.ts'],
    tests: [
      'test/core/schedule/',
      'test/monitoring/engine/(decide-runs|planner|claims|look|repeats|requested-runs|paid-calls|ledger)',
    ],
  },
};

/** Faults that change nothing a caller could see, by a part of their line, and why. */
export const EQUIVALENT_FAULTS = [];
