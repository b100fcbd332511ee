import { useIsLimited } from '../api/viewer.ts';
import { ButtonLink } from '../ui/button.tsx';
import { PageHead } from '../ui/section.tsx';
import { WORDS } from './missing-project.words.ts';
import styles from './shell.module.css';

/** In place of any page of a project that is not there for who looks: why that may be, and the way back. */
export function MissingProject() {
  const isLimited = useIsLimited();
  return (
    <section className={styles.missing}>
      <PageHead title={WORDS.noSuchProject} />
      <p>{isLimited ? WORDS.itMayBeOneThatYouDoNotSee : WORDS.itMayBeArchivedOrAnothers}</p>
      <ButtonLink isMain to="/projects">
        {WORDS.goToYourProjects}
      </ButtonLink>
    </section>
  );
}
