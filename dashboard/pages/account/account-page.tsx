import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { isRefusedUntil } from '../../api/refused.ts';
import { PageHead } from '../../ui/section.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { ACCOUNT, type AccountAnswer } from './account.data.ts';
import styles from './account.module.css';
import { WORDS } from './account.words.ts';
import { AccountData } from './account-data.tsx';
import { Events } from './account-events.tsx';
import { Plan } from './account-plan.tsx';
import { Sessions } from './account-sessions.tsx';
import { AccountSettings } from './account-settings.tsx';
import { CompanyLinks } from './company-links.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { LeaveAccount } from './leave-account.tsx';
import { OwnNotifications } from './own-notifications.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactor } from './second-factor.tsx';
import { You } from './you.tsx';

/** The plan and what is used of it; who is signed in, how, and what happened to the access. */
export function Account() {
  /** Shown once. They are held here since a first factor may replace all that is below. */
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <>
      <PageHead title="Account" />
      <Content onCodes={setCodes} />
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

type OnCodes = (codes: readonly string[] | null) => void;

function Content({ onCodes }: { onCodes: OnCodes }) {
  const asked = useQuery({ queryKey: ['account', 'plan'], queryFn: ({ signal }) => ask(ACCOUNT, {}, signal) });
  /** Until the account answers: asking anew forgets the refusal, and a dialog that is open here must stay meanwhile. */
  const [isLacking, setIsLacking] = useState(false);
  const isRefused = isRefusedUntil(asked.error, 'SECOND_FACTOR_REQUIRED');
  if (isRefused && !isLacking) setIsLacking(true);
  if (asked.isSuccess && isLacking) setIsLacking(false);
  if (isLacking) return <FactorFirst onCodes={onCodes} />;
  return (
    <>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {asked.data && <Sections answer={asked.data} retry={asked.refetch} onCodes={onCodes} />}
    </>
  );
}

interface SectionsProps {
  answer: AccountAnswer;
  retry: () => unknown;
  onCodes: OnCodes;
}

function Sections({ answer, retry, onCodes }: SectionsProps) {
  const { account, viewer, holders } = answer;
  const isOwner = viewer?.role === 'OWNER';
  return (
    <div className={styles.sections}>
      {account && <Plan account={account} retry={retry} />}
      {account && <AccountSettings account={account} isOwner={isOwner} />}
      {viewer && <You viewer={viewer} />}
      <OwnNotifications />
      <SecondFactor isOwner={isOwner} onCodes={onCodes} />
      <CompanyLinks />
      <Sessions />
      <Events people={holders ?? []} isOwner={isOwner} />
      <AccountData isOwner={isOwner} />
      {account && <LeaveAccount name={account.name} />}
      {account && isOwner && <DeleteAccount name={account.name} />}
    </div>
  );
}

/** All that somebody may do who lacks a second factor that the account requires. */
function FactorFirst({ onCodes }: { onCodes: OnCodes }) {
  return (
    <>
      <p role="status" className={styles.bar}>
        {WORDS.yourAccountRequiresASecond}
      </p>
      <div className={styles.sections}>
        <SecondFactor isOwner={false} onCodes={onCodes} />
      </div>
    </>
  );
}
