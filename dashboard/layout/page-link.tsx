import { Link } from '@tanstack/react-router';
import { readFilters } from '../filters.ts';
import type { PageEntry } from './navigation.ts';
import styles from './shell.module.css';

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
