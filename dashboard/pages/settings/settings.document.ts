import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql.ts';

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
      whole: visibility(window: D90) { byPlatform { responseCount } }
    }
    account { tier platforms }
  }
`);

export const UPDATE_PROJECT = graphql(`
  mutation UpdateProject($id: ID!, $input: UpdateProjectInput!) { updateProject(id: $id, input: $input) { id } }
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
