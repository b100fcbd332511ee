import { z } from 'zod';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { frequency, platform } from '../fields.input.js';
import { toTimestamp } from '../timestamp.js';

/** The public fields of a prompt (specification, section 2.2). */
export const promptView = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    promptText: z.string(),
    platforms: z.array(platform),
    monitoringFrequency: frequency,
    category: z.string().nullable(),
    tags: z.array(z.string()),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Prompt' });

export type PromptView = z.output<typeof promptView>;

/** What most lists show of a prompt; its columns are a third of the cost of all. */
export type PromptBrief = Pick<PromptView, 'id' | 'promptText' | 'isActive' | 'createdAt'>;

export interface PromptBriefRow {
  id: string;
  prompt_text: string;
  is_active: boolean;
  created_at: string;
}

export interface PromptRow extends PromptBriefRow {
  project_id: string;
  platforms: Platform[];
  monitoring_frequency: Frequency;
  category: string | null;
  tags: string[];
  updated_at: string;
}

export function toPromptView(row: PromptRow): PromptView {
  return {
    id: row.id,
    projectId: row.project_id,
    promptText: row.prompt_text,
    platforms: row.platforms,
    monitoringFrequency: row.monitoring_frequency,
    category: row.category,
    tags: row.tags,
    isActive: row.is_active,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

export function toPromptBrief(row: PromptBriefRow): PromptBrief {
  return { id: row.id, promptText: row.prompt_text, isActive: row.is_active, createdAt: toTimestamp(row.created_at) };
}
