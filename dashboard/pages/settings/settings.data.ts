import type { ResultOf } from 'gql.tada';
import { graphql, type Platform } from '../../api/gql.ts';
import {
  aliasesFault,
  charactersOf,
  countryFault,
  descriptionFault,
  NAMES_TOO_LONG,
  nameFault,
  PROJECT_NAMES_MAX,
  platformsFault,
  topicFault,
  websiteFault,
  withScheme,
} from '../../ui/field-faults.words.ts';
import { sameNames } from '../../ui/names.ts';

export const SETTINGS = graphql(`
  query Settings($id: ID!) {
    project(id: $id) {
      id
      name
      brandName
      aliases
      websiteUrl
      nameAdvice { name message suggestedAliases }
      description
      targetCountry
      mainTopic
      isPaused
      settings { platforms autoDiscoverCompetitors }
      repeats
      sampleSize(input: { changePoints: 5 }) {
        byRepeats { repeats prompts isDaily creditsPerMonth detectablePoints limit }
      }
      whole: visibility(window: D90) { byPlatform { responseCount } }
      competitors(first: 100) { nodes { name aliases } }
    }
    account { tier platforms limits { repeatsMax } }
  }
`);

export const UPDATE_PROJECT = graphql(`
  mutation UpdateProject($id: ID!, $input: UpdateProjectInput!) { updateProject(id: $id, input: $input) { id } }
`);

/** The places that prompts are asked in, and how many more the plan has room for. */
export const PROJECT_MARKETS = graphql(`
  query ProjectMarkets($id: ID!) {
    project(id: $id) {
      id
      markets { id name country region city language promptCount }
      archived: markets(archived: true) { id name }
    }
    account { limits { marketCapacity } }
  }
`);

export const CREATE_MARKET = graphql(`
  mutation CreateMarket($projectId: ID!, $input: CreateMarketInput!) {
    createMarket(projectId: $projectId, input: $input) { id }
  }
`);

export const RENAME_MARKET = graphql(`
  mutation RenameMarket($id: ID!, $name: String!) { updateMarket(id: $id, input: { name: $name }) { id } }
`);

export const ARCHIVE_MARKET = graphql(`
  mutation ArchiveMarket($id: ID!) { archiveMarket(id: $id) { id } }
`);

export const PAUSE_PROJECT = graphql(`
  mutation PauseProject($id: ID!) { pauseProject(id: $id) { id isPaused } }
`);

export const RESUME_PROJECT = graphql(`
  mutation ResumeProject($id: ID!) { resumeProject(id: $id) { id isPaused } }
`);

export const ARCHIVE_PROJECT = graphql(`
  mutation ArchiveProject($id: ID!) { deleteProject(id: $id) { deleted } }
`);

export type SettingsProject = NonNullable<ResultOf<typeof SETTINGS>['project']>;
export type SettingsAccount = ResultOf<typeof SETTINGS>['account'];
type Sample = NonNullable<SettingsProject['sampleSize']>;
/** What the project's prompts cost and show when the weekly ones are asked so often. */
export type RepeatsOption = Sample['byRepeats'][number];
type OwnMarkets = NonNullable<ResultOf<typeof PROJECT_MARKETS>['project']>;
export type ProjectMarket = NonNullable<OwnMarkets['markets']>[number];

/** What the form holds: each field of the project that can be changed on the page. */
export interface SettingsDraft {
  brandName: string;
  aliases: readonly string[];
  websiteUrl: string;
  description: string;
  targetCountry: string;
  mainTopic: string;
  platforms: readonly Platform[];
  autoDiscoverCompetitors: boolean;
  /** How often a week its weekly prompts are asked. */
  repeats: number;
}

/** Only what differs from the project, as the service takes it. */
interface SettingsChanges {
  brandName?: string;
  aliases?: string[];
  websiteUrl?: string;
  description?: string;
  targetCountry?: string;
  mainTopic?: string;
  repeats?: number;
  settings?: { platforms?: Platform[]; autoDiscoverCompetitors?: boolean };
}

export function draftOf(project: SettingsProject): SettingsDraft {
  const { brandName, aliases, websiteUrl, description, targetCountry, mainTopic, repeats, settings } = project;
  return { brandName, aliases, websiteUrl, description, targetCountry, mainTopic, repeats, ...settings };
}

const TEXTS = ['brandName', 'websiteUrl', 'description', 'targetCountry', 'mainTopic'] as const;

/** Empty where the draft is as the project is; the order of platforms says nothing. */
export function changesOf(draft: SettingsDraft, project: SettingsProject): SettingsChanges {
  const was = draftOf(project);
  const now = { ...draft, websiteUrl: withScheme(draft.websiteUrl) };
  const texts = TEXTS.filter((field) => now[field].trim() !== was[field]).map((field) => [field, now[field]]);
  const settings = {
    ...(!sameNames(draft.platforms.toSorted(), was.platforms.toSorted()) && { platforms: [...draft.platforms] }),
    ...(draft.autoDiscoverCompetitors !== was.autoDiscoverCompetitors && {
      autoDiscoverCompetitors: draft.autoDiscoverCompetitors,
    }),
  };
  return {
    ...Object.fromEntries(texts),
    ...(!sameNames(draft.aliases, was.aliases) && { aliases: [...draft.aliases] }),
    ...(draft.repeats !== was.repeats && { repeats: draft.repeats }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** What the service would refuse of the changes to the project, by field. */
export function faultsOfChanges(changes: SettingsChanges, project: SettingsProject): Readonly<Record<string, string>> {
  const { brandName, aliases, websiteUrl, description, targetCountry, mainTopic, settings } = changes;
  const found = {
    brandName: brandName === undefined ? null : nameFault(brandName),
    aliases: aliases === undefined ? null : aliasesFault(aliases),
    websiteUrl: websiteUrl === undefined ? null : websiteFault(websiteUrl),
    description: description === undefined ? null : descriptionFault(description),
    targetCountry: targetCountry === undefined ? null : countryFault(targetCountry),
    mainTopic: mainTopic === undefined ? null : topicFault(mainTopic),
    platforms: settings?.platforms === undefined ? null : platformsFault(settings.platforms),
  };
  found[aliases === undefined ? 'brandName' : 'aliases'] ??= namesFault(changes, project);
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]])),
  );
}

/**
 * Whether the names of the brand and all tracked competitors together become too long; fewer characters than before
 * always fit. Null too where the competitors could not be read: then the service alone tells.
 */
function namesFault({ brandName, aliases }: SettingsChanges, project: SettingsProject): string | null {
  const before = lengthOf(project.brandName, project.aliases);
  const after = lengthOf(brandName?.trim() ?? project.brandName, aliases ?? project.aliases);
  if (after <= before || !project.competitors) return null;
  const others = project.competitors.nodes.reduce((sum, { name, aliases: own }) => sum + lengthOf(name, own), 0);
  return after + others > PROJECT_NAMES_MAX ? NAMES_TOO_LONG : null;
}

function lengthOf(name: string, aliases: readonly string[]): number {
  return [name, ...aliases].reduce((sum, written) => sum + charactersOf(written), 0);
}

/** True where the answers have to be read again for the changes. */
export function isRenaming({ brandName, aliases, websiteUrl }: SettingsChanges): boolean {
  return brandName !== undefined || aliases !== undefined || websiteUrl !== undefined;
}
