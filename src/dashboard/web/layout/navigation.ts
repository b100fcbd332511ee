import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { OverviewIcon, ProjectsIcon } from '../ui/icons.tsx';

type To = NonNullable<LinkProps['to']>;

export interface PageEntry {
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
];

/** The pages of the account. */
export const ACCOUNT_PAGES: readonly PageEntry[] = [
  { to: '/projects', name: 'Projects', Icon: ProjectsIcon, key: 'h' },
];
