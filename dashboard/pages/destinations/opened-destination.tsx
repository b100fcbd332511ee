import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/use-write.ts';
import { instant } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Choice, FormRefusal } from '../../ui/form.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import { EditDestination, RotateSecret } from './destination-forms.tsx';
import {
  DELIVERIES,
  type Delivery,
  type Destination,
  ENABLE_DESTINATION,
  REMOVE_DESTINATION,
  REPLAY_DELIVERY,
  REPLAY_FAILED,
  TEST_DESTINATION,
} from './destinations.data.ts';
import styles from './destinations.module.css';
import {
  attemptSentence,
  eventName,
  nextSentence,
  replayedSentence,
  STATE_NAMES,
  stateSentence,
  WORDS,
} from './destinations.words.ts';

type Dialogue = 'edit' | 'rotate' | 'remove' | null;

const STATES = ['DELIVERED', 'WAITING', 'FAILED', 'DROPPED'] as const;
const KEPT_MS = 30 * 86_400_000;

/** One destination: what can be done with it, and what was delivered to it in the last 30 days. */
export function OpenedDestination({ destination, mayChange }: { destination: Destination; mayChange: boolean }) {
  const { id, name } = destination;
  return (
    <section className={styles.opened} aria-label={name}>
      <h2>{name}</h2>
      <p>{stateSentence(destination)}</p>
      {mayChange && <Actions destination={destination} />}
      <Deliveries id={id} mayChange={mayChange} />
    </section>
  );
}

function Actions({ destination }: { destination: Destination }) {
  const { id, kind, state } = destination;
  const [dialogue, setDialogue] = useState<Dialogue>(null);
  const [said, setSaid] = useState('');
  const close = () => setDialogue(null);
  const changes = [['destinations'], ['deliveries', id]];
  const test = useWrite(TEST_DESTINATION, { changes, onDone: () => setSaid(WORDS.testSent) });
  const enable = useWrite(ENABLE_DESTINATION, { changes });
  const replay = useWrite(REPLAY_FAILED, {
    changes,
    onDone: ({ replayDeliveries }) => setSaid(replayedSentence(replayDeliveries ?? 0)),
  });
  const remove = useWrite(REMOVE_DESTINATION, { changes, onDone: close });
  const replayAll = () => {
    const now = Date.now();
    replay.mutate({ id, from: new Date(now - KEPT_MS).toISOString(), to: new Date(now + 60_000).toISOString() });
  };
  return (
    <>
      <div className={styles.actions}>
        {state === 'DISABLED' && (
          <Button isMain disabled={enable.isPending} onClick={() => enable.mutate({ id })}>
            Enable
          </Button>
        )}
        <Button disabled={test.isPending || state === 'DISABLED'} onClick={() => test.mutate({ id })}>
          {WORDS.sendTest}
        </Button>
        <Button disabled={replay.isPending || state === 'DISABLED'} onClick={replayAll}>
          {WORDS.sendFailed}
        </Button>
        <Button onClick={() => setDialogue('edit')}>Edit</Button>
        {kind === 'WEBHOOK' && <Button onClick={() => setDialogue('rotate')}>Rotate secret</Button>}
        <Button onClick={() => setDialogue('remove')}>Remove</Button>
      </div>
      <p role="status">{said}</p>
      <FormRefusal error={test.error ?? enable.error ?? replay.error} />
      {dialogue === 'edit' && <EditDestination destination={destination} onClose={close} />}
      {dialogue === 'rotate' && <RotateSecret destination={destination} onClose={close} />}
      {dialogue === 'remove' && (
        <Confirm
          title={`Remove ${destination.name}?`}
          isOpen
          onClose={close}
          action="Remove destination"
          onConfirm={() => remove.mutate({ id })}
          isPending={remove.isPending}
          error={remove.error}
        >
          <p>{WORDS.removeNote}</p>
        </Confirm>
      )}
    </>
  );
}

function Deliveries({ id, mayChange }: { id: string; mayChange: boolean }) {
  const [state, setState] = useState<Delivery['state'] | null>(null);
  const asked = useInfiniteQuery({
    queryKey: ['deliveries', id, state],
    queryFn: ({ pageParam, signal }) => ask(DELIVERIES, { id, state, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ deliveries }) => (deliveries?.pageInfo.hasNextPage ? deliveries.pageInfo.endCursor : null),
    refetchInterval: 5_000,
  });
  const rows = asked.data?.pages.flatMap(({ deliveries }) => deliveries?.nodes ?? []);
  const replay = useWrite(REPLAY_DELIVERY, { changes: [['deliveries', id]] });
  return (
    <>
      <div className={styles.shown}>
        <Choice
          label="Show"
          name="state"
          value={state ?? ''}
          onChange={({ target }) => setState(STATES.find((each) => each === target.value) ?? null)}
        >
          <option value="">All deliveries</option>
          {STATES.map((each) => (
            <option key={each} value={each}>
              {STATE_NAMES[each]}
            </option>
          ))}
        </Choice>
      </div>
      <Refusal asked={asked} />
      <FormRefusal error={replay.error} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {rows?.length === 0 && <Empty title={state === null ? WORDS.nothingDelivered : WORDS.noneOfThisState} />}
      {rows && rows.length > 0 && (
        <DataTable
          stacks
          label="Deliveries"
          columns={columnsOf(mayChange ? (delivery) => replay.mutate({ id: delivery }) : null)}
          rows={rows}
          keyOf={(row) => row.id}
        />
      )}
      {asked.hasNextPage && (
        <div>
          <Button disabled={asked.isFetchingNextPage} onClick={() => asked.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function columnsOf(onReplay: ((id: string) => void) | null): readonly DataColumn<Delivery>[] {
  const again: DataColumn<Delivery> = {
    head: 'Action',
    isNumber: true,
    cell: (row) =>
      row.state === 'WAITING' ? null : (
        <Button isSmall aria-label={`Send again: ${eventName(row)}`} onClick={() => onReplay?.(row.id)}>
          Send again
        </Button>
      ),
  };
  return [
    {
      head: 'Event',
      cell: (row) => (
        <div className={styles.name}>
          <strong>{eventName(row)}</strong>
          <span className={styles.note}>{instant(row.createdAt)}</span>
        </div>
      ),
    },
    {
      head: 'State',
      cell: (row) => (
        <div className={styles.name}>
          <span>{STATE_NAMES[row.state]}</span>
          <span className={styles.note}>{nextSentence(row)}</span>
        </div>
      ),
    },
    { head: 'Attempts', cell: ({ attempts }) => <Attempts attempts={attempts} /> },
    ...(onReplay ? [again] : []),
  ];
}

function Attempts({ attempts }: Pick<Delivery, 'attempts'>) {
  return (
    <ol className={styles.attempts}>
      {attempts.map((attempt) => (
        <li key={attempt.at}>
          {attemptSentence(attempt)}
          {attempt.responseHead ? <code>{` ${attempt.responseHead}`}</code> : null}
        </li>
      ))}
    </ol>
  );
}
