import { useState } from 'react';
import { count, instant } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import type { ApiKey } from './api-keys.document.ts';
import styles from './api-keys.module.css';
import { KEY_COLUMNS, REQUESTS } from './key-table.tsx';

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
        {isOpen ? 'Hide revoked keys' : `Show revoked keys (${count(keys.length)})`}
      </Button>
      {isOpen && <DataTable stacks label="Revoked keys" columns={COLUMNS} rows={keys} keyOf={({ id }) => id} />}
    </div>
  );
}
