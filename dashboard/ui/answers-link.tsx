import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Narrowed } from '../answer-filters.ts';
import { readFilters } from '../filters.ts';
import { platformOf } from '../platforms.ts';
import styles from './answers-link.module.css';

interface Props extends Narrowed {
  children: ReactNode;
}

/** A number of a project's page, and the way to the answers behind it: the page's period and platforms go along. */
export function AnswersLink({ platform, children, ...narrowed }: Props) {
  const { projectId = '' } = useParams({ strict: false });
  const only = platform && { platforms: platform === 'ALL' ? undefined : [platformOf(platform).word] };
  return (
    <Link
      to="/projects/$projectId/answers"
      params={{ projectId }}
      search={(now) => ({ ...readFilters(now), ...narrowed, ...only })}
      className={styles.number}
    >
      {children}
    </Link>
  );
}
