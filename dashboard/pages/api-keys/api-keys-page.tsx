import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { API_KEYS, type ApiKey, type Viewer } from './api-keys.data.ts';
import styles from './api-keys.module.css';
import { creationBar, keysFinding, limitsNote, WORDS } from './api-keys.words.ts';
import { CreateKey } from './create-key.tsx';
import { KeyTable, RevokedKeys } from './key-table.tsx';

/** The keys by which programs of the account use the API. */
export function ApiKeys() {
  const [isCreating, setIsCreating] = useState(false);
  const asked = useQuery({ queryKey: ['api-keys'], queryFn: ({ signal }) => ask(API_KEYS, {}, signal) });
  const { viewer, apiKeys } = asked.data ?? {};
  const bar = viewer ? creationBar(viewer) : null;
  return (
    <>
      <PageHead title="API keys">
        <Button isMain disabled={!viewer || bar !== null} onClick={() => setIsCreating(true)} title={bar ?? undefined}>
          Create key
        </Button>
      </PageHead>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {viewer && bar !== null && <p className={styles.bar}>{bar}</p>}
      {asked.data && !apiKeys && <Missing what="The keys" retry={asked.refetch} />}
      {viewer && apiKeys && <Keys keys={apiKeys} viewer={viewer} />}
      <CreateKey isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}

function Keys({ keys, viewer }: { keys: readonly ApiKey[]; viewer: Viewer }) {
  const good = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  const isApiOpen = viewer.account.limits.requestsPerMinute !== null;
  return (
    <>
      {good.length === 0 && isApiOpen && (
        <Empty title={WORDS.noApiKeysYet}>
          <p>{WORDS.withAKeyADataWarehouseAReport}</p>
        </Empty>
      )}
      {good.length > 0 && (
        <>
          <p className={styles.finding}>{keysFinding(good)}</p>
          <p className={styles.note}>{limitsNote(viewer.account)}</p>
          <KeyTable keys={good} mayRevoke={viewer.role !== 'VIEWER'} />
        </>
      )}
      {revoked.length > 0 && <RevokedKeys keys={revoked} />}
    </>
  );
}
