import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { AddDestination } from './destination-forms.tsx';
import { DESTINATIONS, type Destination } from './destinations.data.ts';
import styles from './destinations.module.css';
import {
  changeBar,
  destinationsFinding,
  KIND_NAMES,
  sentTo,
  stateSentence,
  WORDS,
  webhookBar,
} from './destinations.words.ts';
import { OpenedDestination } from './opened-destination.tsx';

/** Where events of the account go: webhooks and channels, and what was delivered to each. */
export function Destinations() {
  const [isAdding, setIsAdding] = useState(false);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const asked = useQuery({ queryKey: ['destinations'], queryFn: ({ signal }) => ask(DESTINATIONS, {}, signal) });
  const { viewer, destinations } = asked.data ?? {};
  const bar = viewer ? changeBar(viewer) : null;
  const opened =
    destinations?.find(({ id }) => id === openedId) ?? (destinations?.length === 1 ? destinations[0] : null);
  return (
    <>
      <PageHead title="Destinations">
        <Button isMain disabled={!viewer || bar !== null} onClick={() => setIsAdding(true)} title={bar ?? undefined}>
          Add destination
        </Button>
      </PageHead>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {viewer && bar !== null && <p className={styles.bar}>{bar}</p>}
      {viewer && bar === null && webhookBar(viewer.account) && (
        <p className={styles.bar}>{webhookBar(viewer.account)}</p>
      )}
      {asked.data && !destinations && <Missing what="The destinations" retry={asked.refetch} />}
      {destinations && <DestinationList destinations={destinations} openedId={opened?.id} onOpen={setOpenedId} />}
      {opened && <OpenedDestination key={opened.id} destination={opened} mayChange={bar === null} />}
      {viewer && (
        <AddDestination
          isOpen={isAdding}
          hasWebhooks={viewer.account.limits.requestsPerMinute !== null}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

interface ListProps {
  destinations: readonly Destination[];
  openedId: string | undefined;
  onOpen: (id: string) => void;
}

function DestinationList({ destinations, openedId, onOpen }: ListProps) {
  if (destinations.length === 0) {
    return (
      <Empty title={WORDS.noneYet}>
        <p>{WORDS.whatTheyAreFor}</p>
      </Empty>
    );
  }
  const columns: readonly DataColumn<Destination>[] = [
    {
      head: 'Destination',
      sortBy: ({ name }) => name,
      cell: ({ name, kind, host }) => (
        <div className={styles.name}>
          <strong>{name}</strong>
          <span className={styles.note}>{`${KIND_NAMES[kind]}, ${host}`}</span>
        </div>
      ),
    },
    { head: 'Is sent', cell: (each) => sentTo(each) },
    { head: 'State', sortBy: stateSentence, cell: (each) => stateSentence(each) },
    {
      head: 'Deliveries',
      isNumber: true,
      cell: ({ id, name }) => (
        <Button isSmall aria-pressed={id === openedId} aria-label={`Show ${name}`} onClick={() => onOpen(id)}>
          Show
        </Button>
      ),
    },
  ];
  return (
    <>
      <p className={styles.finding}>{destinationsFinding(destinations)}</p>
      <DataTable stacks label="Destinations" columns={columns} rows={destinations} keyOf={({ id }) => id} />
    </>
  );
}
