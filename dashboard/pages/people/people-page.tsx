import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { CompanyProviders } from './company-providers.tsx';
import { PEOPLE, type Person, type Provider, type Viewer } from './people.data.ts';
import styles from './people.module.css';
import { changeBar, factorNote, peopleFinding, WORDS } from './people.words.ts';
import { Invite } from './people-dialogs.tsx';
import { DisabledPeople, PersonTable } from './person-table.tsx';

/** Who may sign in to the account, in which role; owners change it. */
export function People() {
  /** Somebody to invite: new, or a former person. */
  const [invited, setInvited] = useState<'new' | Person | null>(null);
  const asked = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => ask(PEOPLE, {}, signal) });
  const { viewer, holders, identityProviders } = asked.data ?? {};
  const bar = viewer && holders ? changeBar(viewer, holders) : null;
  return (
    <>
      <PageHead title="People">
        <Button isMain disabled={!holders || bar !== null} title={bar ?? undefined} onClick={() => setInvited('new')}>
          Invite
        </Button>
      </PageHead>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {asked.data && !holders && <Missing what="The people" retry={asked.refetch} />}
      {viewer && holders && (
        <Everybody
          people={holders}
          providers={identityProviders ?? []}
          viewer={viewer}
          bar={bar}
          onInvite={setInvited}
        />
      )}
      {invited && <Invite former={invited === 'new' ? null : invited} onClose={() => setInvited(null)} />}
    </>
  );
}

interface Props {
  people: readonly Person[];
  providers: readonly Provider[];
  viewer: Viewer;
  bar: string | null;
  onInvite: (person: Person) => void;
}

function Everybody({ people, providers, viewer, bar, onInvite }: Props) {
  const present = people.filter(({ disabledAt }) => disabledAt === null);
  const former = people.filter(({ disabledAt }) => disabledAt !== null);
  return (
    <>
      {bar !== null && <p className={styles.bar}>{bar}</p>}
      <p className={styles.finding}>{peopleFinding(present)}</p>
      <p className={styles.lead}>{factorNote(present)}</p>
      <PersonTable
        people={present}
        selfId={viewer.holder.id}
        bar={bar}
        isOwner={viewer.role === 'OWNER'}
        hasProviders={providers.length > 0}
      />
      {present.length === 1 && bar === null && <p className={styles.alone}>{WORDS.noOneElseHasJoinedYetInvite}</p>}
      {providers.length > 0 && viewer.role === 'OWNER' && <CompanyProviders providers={providers} bar={bar} />}
      {former.length > 0 && <DisabledPeople people={former} onInvite={bar === null ? onInvite : null} />}
    </>
  );
}
