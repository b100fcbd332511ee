import { daysBefore } from '../../src/core/timestamp.js';
import type { PointCase } from './cases.js';
import type { DeepProject } from './project.js';

const COPIES = 29;
const DAYS_BACK = 90;
const RUN = 'id platform trigger periodDate state reason message attempts plannedAt finishedAt model';

/** Runs of one deep project, and what stands beside them. */
export function runCases(project: DeepProject): PointCase[] {
  const { projectId, promptIds } = project;
  const copies = (fieldFor: (at: number) => string, most = COPIES) =>
    Array.from({ length: most }, (_, at) => `a${at}: ${fieldFor(at)}`).join(' ');
  const below = (name: string, fields: string) => plain(name, `project(id: "${projectId}") { ${fields} }`);
  const page = (name: string, args: string, fields: string, most?: number) =>
    below(
      name,
      copies((at) => `runs(${daysOf(project, at)}, ${args}) { ${fields} }`, most),
    );
  return [
    page('runs', 'first: 100', `nodes { ${RUN} }`, 28),
    page('runs: first 1', 'first: 1', 'nodes { id }'),
    page('runs: totalCount', 'first: 1', 'totalCount'),
    page('runs: a state that none has', 'state: SKIPPED, first: 1', 'nodes { id }'),
    page('runs: one platform', 'platform: GEMINI, first: 1', 'totalCount nodes { id }'),
    page('runs: one prompt', `promptId: "${promptIds[0]}", first: 100`, 'totalCount nodes { id }'),
    page('runs: prompt', 'first: 20', 'nodes { prompt { id promptText } }'),
    page('runs: response', 'first: 20', 'nodes { response { id sentiment brandMentions { start end } } }', 20),
    below('runs: texts', `runs(${daysOf(project, 0)}, first: 100) { nodes { response { text citations { url } } } }`),
    below('monitoring', 'monitoring { nextRunAt lastRunAt queued running failedToday skippedToday }'),
    below('prompts: nextRunAt', 'prompts(first: 100) { nodes { nextRunAt } }'),
    below('prompts: lastRuns', `prompts(first: 100) { nodes { lastRuns { ${RUN} } } }`),
    plain(
      'platformStatus',
      copies(() => 'platformStatus { platform isConfigured state reason pausedUntil }'),
    ),
  ];
}

/** Days that differ by the copy, so that no two copies are one question. */
function daysOf({ today }: DeepProject, at: number): string {
  return `from: "${daysBefore(today, DAYS_BACK - at)}", to: "${today}"`;
}

function plain(name: string, fields: string): PointCase {
  return { name, operationFor: () => ({ query: `{ ${fields} }`, variables: {} }) };
}
