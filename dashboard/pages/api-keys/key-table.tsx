import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { count, instant, longDay, plural } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { type ApiKey, REVOKE_KEY } from './api-keys.data.ts';
import styles from './api-keys.module.css';
import { WORDS } from './api-keys.words.ts';

/** What keys have in common, good or revoked. */
const KEY_COLUMNS: readonly DataColumn<ApiKey>[] = [
  {
    head: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ name, description }) => (
      <div className={styles.key}>
        <strong>{name}</strong>
        {description !== '' && <span className={styles.note}>{description}</span>}
      </div>
    ),
  },
  {
    head: WORDS.access,
    sortBy: ({ access }) => access,
    cell: ({ access }) => (access === 'READ' ? WORDS.reads : WORDS.readsAndChanges),
  },
  { head: 'Begins with', cell: ({ prefix }) => <code className={styles.prefix}>{`${prefix}…`}</code> },
  { head: 'Created', sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => dayOf(createdAt) },
];

const LAST_USED: DataColumn<ApiKey> = {
  head: 'Last used',
  sortBy: ({ lastUsedAt }) => lastUsedAt,
  cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : instant(lastUsedAt)),
};

const REQUESTS: DataColumn<ApiKey> = {
  head: 'Requests',
  isNumber: true,
  sortBy: ({ requestCount }) => requestCount,
  cell: ({ requestCount }) => count(requestCount),
};

interface Props {
  keys: readonly ApiKey[];
  mayRevoke: boolean;
}

/** Keys that are good, oldest first. */
export function KeyTable({ keys, mayRevoke }: Props) {
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke: DataColumn<ApiKey> = {
    head: 'Action',
    isNumber: true,
    cell: (key) => (
      <Button isSmall onClick={() => setRevoking(key)}>
        Revoke
      </Button>
    ),
  };
  const columns = [...KEY_COLUMNS, LAST_USED, REQUESTS, ...(mayRevoke ? [revoke] : [])];
  return (
    <>
      <DataTable stacks label="API keys" columns={columns} rows={keys} keyOf={({ id }) => id} />
      {revoking && <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const dayOf = (at: string) => <span className={styles.day}>{longDay(at)}</span>;

/** Asks before a key ends for good. */
function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { id, name, prefix, lastUsedAt, requestCount } = apiKey;
  const revoke = useWrite(REVOKE_KEY, { changes: [['api-keys']], onDone: onClose });
  return (
    <Confirm
      title={`Revoke ${name}?`}
      isOpen
      onClose={onClose}
      action="Revoke key"
      onConfirm={() => revoke.mutate({ id })}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <p>
        {WORDS.anythingThatUsesTheKey} <code>{prefix}</code> {WORDS.isRefusedFromItsNextRequest}
      </p>
      <p>
        {lastUsedAt === null
          ? WORDS.itWasNeverUsed
          : `It was last used ${instant(lastUsedAt)}, for ${plural(requestCount, 'request')} in all.`}
      </p>
    </Confirm>
  );
}

const COLUMNS: readonly DataColumn<ApiKey>[] = [
  ...KEY_COLUMNS,
  {
    head: 'Revoked',
    sortBy: ({ revokedAt }) => revokedAt,
    cell: ({ revokedAt }) => (revokedAt === null ? '–' : instant(revokedAt)),
  },
  REQUESTS,
];

/** Keys that are good no longer: what they did stays. */
export function RevokedKeys({ keys }: { keys: readonly ApiKey[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.revoked}>
      <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? WORDS.hideRevokedKeys : `Show revoked keys (${count(keys.length)})`}
      </Button>
      {isOpen && <DataTable stacks label="Revoked keys" columns={COLUMNS} rows={keys} keyOf={({ id }) => id} />}
    </div>
  );
}
