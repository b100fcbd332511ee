import { Link } from '@tanstack/react-router';
import { useWrite } from '../../api/write.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { DISABLE, type Person } from './people.document.ts';

interface Props {
  person: Person;
  isSelf: boolean;
  onClose: () => void;
}

/** Asks before somebody is out. */
export function Disable({ person: { id, name }, isSelf, onClose }: Props) {
  const disable = useWrite(DISABLE, { changes: [['people']], onDone: onClose });
  return (
    <Confirm
      title={isSelf ? 'Disable yourself?' : `Disable ${name}?`}
      isOpen
      onClose={onClose}
      action="Disable person"
      onConfirm={() => disable.mutate({ id })}
      isPending={disable.isPending}
      error={disable.error}
    >
      <p>
        {isSelf
          ? 'You are signed out at once. Only an owner can invite you again.'
          : 'They lose access from their next request. You can invite the same address again.'}
      </p>
      <p>
        <Link to="/api-keys">API keys</Link> belong to the account and keep working. Revoke those they knew.
      </p>
    </Confirm>
  );
}
