import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FirstCodes, getFactors, requireFactor } from '../../api/factors.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { useFactorWrite } from './account.data.ts';
import styles from './account.module.css';
import { factorFinding, hasFactor, WORDS } from './account.words.ts';
import { App } from './app-factor.tsx';
import { FactorRow } from './factor-row.tsx';
import { Passkeys } from './passkey-factor.tsx';
import { RenewCodes } from './recovery-codes.tsx';

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
        finding={factors ? factorFinding(factors) : WORDS.howYouSignInBesides}
        note={WORDS.youNeedItToSignInAndAgain}
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
    ? [WORDS.everyoneInTheAccountNeeds, WORDS.stopRequiringIt]
    : [WORDS.aSecondFactorIsOptional, WORDS.requireItForEveryone];
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
        action={isRequired ? WORDS.makeItOptional : 'Require it'}
        onConfirm={change}
        isPending={isPending}
        error={error}
      >
        <p>{isRequired ? WORDS.peopleKeepTheFactorsThey : WORDS.fromTheirNextRequestPeople}</p>
      </Confirm>
    </>
  );
}
