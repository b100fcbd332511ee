import { randomUUID } from 'node:crypto';
import type { InferEntity } from '@mikro-orm/core';
import { type Competitor, type Project, ProjectChange, type Prompt } from '../../entities/project.entity.js';
import type { Platform, ProjectChangeKind } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { PLATFORM_NAMES } from '../platforms/platform-status.js';

/** Characters that a change quotes of a name, a question or a list. */
const QUOTED_MAX = 200;

interface Change {
  /** Known beforehand where people are given it; else a new one. */
  id?: string;
  /** When it was made; the instant that its row shows, where one does. */
  at: Date;
  kind: ProjectChangeKind;
  /** A sentence for people, made of {@link quote} parts. */
  text: string;
}

/** Appends a change to those of its project, in the transaction `tx` that makes it; saved by its next flush. */
export function recordChange(tx: Context, projectId: string, change: Change): void {
  const { id = randomUUID(), ...rest } = change;
  tx.db.em.create(ProjectChange, { ...rest, accountId: tx.caller.accountId, projectId, id });
}

/** A name, question or list as a change quotes it: its first {@link QUOTED_MAX} characters. */
export function quote(text: string): string {
  const characters = Array.from(text);
  return characters.length > QUOTED_MAX ? `${characters.slice(0, QUOTED_MAX - 1).join('')}…` : text;
}

/** Entries of `changesOf` for a row, which still holds what was before. */
type Changes = Readonly<Record<string, unknown>>;

/**
 * Records what a project's numbers may differ by: whether it is monitored, its platforms, its country, how often it
 * asks, its brand's names.
 */
export function recordProjectChanges(tx: Context, project: InferEntity<typeof Project>, changes: Changes, at: Date) {
  const { isPaused, platforms, brandName, targetCountry, repeats } = changes;
  if (isPaused === true) {
    recordChange(tx, project.id, { at, kind: 'monitoring_paused', text: 'Monitoring paused: no prompt is asked' });
  }
  if (isPaused === false) recordChange(tx, project.id, { at, kind: 'monitoring_resumed', text: 'Monitoring resumed' });
  if (Array.isArray(platforms)) recordPlatforms(tx, project, platforms, at);
  if (typeof targetCountry === 'string') {
    const text = `Country of the project changed from ${project.targetCountry || 'none'} to ${targetCountry}`;
    recordChange(tx, project.id, { at, kind: 'market_changed', text });
  }
  if (typeof repeats === 'number') {
    const text = `Weekly prompts are asked ${timesAWeek(repeats)}, formerly ${timesAWeek(project.repeats)}`;
    recordChange(tx, project.id, { at, kind: 'repeats_changed', text });
  }
  if (typeof brandName === 'string') {
    const text = `Brand name changed from ${quote(project.brandName)} to ${quote(brandName)}`;
    recordChange(tx, project.id, { at, kind: 'names_changed', text });
  }
  const name = typeof brandName === 'string' ? brandName : project.brandName;
  recordNames(tx, { projectId: project.id, name, changes, at });
}

function timesAWeek(repeats: number): string {
  return repeats === 1 ? 'once a week' : `${repeats} times a week`;
}

/** New prompts inherit the project's platforms; those that are there keep theirs. */
function recordPlatforms(
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
  recordChange(tx, id, { at, kind: 'platforms_changed', text: `Platforms of the project: ${parts.join(', ')}` });
}

function namesOf(platforms: readonly Platform[]): string {
  return platforms.map((platform) => PLATFORM_NAMES[platform]).join(' and ');
}

/** Records what a competitor's numbers may differ by: its names and its site. */
export function recordCompetitorChanges(
  tx: Context,
  competitor: InferEntity<typeof Competitor>,
  changes: Changes,
  at: Date,
): void {
  const { projectId } = competitor;
  const { name } = changes;
  if (typeof name === 'string') {
    const text = `Competitor renamed from ${quote(competitor.name)} to ${quote(name)}`;
    recordChange(tx, projectId, { at, kind: 'competitor_renamed', text });
  }
  recordNames(tx, { projectId, name: typeof name === 'string' ? name : competitor.name, changes, at });
}

/** What a subject is found by besides its name. */
function recordNames(
  tx: Context,
  { projectId, name, changes, at }: { projectId: string; name: string; changes: Changes; at: Date },
): void {
  const { aliases, websiteUrl } = changes;
  if (Array.isArray(aliases)) {
    const text =
      aliases.length > 0
        ? `Other names of ${quote(name)} changed to ${quote(aliases.join(', '))}`
        : `Other names of ${quote(name)} removed`;
    recordChange(tx, projectId, { at, kind: 'names_changed', text });
  }
  if (typeof websiteUrl === 'string') {
    const text = websiteUrl
      ? `Website of ${quote(name)} changed to ${quote(websiteUrl)}`
      : `Website of ${quote(name)} removed`;
    recordChange(tx, projectId, { at, kind: 'names_changed', text });
  }
}

/** Records that a prompt is reworded, tied to another's intent or no longer, is asked again or no longer. */
export function recordPromptChanges(tx: Context, prompt: InferEntity<typeof Prompt>, changes: Changes, at: Date): void {
  const { promptText, isActive, wordingOf } = changes;
  const { projectId } = prompt;
  if (typeof promptText === 'string') {
    const text = `Prompt reworded from “${quote(prompt.promptText)}” to “${quote(promptText)}”`;
    recordChange(tx, projectId, { at, kind: 'prompt_reworded', text });
  }
  const question = quote(typeof promptText === 'string' ? promptText : prompt.promptText);
  if (wordingOf !== undefined) {
    const text =
      wordingOf === null ? 'Prompt counts by itself again' : "Prompt counts as a wording of another's intent";
    recordChange(tx, projectId, { at, kind: 'wording_changed', text: `${text}: ${question}` });
  }
  if (isActive === true)
    recordChange(tx, projectId, { at, kind: 'prompt_activated', text: `Prompt resumed: ${question}` });
  if (isActive === false) {
    recordChange(tx, projectId, { at, kind: 'prompt_deactivated', text: `Prompt paused: ${question}` });
  }
}
