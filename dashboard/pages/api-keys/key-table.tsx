import { useState } from 'react';
import { count, instant, longDay } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import type { ApiKey } from './api-keys.document.ts';
import styles from './api-keys.module.css';
import { RevokeKey } from './revoke-key.tsx';

/** What keys have in common, good or revoked. */
export const KEY_COLUMNS: readonly DataColumn<ApiKey>[] = [
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
  { head: 'Begins with', cell: ({ prefix }) => <code className={styles.prefix}>{`${prefix}…`}</code> },
  { head: 'Created', sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => dayOf(createdAt) },
];

const LAST_USED: DataColumn<ApiKey> = {
  head: 'Last used',
  sortBy: ({ lastUsedAt }) => lastUsedAt,
  cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : instant(lastUsedAt)),
};

export const REQUESTS: DataColumn<ApiKey> = {
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
