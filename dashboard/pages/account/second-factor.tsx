import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FirstCodes, getFactors, requireFactor } from '../../api/factors.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { useFactorWrite } from './account.data.ts';
import styles from './account.module.css';
import { factorFinding, hasFactor } from './account.words.ts';
import { App } from './app-factor.tsx';
import { FactorRow } from './factor-row.tsx';
import { Passkeys } from './passkey-factor.tsx';
import { RenewCodes } from './recovery-codes.tsx';

const NOTE =
  'You need it to sign in, and again before you change keys, people or factors. Adding your first one ends your ' +
  'other sessions.';

interface Props {
  isOwner: boolean;
  /** Takes the codes that come with a first factor, or in place of others: they are shown once. */
  onCodes: (codes: FirstCodes) => void;
}

/** What somebody proves who they are with beside the password. */
export function SecondFactor({ isOwner, onCodes }: Props) {
  const asked = useQuery({ queryKey: ['account', 'factors'], queryFn: getFactors });
  const factors = asked.data;
  return (
    <div id="second-factor">
      <Section
        label="Second factor"
        finding={factors ? factorFinding(factors) : 'How you sign in besides your password.'}
        note={NOTE}
      >
        <Refusal asked={asked} />
        {asked.isPending && !asked.failureReason && <Skeleton rows={1} />}
        {factors && (
          <ul className={styles.rows}>
            <App since={factors.totp_since} onCodes={onCodes} />
            <Passkeys passkeys={factors.passkeys} onCodes={onCodes} />
            {hasFactor(factors) && <RenewCodes left={factors.recovery_codes_left} onCodes={onCodes} />}
            {isOwner && <Requirement isRequired={factors.is_required} hasOwn={hasFactor(factors)} />}
          </ul>
        )}
      </Section>
    </div>
  );
}

interface RequirementProps {
  isRequired: boolean;
  /** Whether the owner who looks has a factor: without one nobody may require it of others. */
  hasOwn: boolean;
}

/** Whether everybody of the account needs a second factor; owners decide it. */
function Requirement({ isRequired, hasOwn }: RequirementProps) {
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
