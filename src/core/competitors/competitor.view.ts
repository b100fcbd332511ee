import { z } from 'zod';
import { DISCOVERY_METHODS, type DiscoveryMethod } from '../../entities/vocabulary.js';
import { percent } from '../metrics/shares.js';
import { toTimestamp } from '../timestamp.js';

/** The public fields of a competitor (specification, section 2.3). */
export const competitorView = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    name: z.string(),
    websiteUrl: z.string(),
    description: z.string(),
    discoveryMethod: z.enum(DISCOVERY_METHODS).meta({ id: 'DiscoveryMethod' }),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Competitor' });

/** An entry of a list; the aggregate fields are null unless the selected analysis looked for it and has answers. */
export const listedCompetitorView = competitorView
  .extend({
    totalMentionsCount: z.int().optional().describe('Mentions over all history'),
    visibilityScore: z.int().min(0).max(100).optional().describe('Percent of the last 30 days’ responses that name it'),
    marketShare: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('Percent of the mentions of the brand and all tracked competitors in the last 30 days'),
    firstSeenAt: z.iso.datetime().optional(),
    lastSeenAt: z.iso.datetime().optional(),
  })
  .meta({ id: 'ListedCompetitor' });

export type CompetitorView = z.output<typeof competitorView> & { aliases: string[] };
export type ListedCompetitorView = z.output<typeof listedCompetitorView> & { aliases: string[] };

/** What most lists show of a competitor that do not ask for its aggregates. */
export type CompetitorBrief = Pick<CompetitorView, 'id' | 'name' | 'websiteUrl' | 'discoveryMethod' | 'createdAt'>;

export interface CompetitorBriefRow {
  id: string;
  name: string;
  website_url: string;
  discovery_method: DiscoveryMethod;
  created_at: string;
}

export interface CompetitorRow extends CompetitorBriefRow {
  is_active: boolean;
  project_id: string;
  aliases: string[];
  description: string;
  updated_at: string;
}

/** Sums behind the aggregate fields; all null where the selected analysis did not look for the competitor. */
export interface AggregateRow {
  total_mention_count: number | null;
  first_seen_at: string | null;
  last_seen_at: string | null;
  recent_responses: number | null;
  recent_naming_responses: number | null;
  recent_mentions: number | null;
  recent_tracked_mentions: number | null;
}

export function toCompetitorView(row: CompetitorRow): CompetitorView {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    websiteUrl: row.website_url,
    description: row.description,
    discoveryMethod: row.discovery_method,
    isActive: row.is_active,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    aliases: row.aliases,
  };
}

export function toCompetitorBrief(row: CompetitorBriefRow): CompetitorBrief {
  return {
    id: row.id,
    name: row.name,
    websiteUrl: row.website_url,
    discoveryMethod: row.discovery_method,
    createdAt: toTimestamp(row.created_at),
  };
}

export function toListedCompetitorView(row: CompetitorRow & AggregateRow): ListedCompetitorView {
  const view: ListedCompetitorView = toCompetitorView(row);
  if (row.total_mention_count === null) return view;
  view.totalMentionsCount = row.total_mention_count;
  view.visibilityScore = percent(row.recent_naming_responses ?? 0, row.recent_responses ?? 0);
  view.marketShare = percent(row.recent_mentions ?? 0, row.recent_tracked_mentions ?? 0, 2);
  if (row.first_seen_at !== null) view.firstSeenAt = toTimestamp(row.first_seen_at);
  if (row.last_seen_at !== null) view.lastSeenAt = toTimestamp(row.last_seen_at);
  return view;
}
