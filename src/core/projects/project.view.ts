import { z } from 'zod';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { frequency, platform } from '../fields.input.js';
import { toTimestamp } from '../timestamp.js';

/**
 * The public fields of a project (specification, section 2.1); `aliases` is shown by GraphQL and the operator alone.
 */
export const projectView = z
  .object({
    id: z.uuid(),
    accountId: z.uuid(),
    name: z.string(),
    brandName: z.string(),
    websiteUrl: z.string(),
    faviconUrl: z.string().nullable(),
    description: z.string(),
    targetCountry: z.string(),
    mainTopic: z.string(),
    settings: z
      .object({
        platforms: z.array(platform),
        monitoringFrequency: frequency,
        autoDiscoverCompetitors: z.boolean(),
      })
      .meta({ id: 'ProjectSettings' }),
    isActive: z.boolean(),
    isPaused: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' });

export type ProjectView = z.output<typeof projectView> & { aliases: string[] };

/** What most lists show of a project; its columns are a third of the cost of all. */
export type ProjectBrief = Pick<ProjectView, 'id' | 'name' | 'brandName' | 'websiteUrl' | 'createdAt'>;

export interface ProjectBriefRow {
  id: string;
  name: string;
  brand_name: string;
  website_url: string;
  created_at: string;
}

export interface ProjectRow extends ProjectBriefRow {
  aliases: string[];
  favicon_url: string | null;
  description: string;
  target_country: string;
  main_topic: string;
  platforms: Platform[];
  monitoring_frequency: Frequency;
  auto_discover_competitors: boolean;
  is_active: boolean;
  is_paused: boolean;
  updated_at: string;
}

/** @param accountId whose project it is: statements compare with it, and do not read it again. */
export function toProjectView(row: ProjectRow, accountId: string): ProjectView {
  return {
    id: row.id,
    accountId,
    name: row.name,
    brandName: row.brand_name,
    websiteUrl: row.website_url,
    faviconUrl: row.favicon_url,
    description: row.description,
    targetCountry: row.target_country,
    mainTopic: row.main_topic,
    settings: {
      platforms: row.platforms,
      monitoringFrequency: row.monitoring_frequency,
      autoDiscoverCompetitors: row.auto_discover_competitors,
    },
    isActive: row.is_active,
    isPaused: row.is_paused,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    aliases: row.aliases,
  };
}

export function toProjectBrief(row: ProjectBriefRow): ProjectBrief {
  return {
    id: row.id,
    name: row.name,
    brandName: row.brand_name,
    websiteUrl: row.website_url,
    createdAt: toTimestamp(row.created_at),
  };
}
