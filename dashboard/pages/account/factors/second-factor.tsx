import { useQuery } from '@tanstack/react-query';
import { type FirstCodes, getFactors } from '../../../api/factors.ts';
import { Section } from '../../../ui/section.tsx';
import { Refusal, Skeleton } from '../../../ui/states.tsx';
import { App } from './app.tsx';
import { factorFinding, hasFactor } from './factor.words.ts';
import styles from './factors.module.css';
import { Passkeys } from './passkeys.tsx';
import { RenewCodes } from './renew-codes.tsx';
import { Requirement } from './requirement.tsx';

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
