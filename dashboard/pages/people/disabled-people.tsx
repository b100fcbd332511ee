import { useState } from 'react';
import { count } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import type { Person } from './people.document.ts';
import styles from './people.module.css';
import { personColumns } from './person-table.tsx';

interface Props {
  people: readonly Person[];
  /** Invites somebody again; null where who looks may not. */
  onInvite: ((person: Person) => void) | null;
}

/** People who may sign in no longer: they stay in what happened. */
export function DisabledPeople({ people, onInvite }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const again: DataColumn<Person> = {
    head: 'Actions',
    cell: (person) => (
      <Button isSmall onClick={() => onInvite?.(person)}>
        Invite again
      </Button>
    ),
  };
  const columns = [...personColumns(undefined), ...(onInvite ? [again] : [])];
  return (
    <div className={styles.disabled}>
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide former people' : `Show former people (${count(people.length)})`}
      </Button>
      {isOpen && <DataTable stacks label="Former people" columns={columns} rows={people} keyOf={({ id }) => id} />}
    </div>
  );
}
