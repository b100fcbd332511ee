import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnswerFilters } from '../answer-filters.ts';
import type { Platform } from '../api/vocabulary.ts';
import { readFilters } from '../filters.ts';
import { platformOf } from '../platforms.ts';
import styles from './answers-link.module.css';

interface Props extends Omit<AnswerFilters, 'window' | 'platforms' | 'answer'> {
  /** Only answers of this platform; those of the page's own filter otherwise. */
  platform?: Platform;
  children: ReactNode;
}

/** A number of a project's page, and the way to the answers behind it: the page's period and platforms go along. */
export function AnswersLink({ platform, children, ...narrowed }: Props) {
  const { projectId = '' } = useParams({ strict: false });
  const only = platform && { platforms: [platformOf(platform).word] };
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
