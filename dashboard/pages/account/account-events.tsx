import { useInfiniteQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { instant, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { EVENTS, type SecurityEvent } from './account.data.ts';
import styles from './account.module.css';
import { browserOf, eventWords, WORDS } from './account.words.ts';

interface Props {
  people: readonly { id: string; name: string }[];
  isOwner: boolean;
}

/** What happened to the access of the account, newest first, a page at a time. */
export function Events({ people, isOwner }: Props) {
  const asked = useInfiniteQuery({
    queryKey: ['account', 'events'],
    queryFn: ({ pageParam, signal }) => ask(EVENTS, { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ securityEvents }) =>
      securityEvents?.pageInfo.hasNextPage ? securityEvents.pageInfo.endCursor : null,
  });
  const pages = asked.data?.pages ?? [];
  const total = pages[0]?.securityEvents?.totalCount;
  const finding = total === undefined ? WORDS.signInsAndChangesToAccess : `${plural(total, 'event')} in 400 days.`;
  const whose = isOwner ? WORDS.forEveryoneInTheAccount : WORDS.yourOwnActivity;
  return (
    <Section label="Security events" finding={finding} note={`${whose}. Passwords, keys and links are never recorded.`}>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={1} />}
      <div className={styles.stack}>
        <EventTable events={pages.flatMap(({ securityEvents }) => securityEvents?.nodes ?? [])} people={people} />
        {asked.hasNextPage && (
          <Button onClick={() => asked.fetchNextPage()} disabled={asked.isFetching}>
            Earlier events
          </Button>
        )}
      </div>
    </Section>
  );
}

function EventTable({ events, people }: { events: readonly SecurityEvent[]; people: Props['people'] }) {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name;
  const columns: readonly DataColumn<SecurityEvent>[] = [
    { head: 'When', cell: ({ at }) => <span className={styles.when}>{instant(at)}</span> },
    { head: 'What', cell: (event) => eventWords(event, nameOf) },
    { head: 'Who', cell: (event) => <Who event={event} /> },
  ];
  if (events.length === 0) return null;
  return <DataTable stacks label="Security events" columns={columns} rows={events} keyOf={({ id }) => id} />;
}

function Who({ event: { holderId, holderName, network, userAgent } }: { event: SecurityEvent }) {
  return (
    <div className={styles.who}>
      <span>{holderId === null ? 'Operator' : (holderName ?? WORDS.aFormerMember)}</span>
      {holderId !== null && <span className={styles.note}>{`${browserOf(userAgent)}, ${network}`}</span>}
    </div>
  );
}
