import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readAnswerFilters } from './answer-filters.ts';
import { hasSession, setupState } from './api/browser-session.ts';
import { readAddress, readFilters, writeAddress } from './filters.ts';
import { readCompetitorFilters, readPromptFilters, readRunFilters } from './page-filters.ts';
import { Broken, NoSuchPage } from './ui/states.tsx';

const root = createRootRoute({ component: Outlet, errorComponent: Broken, notFoundComponent: NoSuchPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (sent: Record<string, unknown>): SignInSearch => {
    const back = `${sent['back']}`;
    return { ...sent, back: IS_PATH.test(back) ? back : undefined };
  },
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignIn'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./pages/sign-in/forgot-page.tsx'), 'Forgot'),
});

const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyRouteComponent(() => import('./pages/sign-in/link-page.tsx'), 'LinkPage'),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./pages/set-up/set-up-page.tsx'), 'SetUp'),
});

/** Every page below it needs a session; without one the way leads to sign-in, and back from there. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./layout/shell.tsx'), 'Shell'),
  beforeLoad: ({ location }) => {
    if (!hasSession() && setupState() === 'first') throw redirect({ to: '/welcome', replace: true });
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
  component: lazyRouteComponent(() => import('./pages/projects/projects-page.tsx'), 'Projects'),
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
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'Overview'),
});

const answers = createRoute({
  getParentRoute: () => project,
  path: '/answers',
  validateSearch: readAnswerFilters,
  component: lazyRouteComponent(() => import('./pages/answers/answers-page.tsx'), 'Answers'),
});

const prompts = createRoute({
  getParentRoute: () => project,
  path: '/prompts',
  validateSearch: readPromptFilters,
  component: lazyRouteComponent(() => import('./pages/prompts/prompts-page.tsx'), 'Prompts'),
});

const prompt = createRoute({
  getParentRoute: () => project,
  path: '/prompts/$promptId',
  component: lazyRouteComponent(() => import('./pages/prompt/prompt-page.tsx'), 'PromptPage'),
});

const suggestions = createRoute({
  getParentRoute: () => project,
  path: '/prompts/suggestions',
  component: lazyRouteComponent(() => import('./pages/suggestions/suggestions-page.tsx'), 'Suggestions'),
});

const competitors = createRoute({
  getParentRoute: () => project,
  path: '/competitors',
  validateSearch: readCompetitorFilters,
  component: lazyRouteComponent(() => import('./pages/competitors/competitors-page.tsx'), 'Competitors'),
});

const citations = createRoute({
  getParentRoute: () => project,
  path: '/citations',
  component: lazyRouteComponent(() => import('./pages/citations/citations-page.tsx'), 'Citations'),
});

const alerts = createRoute({
  getParentRoute: () => project,
  path: '/alerts',
  component: lazyRouteComponent(() => import('./pages/alerts/alerts-page.tsx'), 'Alerts'),
});

const searches = createRoute({
  getParentRoute: () => project,
  path: '/searches',
  component: lazyRouteComponent(() => import('./pages/searches/searches-page.tsx'), 'Searches'),
});

const segments = createRoute({
  getParentRoute: () => project,
  path: '/segments',
  component: lazyRouteComponent(() => import('./pages/segments/segments-page.tsx'), 'Segments'),
});

const runs = createRoute({
  getParentRoute: () => project,
  path: '/runs',
  validateSearch: readRunFilters,
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.tsx'), 'Runs'),
});

const reports = createRoute({
  getParentRoute: () => project,
  path: '/reports',
  component: lazyRouteComponent(() => import('./pages/reports/reports-page.tsx'), 'Reports'),
});

const report = createRoute({
  getParentRoute: () => project,
  path: '/reports/$reportId',
  component: lazyRouteComponent(() => import('./pages/reports/report-page.tsx'), 'ReportPage'),
});

const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'Settings'),
});

const importAnswers = createRoute({
  getParentRoute: () => project,
  path: '/import-answers',
  component: lazyRouteComponent(() => import('./pages/import-answers/import-answers-page.tsx'), 'ImportAnswers'),
});

const newProject = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/new',
  component: lazyRouteComponent(() => import('./pages/new-project/new-project-page.tsx'), 'NewProject'),
});

const apiKeys = createRoute({
  getParentRoute: () => signedIn,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./pages/api-keys/api-keys-page.tsx'), 'ApiKeys'),
});

const destinations = createRoute({
  getParentRoute: () => signedIn,
  path: '/destinations',
  component: lazyRouteComponent(() => import('./pages/destinations/destinations-page.tsx'), 'Destinations'),
});

const people = createRoute({
  getParentRoute: () => signedIn,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/people/people-page.tsx'), 'People'),
});

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'Account'),
});

const platforms = createRoute({
  getParentRoute: () => signedIn,
  path: '/platforms',
  component: lazyRouteComponent(() => import('./pages/platforms/platforms-page.tsx'), 'Platforms'),
});

const projectPages = [
  projectHome,
  overview,
  alerts,
  answers,
  prompts,
  prompt,
  suggestions,
  competitors,
  citations,
  searches,
  segments,
  runs,
  reports,
  report,
  importAnswers,
  settings,
] as const;
const accountPages = [home, projects, newProject, apiKeys, destinations, people, account, platforms] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    forgot,
    link,
    welcome,
    signedIn.addChildren([...accountPages, project.addChildren(projectPages)]),
  ]),
  basepath: '/dashboard',
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

/** Where to go on to; why a company's provider let nobody in, and whether it left a second factor, as sent. */
interface SignInSearch {
  back?: string | undefined;
  refused?: unknown;
  factor?: unknown;
  /** `company`: the address is asked for alone. */
  by?: unknown;
}

/** A path of the dashboard itself: an address elsewhere is no way back. */
const IS_PATH = /^\/(?![/\\])/;

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
