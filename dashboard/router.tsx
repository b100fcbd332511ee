import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readAddress, writeAddress } from './address.ts';
import { readAnswerFilters } from './answer-filters.ts';
import { hasSession } from './api/session.ts';
import { readCompetitorFilters } from './competitor-filters.ts';
import { readFilters } from './filters.ts';
import { readPromptFilters } from './prompt-filters.ts';
import { readRunFilters } from './run-filters.ts';
import { Broken, NoSuchPage } from './ui/broken.tsx';

const root = createRootRoute({ component: Outlet, errorComponent: Broken, notFoundComponent: NoSuchPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ back }: Record<string, unknown>): { back?: string | undefined } => ({
    back: typeof back === 'string' && isPath(back) ? back : undefined,
  }),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in.tsx'), 'SignIn'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./pages/sign-in/forgot.tsx'), 'Forgot'),
});

const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => import('./pages/sign-in/link.tsx'), 'LinkPage'),
});

/** Every page below it needs a session; without one the way leads to sign-in, and back from there. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./layout/shell.tsx'), 'Shell'),
  beforeLoad: ({ location }) => {
    if (!hasSession()) throw redirect({ to: '/sign-in', search: { back: location.href }, replace: true });
  },
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  component: lazyRouteComponent(() => import('./pages/projects/projects.tsx'), 'Projects'),
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  validateSearch: readFilters,
});

const projectHome = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/projects/$projectId/overview', params, search, replace: true });
  },
});

const overview = createRoute({
  getParentRoute: () => project,
  path: '/overview',
  component: lazyRouteComponent(() => import('./pages/overview/overview.tsx'), 'Overview'),
});

const answers = createRoute({
  getParentRoute: () => project,
  path: '/answers',
  validateSearch: readAnswerFilters,
  component: lazyRouteComponent(() => import('./pages/answers/answers.tsx'), 'Answers'),
});

const prompts = createRoute({
  getParentRoute: () => project,
  path: '/prompts',
  validateSearch: readPromptFilters,
  component: lazyRouteComponent(() => import('./pages/prompts/prompts.tsx'), 'Prompts'),
});

const prompt = createRoute({
  getParentRoute: () => project,
  path: '/prompts/$promptId',
  component: lazyRouteComponent(() => import('./pages/prompt/prompt.tsx'), 'PromptPage'),
});

const competitors = createRoute({
  getParentRoute: () => project,
  path: '/competitors',
  validateSearch: readCompetitorFilters,
  component: lazyRouteComponent(() => import('./pages/competitors/competitors.tsx'), 'Competitors'),
});

const citations = createRoute({
  getParentRoute: () => project,
  path: '/citations',
  component: lazyRouteComponent(() => import('./pages/citations/citations.tsx'), 'Citations'),
});

const runs = createRoute({
  getParentRoute: () => project,
  path: '/runs',
  validateSearch: readRunFilters,
  component: lazyRouteComponent(() => import('./pages/runs/runs.tsx'), 'Runs'),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings.tsx'), 'Settings'),
});

const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/new',
  component: lazyRouteComponent(() => import('./pages/new-project/new-project.tsx'), 'NewProject'),
});

const apiKeys = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./pages/api-keys/api-keys.tsx'), 'ApiKeys'),
});

const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/people/people.tsx'), 'People'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account.tsx'), 'Account'),
});

const projectPages = [projectHome, overview, answers, prompts, prompt, competitors, citations, runs, settings] as const;
const accountPages = [home, projects, newProject, apiKeys, people, account] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    forgot,
    link,
    signedIn.addChildren([...accountPages, project.addChildren(projectPages)]),
  ]),
  basepath: '/dashboard',
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

/** A path of the dashboard itself: an address elsewhere is no way back. */
function isPath(back: string): boolean {
  return /^\/(?![/\\])/.test(back);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
