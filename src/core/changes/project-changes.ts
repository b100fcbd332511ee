import type { InferEntity } from '@mikro-orm/core';
import type { Competitor, Project, Prompt } from '../../entities/project.entity.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { PLATFORM_NAMES } from '../platforms/platform-status.js';
import { noteChange, told } from './note-change.js';

/** Entries of `changesOf` for a row, which still holds what was before. */
type Changes = Readonly<Record<string, unknown>>;

/** Notes what a project's numbers may differ by: whether it is monitored, its platforms, its brand's names. */
export function noteProjectChanges(tx: Context, project: InferEntity<typeof Project>, changes: Changes, at: Date) {
  const { isPaused, platforms, brandName } = changes;
  if (isPaused === true) {
    noteChange(tx, project.id, { at, kind: 'monitoring_paused', text: 'Monitoring paused: no prompt is asked' });
  }
  if (isPaused === false) noteChange(tx, project.id, { at, kind: 'monitoring_resumed', text: 'Monitoring resumed' });
  if (Array.isArray(platforms)) notePlatforms(tx, project, platforms, at);
  if (typeof brandName === 'string') {
    const text = `Brand name changed from ${told(project.brandName)} to ${told(brandName)}`;
    noteChange(tx, project.id, { at, kind: 'names_changed', text });
  }
  const name = typeof brandName === 'string' ? brandName : project.brandName;
  noteNames(tx, { projectId: project.id, name, changes, at });
}

/** New prompts inherit the project's platforms; those that are there keep theirs. */
function notePlatforms(
  tx: Context,
  { id, platforms: before }: InferEntity<typeof Project>,
  after: readonly Platform[],
  at: Date,
): void {
  const added = after.filter((platform) => !before.includes(platform));
  const removed = before.filter((platform) => !after.includes(platform));
  const parts = [
    ...(added.length > 0 ? [`${namesOf(added)} added`] : []),
    ...(removed.length > 0 ? [`${namesOf(removed)} removed`] : []),
  ];
  if (parts.length === 0) return;
  noteChange(tx, id, { at, kind: 'platforms_changed', text: `Platforms of the project: ${parts.join(', ')}` });
}

function namesOf(platforms: readonly Platform[]): string {
  return platforms.map((platform) => PLATFORM_NAMES[platform]).join(' and ');
}

/** Notes what a competitor's numbers may differ by: its names and its site. */
export function noteCompetitorChanges(
  tx: Context,
  competitor: InferEntity<typeof Competitor>,
  changes: Changes,
  at: Date,
): void {
  const { projectId } = competitor;
  const { name } = changes;
  if (typeof name === 'string') {
    const text = `Competitor renamed from ${told(competitor.name)} to ${told(name)}`;
    noteChange(tx, projectId, { at, kind: 'competitor_renamed', text });
  }
  noteNames(tx, { projectId, name: typeof name === 'string' ? name : competitor.name, changes, at });
}

/** What a subject is found by besides its name. */
function noteNames(
  tx: Context,
  { projectId, name, changes, at }: { projectId: string; name: string; changes: Changes; at: Date },
): void {
  const { aliases, websiteUrl } = changes;
  if (Array.isArray(aliases)) {
    const text =
      aliases.length > 0
        ? `Other names of ${told(name)} changed to ${told(aliases.join(', '))}`
        : `Other names of ${told(name)} removed`;
    noteChange(tx, projectId, { at, kind: 'names_changed', text });
  }
  if (typeof websiteUrl === 'string') {
    const text = websiteUrl
      ? `Website of ${told(name)} changed to ${told(websiteUrl)}`
      : `Website of ${told(name)} removed`;
    noteChange(tx, projectId, { at, kind: 'names_changed', text });
  }
}

/** Notes that a prompt is worded otherwise, is asked again, or no longer. */
export function notePromptChanges(tx: Context, prompt: InferEntity<typeof Prompt>, changes: Changes, at: Date): void {
  const { promptText, isActive } = changes;
  const { projectId } = prompt;
  if (typeof promptText === 'string') {
    const text = `Prompt reworded from “${told(prompt.promptText)}” to “${told(promptText)}”`;
    noteChange(tx, projectId, { at, kind: 'prompt_reworded', text });
  }
  const question = told(typeof promptText === 'string' ? promptText : prompt.promptText);
  if (isActive === true)
    noteChange(tx, projectId, { at, kind: 'prompt_activated', text: `Prompt resumed: ${question}` });
  if (isActive === false) {
    noteChange(tx, projectId, { at, kind: 'prompt_deactivated', text: `Prompt paused: ${question}` });
  }
}
