import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useIsLimited, useIsOperator } from '../api/viewer.ts';
import { readFilters } from '../filters.ts';
import {
  AccountIcon,
  AlertIcon,
  AnswerIcon,
  CitationIcon,
  DestinationIcon,
  KeyIcon,
  OverviewIcon,
  PeopleIcon,
  PlatformIcon,
  ProjectsIcon,
  PromptIcon,
  ReportIcon,
  RivalIcon,
  RunIcon,
  SearchIcon,
  SegmentIcon,
  SettingsIcon,
} from '../ui/icons.tsx';
import styles from './shell.module.css';

type To = NonNullable<LinkProps['to']>;

interface PageEntry {
  to: To;
  /** As the link and the page's `h1` have it. */
  name: string;
  Icon: ComponentType;
  /** Pressed after `g`, it leads there. */
  key: string;
}

/** The pages of a project in the order of the menu; the phone's bar shows the first four. */
export const PROJECT_PAGES: readonly PageEntry[] = [
  { to: '/projects/$projectId/overview', name: 'Overview', Icon: OverviewIcon, key: 'o' },
  { to: '/projects/$projectId/alerts', name: 'Alerts', Icon: AlertIcon, key: 'n' },
  { to: '/projects/$projectId/answers', name: 'Answers', Icon: AnswerIcon, key: 'a' },
  { to: '/projects/$projectId/prompts', name: 'Prompts', Icon: PromptIcon, key: 'p' },
  { to: '/projects/$projectId/competitors', name: 'Competitors', Icon: RivalIcon, key: 'c' },
  { to: '/projects/$projectId/citations', name: 'Citations', Icon: CitationIcon, key: 's' },
  { to: '/projects/$projectId/searches', name: 'Searches', Icon: SearchIcon, key: 'q' },
  { to: '/projects/$projectId/segments', name: 'Segments', Icon: SegmentIcon, key: 'm' },
  { to: '/projects/$projectId/runs', name: 'Runs', Icon: RunIcon, key: 'r' },
  { to: '/projects/$projectId/reports', name: 'Reports', Icon: ReportIcon, key: 'w' },
  { to: '/projects/$projectId/settings', name: 'Settings', Icon: SettingsIcon, key: 't' },
];

/** The pages of the account. */
const ACCOUNT_PAGES: readonly PageEntry[] = [
  { to: '/projects', name: 'Projects', Icon: ProjectsIcon, key: 'h' },
  { to: '/api-keys', name: 'API keys', Icon: KeyIcon, key: 'k' },
  { to: '/destinations', name: 'Destinations', Icon: DestinationIcon, key: 'd' },
  { to: '/people', name: 'People', Icon: PeopleIcon, key: 'e' },
  { to: '/account', name: 'Account', Icon: AccountIcon, key: 'u' },
];

/** The page of who runs the service. */
const OPERATOR_PAGES: readonly PageEntry[] = [{ to: '/platforms', name: 'Platforms', Icon: PlatformIcon, key: 'l' }];

/** What is of the account as a whole: refused to who is limited to projects. */
const OF_ALL_PROJECTS: readonly To[] = ['/api-keys', '/destinations'];

/** The pages of the account that the person who looks may see. */
export function useAccountPages(): readonly PageEntry[] {
  const isOperator = useIsOperator();
  if (useIsLimited()) return ACCOUNT_PAGES.filter(({ to }) => !OF_ALL_PROJECTS.includes(to));
  return isOperator ? [...ACCOUNT_PAGES, ...OPERATOR_PAGES] : ACCOUNT_PAGES;
}

/** A link of the menu; a page of the same project keeps the period and the platforms. */
export function PageLink({ page, projectId }: { page: PageEntry; projectId?: string }) {
  const { to, name, Icon } = page;
  const place = projectId === undefined ? {} : { params: { projectId }, search: readFilters };
  return (
    <Link
      to={to}
      {...place}
      activeOptions={{ exact: projectId === undefined, includeSearch: false }}
      className={styles.link}
    >
      <Icon />
      <span>{name}</span>
    </Link>
  );
}
