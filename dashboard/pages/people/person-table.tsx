import { useState } from 'react';
import { count } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { KeepPassword, PersonLinks } from './company-providers.tsx';
import type { Person } from './people.data.ts';
import styles from './people.module.css';
import { roleWords, stateOf, WORDS } from './people.words.ts';
import { ChangeProjects, ChangeRole, Disable, RenewLink } from './people-dialogs.tsx';

/** What people have in common, disabled or not. */
function personColumns(selfId: string | undefined): readonly DataColumn<Person>[] {
  return [
    {
      head: 'Person',
      sortBy: ({ name }) => name,
      cell: ({ id, name, email }) => (
        <div className={styles.person}>
          <span>
            <strong>{name}</strong>
            {id === selfId && <span className={styles.note}> (you)</span>}
          </span>
          <span className={styles.note}>{email}</span>
        </div>
      ),
    },
    { head: 'Role', sortBy: ({ role }) => role, cell: roleWords },
    { head: 'State', sortBy: stateOf, cell: (person) => <span className={styles.short}>{stateOf(person)}</span> },
  ];
}

const FACTOR: DataColumn<Person> = {
  head: 'Second factor',
  sortBy: ({ hasSecondFactor }) => Number(hasSecondFactor),
  cell: ({ hasSecondFactor }) => <span className={styles.factor}>{hasSecondFactor ? 'on' : 'off'}</span>,
};

interface Change {
  kind: 'role' | 'projects' | 'link' | 'disable' | 'mark' | 'identities';
  person: Person;
}

interface Props {
  people: readonly Person[];
  selfId: string;
  /** Why roles and links are not for who looks now; null where they are. */
  bar: string | null;
  isOwner: boolean;
  /** Whether people may sign in by a company's provider. */
  hasProviders: boolean;
}

/** People who may sign in, or are invited. */
export function PersonTable({ people, selfId, bar, isOwner, hasProviders }: Props) {
  const [change, setChange] = useState<Change | null>(null);
  const actions: DataColumn<Person> = {
    head: 'Actions',
    cell: (person) => (
      <div className={styles.actions}>
        <Button isSmall disabled={bar !== null} onClick={() => setChange({ kind: 'role', person })}>
          Change role
        </Button>
        {person.role !== 'OWNER' && (
          <Button isSmall disabled={bar !== null} onClick={() => setChange({ kind: 'projects', person })}>
            {WORDS.projects}
          </Button>
        )}
        {person.id !== selfId && (
          <Button isSmall disabled={bar !== null} onClick={() => setChange({ kind: 'link', person })}>
            {person.hasPassword ? 'New password' : 'Resend'}
          </Button>
        )}
        {hasProviders && person.role === 'OWNER' && (
          <Button isSmall disabled={bar !== null} onClick={() => setChange({ kind: 'mark', person })}>
            {person.mayUsePassword ? WORDS.stopKeepingIt : WORDS.keepIt}
          </Button>
        )}
        {(person.identities ?? []).length > 0 && (
          <Button isSmall onClick={() => setChange({ kind: 'identities', person })}>
            Company
          </Button>
        )}
        <Button isSmall onClick={() => setChange({ kind: 'disable', person })}>
          Disable
        </Button>
      </div>
    ),
  };
  const columns = [...personColumns(selfId), FACTOR, ...(isOwner ? [actions] : [])];
  return (
    <>
      <DataTable stacks label="People" columns={columns} rows={people} keyOf={({ id }) => id} />
      {change && <ChangeDialog change={change} selfId={selfId} onClose={() => setChange(null)} />}
    </>
  );
}

function ChangeDialog({ change, selfId, onClose }: { change: Change; selfId: string; onClose: () => void }) {
  const { kind, person } = change;
  if (kind === 'mark') return <KeepPassword person={person} onClose={onClose} />;
  if (kind === 'identities') return <PersonLinks person={person} onClose={onClose} />;
  const isSelf = person.id === selfId;
  if (kind === 'role') return <ChangeRole person={person} isSelf={isSelf} onClose={onClose} />;
  if (kind === 'projects') return <ChangeProjects person={person} onClose={onClose} />;
  if (kind === 'disable') return <Disable person={person} isSelf={isSelf} onClose={onClose} />;
  return <RenewLink person={person} onClose={onClose} />;
}

interface DisabledPeopleProps {
  people: readonly Person[];
  /** Invites somebody again; null where who looks may not. */
  onInvite: ((person: Person) => void) | null;
}

/** People who may sign in no longer: they stay in what happened. */
export function DisabledPeople({ people, onInvite }: DisabledPeopleProps) {
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
        {isOpen ? WORDS.hideFormerPeople : `Show former people (${count(people.length)})`}
      </Button>
      {isOpen && <DataTable stacks label="Former people" columns={columns} rows={people} keyOf={({ id }) => id} />}
    </div>
  );
}
