import styles from './account.module.css';

/** Tells that a form was written; screen readers say it. */
export function Saved({ isSaved }: { isSaved: boolean }) {
  return (
    <p role="status" className={styles.saved}>
      {isSaved ? 'Saved' : ''}
    </p>
  );
}
