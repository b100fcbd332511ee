import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { longDay } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/states.tsx';
import { ARCHIVED } from './projects.document.ts';
import styles from './projects.module.css';

/** Projects that are no longer monitored. */
export function Archived() {
  const [isOpen, setIsOpen] = useState(false);
  const asked = useQuery({
    queryKey: ['projects', 'archived'],
    queryFn: ({ signal }) => ask(ARCHIVED, {}, signal),
    enabled: isOpen,
  });
  const projects = asked.data?.projects?.nodes;
  return (
    <div className={styles.archived}>
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide archived projects' : 'Show archived projects'}
      </Button>
      {isOpen && <Refusal asked={asked} />}
      {isOpen && projects?.length === 0 && <p className={styles.note}>No archived projects.</p>}
      {isOpen && projects && projects.length > 0 && (
        <ul className={styles.list}>
          {projects.map(({ id, name, updatedAt }) => (
            <li key={id} className={styles.past}>
              {name} <span className={styles.note}>{`last changed ${longDay(updatedAt)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
