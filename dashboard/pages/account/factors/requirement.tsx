import { useState } from 'react';
import { requireFactor } from '../../../api/factors.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { FactorRow } from './factor-row.tsx';
import { useFactorWrite } from './use-factor-write.ts';

interface Props {
  isRequired: boolean;
  /** Whether the owner who looks has a factor: without one nobody may require it of others. */
  hasOwn: boolean;
}

/** Whether everybody of the account needs a second factor; owners decide it. */
export function Requirement({ isRequired, hasOwn }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useFactorWrite();
  const change = () =>
    mutate(async () => {
      await requireFactor(!isRequired);
      setIsAsking(false);
    });
  const isBarred = !isRequired && !hasOwn;
  const [note, action] = isRequired
    ? ['Everyone in the account needs a second factor.', 'Stop requiring it']
    : ['A second factor is optional in this account.', 'Require it for everyone'];
  return (
    <>
      <FactorRow
        title="For everyone"
        note={isBarred ? `${note} Add your own before you require it.` : note}
        action={
          <Button disabled={isBarred} onClick={() => setIsAsking(true)}>
            {action}
          </Button>
        }
      />
      <Confirm
        title={`${action}?`}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={isRequired ? 'Make it optional' : 'Require it'}
        onConfirm={change}
        isPending={isPending}
        error={error}
      >
        <p>
          {isRequired
            ? 'People keep the factors they have. Those without one sign in with their password alone.'
            : 'From their next request, people without one can only add one. The People page shows who has none.'}
        </p>
      </Confirm>
    </>
  );
}
