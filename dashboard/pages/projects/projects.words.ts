import { instant } from '../../format.ts';
import type { ListedProject } from './projects.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  last30DaysWithThe95Interval:
    'Last 30 days, with the 95% interval of each score. Changes are against the same number of days before.',
  noProjectsYet: 'No projects yet.',
  aProjectMonitorsOneBrand: 'A project monitors one brand: its names, the prompts that are asked and its competitors.',
  hideArchivedProjects: 'Hide archived projects',
  showArchivedProjects: 'Show archived projects',
  noArchivedProjects: 'No archived projects.',
} as const;

/** A word for how a project is, and what that means now. */
interface ProjectState {
  word: string;
  text: string | null;
}

type Stated = Pick<ListedProject, 'isPaused' | 'monitoring' | 'analysis'>;

/** What to know of a project before its numbers: what stops them or makes them old comes first. */
export function stateOf({ isPaused, monitoring, analysis }: Stated): ProjectState {
  const { lastRunAt = null, nextRunAt = null } = monitoring ?? {};
  const last = lastRunAt === null ? null : `last asked ${instant(lastRunAt)}`;
  if (analysis?.state === 'RUNNING') return { word: 'Re-analysing', text: 'numbers still use the old names' };
  if (analysis?.state === 'OUTDATED') return { word: 'Outdated', text: 'answers will be re-analysed' };
  if (isPaused) return { word: 'Paused', text: last ?? 'nothing is asked' };
  if (lastRunAt !== null) return { word: 'Active', text: last };
  if (nextRunAt !== null) return { word: 'Waiting', text: `first answers by ${instant(nextRunAt)}` };
  return { word: 'Idle', text: 'no active prompts' };
}

/** Whether a project has the words in its name or address, in whatever letter case. */
export function isNamed({ name, websiteUrl }: Pick<ListedProject, 'name' | 'websiteUrl'>, words: string): boolean {
  return `${name} ${websiteUrl}`.toLocaleLowerCase('en').includes(words.trim().toLocaleLowerCase('en'));
}
