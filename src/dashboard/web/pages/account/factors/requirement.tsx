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
    ? ['Everybody of the account needs a second factor.', 'Require it no longer']
    : ['Nobody of the account has to have a second factor.', 'Require it of everybody'];
  return (
    <>
      <FactorRow
        title="For everybody"
        note={isBarred ? `${note} Add one of your own before you require it.` : note}
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
            ? 'Whoever has a factor keeps it; whoever has none is let in by the password again.'
            : 'From their next request on, people without one can do nothing but add one. People shows who has none.'}
        </p>
      </Confirm>
    </>
  );
}
