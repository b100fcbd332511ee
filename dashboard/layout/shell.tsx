import { Link, Outlet, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useFrame } from '../api/viewer.ts';
import { Logo } from '../ui/logo.tsx';
import { StepUp } from '../ui/step-up-prompt.tsx';
import { ProjectAnalysis, useIsMissing } from './analysis-strip.tsx';
import { MoreMenu } from './more-menu.tsx';
import { PageLink, PROJECT_PAGES, useAccountPages } from './navigation.tsx';
import { ProjectMenu } from './project-menu.tsx';
import styles from './shell.module.css';
import { WORDS } from './shell.words.ts';
import { Shortcuts } from './shortcuts.tsx';
import { SignOut } from './sign-out.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Loaded for an account that is to be deleted alone, as no other one's first page needs it. */
const DeletedAccount = lazy(() =>
  import('./deleted-account.tsx').then((module) => ({ default: module.DeletedAccount })),
);

/** Likewise: no project's own page needs it. */
const MissingProject = lazy(() =>
  import('./missing-project.tsx').then((module) => ({ default: module.MissingProject })),
);

/** The release that serves the page, as its document says; undefined where the development server made it. */
const VERSION = document.documentElement.dataset['version'];

/** The frame of every page behind the sign-in: where one is, and how to get elsewhere. */
export function Shell() {
  const { projectId: addressed } = useParams({ strict: false });
  const isMissing = useIsMissing(addressed);
  const projectId = isMissing ? undefined : addressed;
  const { data } = useFrame();
  const accountPages = useAccountPages();
  const viewer = data?.viewer;
  if (viewer?.account.deleteAt) {
    return (
      <Suspense fallback={null}>
        <DeletedAccount viewer={viewer} deleteAt={viewer.account.deleteAt} />
      </Suspense>
    );
  }
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {WORDS.skipToContent}
      </a>
      <header className={styles.side}>
        <div className={styles.brand}>
          <Link to="/projects" aria-label={WORDS.brandVisibilityAllProjects} className={styles.home}>
            <Logo />
          </Link>
          <ProjectMenu projects={data?.projects?.nodes ?? []} current={projectId} />
        </div>
        {projectId !== undefined && (
          <nav aria-label="Project" className={styles.nav}>
            {PROJECT_PAGES.map((page) => (
              <PageLink key={page.to} page={page} projectId={projectId} />
            ))}
          </nav>
        )}
        <div className={styles.foot}>
          <nav aria-label="Account" className={styles.links}>
            {accountPages.map((page) => (
              <PageLink key={page.to} page={page} />
            ))}
          </nav>
          <ThemeSwitch />
          <Shortcuts projectId={projectId} />
          <SignOut />
          {VERSION !== undefined && (
            <p className={styles.version}>
              {WORDS.version} {VERSION}
            </p>
          )}
        </div>
        <MoreMenu projectId={projectId} />
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        {viewer?.account.isReadOnly && (
          <p role="status" className={styles.banner}>
            {WORDS.readOnlyForNowTheService}
          </p>
        )}
        {projectId !== undefined && <ProjectAnalysis key={projectId} projectId={projectId} />}
        {isMissing ? (
          <Suspense fallback={null}>
            <MissingProject />
          </Suspense>
        ) : (
          <Outlet />
        )}
      </main>
      <StepUp />
    </div>
  );
}
