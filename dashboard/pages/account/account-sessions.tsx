import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/use-write.ts';
import { instant, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { FormRefusal } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { END_OTHERS, END_SESSION, SESSIONS, type Session } from './account.data.ts';
import styles from './account.module.css';
import { browserOf, WORDS } from './account.words.ts';

const COLUMNS: readonly DataColumn<Session>[] = [
  {
    head: 'Browser',
    cell: ({ userAgent, network, isCurrent }) => (
      <div className={styles.who}>
        <span>
          <strong>{browserOf(userAgent)}</strong>
          {isCurrent && <span className={styles.tag}>this one</span>}
        </span>
        <span className={styles.note}>{network}</span>
      </div>
    ),
  },
  { head: 'Signed in', cell: ({ createdAt }) => <span className={styles.when}>{instant(createdAt)}</span> },
  { head: 'Last used', cell: ({ lastSeenAt }) => <span className={styles.when}>{instant(lastSeenAt)}</span> },
];

/** The browsers that somebody is signed in with, and how to end what is not theirs. */
export function Sessions() {
  const asked = useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => ask(SESSIONS, {}, signal),
  });
  const sessions = asked.data?.sessions ?? [];
  const finding = asked.data
    ? `You are signed in with ${plural(sessions.length, 'browser')}.`
    : WORDS.whereYouAreSignedIn;
  return (
    <Section label="Sessions" finding={finding} note={WORDS.aSessionEndsAfter7DaysWithout}>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={1} />}
      {asked.data && <SessionTable sessions={sessions} />}
    </Section>
  );
}

function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  const changes = [
    ['account', 'sessions'],
    ['account', 'events'],
  ] as const;
  const endOne = useWrite(END_SESSION, { changes });
  const endOthers = useWrite(END_OTHERS, { changes });
  const end: DataColumn<Session> = {
    head: 'Action',
    cell: ({ id, isCurrent }) =>
      isCurrent ? null : (
        <Button isSmall disabled={endOne.isPending} onClick={() => endOne.mutate({ id })}>
          End
        </Button>
      ),
  };
  return (
    <div className={styles.stack}>
      <FormRefusal error={endOne.error ?? endOthers.error} />
      <DataTable stacks label="Sessions" columns={[...COLUMNS, end]} rows={sessions} keyOf={({ id }) => id} />
      {sessions.length > 1 && (
        <Button disabled={endOthers.isPending} onClick={() => endOthers.mutate({})}>
          {WORDS.endAllOthers}
        </Button>
      )}
    </div>
  );
}
