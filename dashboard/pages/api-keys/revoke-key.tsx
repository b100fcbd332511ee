import { useWrite } from '../../api/write.ts';
import { instant, plural } from '../../format.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type ApiKey, REVOKE_KEY } from './api-keys.document.ts';

/** Asks before a key ends for good. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
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
        Anything that uses the key beginning with <code>{prefix}</code> is refused from its next request. This cannot be
        undone.
      </p>
      <p>
        {lastUsedAt === null
          ? 'It was never used.'
          : `It was last used ${instant(lastUsedAt)}, for ${plural(requestCount, 'request')} in all.`}
      </p>
    </Confirm>
  );
}
