import { useIsLimited } from '../../api/viewer.ts';
import { count, instant } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { Section } from '../../ui/section.tsx';
import { Missing } from '../../ui/states.tsx';
import type { Account } from './account.data.ts';
import styles from './account.module.css';
import { planFinding, WORDS } from './account.words.ts';

/** What the tier allows, and what is used of it. */
export function Plan({ account, retry }: { account: Account; retry: () => unknown }) {
  const { platforms, subscription, usage, limits } = account;
  const isLimited = useIsLimited();
  const names = platforms.map((id) => platformOf(id).name).join(', ');
  const state = subscription === 'ACTIVE' ? '' : WORDS.yourSubscriptionIsInactiveSo;
  const note = `${state}Your tier includes ${names}.`;
  return (
    <Section label="Plan" finding={planFinding(account)} note={note}>
      {usage && <Usage usage={usage} limits={limits} />}
      {!usage && !isLimited && <Missing what="The usage" retry={retry} />}
    </Section>
  );
}

type UsageProps = { usage: NonNullable<Account['usage']>; limits: Account['limits'] };

function Usage({ usage, limits }: UsageProps) {
  return (
    <>
      <Meter
        label="Credits"
        used={usage.creditsUsed}
        limit={limits.creditsPerMonth}
        note={`One prompt on one platform uses one. They reset ${instant(usage.creditsResetAt)}.`}
      />
      <Meter
        label="Prompts"
        used={usage.promptsUsed}
        limit={limits.promptCapacity}
        note={WORDS.acrossAllProjectsArchive}
      />
      <Meter
        label="Daily slots"
        used={usage.dailySlotsUsed}
        limit={limits.dailySlots}
        note={WORDS.promptsThatAreAskedDaily}
      />
      <Requests usage={usage} limits={limits} />
    </>
  );
}

function Requests({ usage, limits }: UsageProps) {
  if (limits.requestsPerDay === null || limits.requestsPerMinute === null) return null;
  return (
    <>
      <Meter
        label={WORDS.apiRequestsToday}
        used={usage.requestsToday}
        limit={limits.requestsPerDay}
        note={WORDS.acrossAllKeysResetsAtMidnight}
      />
      <Meter
        label={WORDS.apiRequestsAMinute}
        used={usage.requestsThisMinute}
        limit={limits.requestsPerMinute}
        note={WORDS.acrossAllKeysInTheCurrent}
      />
    </>
  );
}

interface Props {
  label: string;
  used: number;
  limit: number;
  /** When what is used begins anew, or what it counts. */
  note: string;
}

/** How much of a limit is used: the numbers, and a bar of them. */
function Meter({ label, used, limit, note }: Props) {
  const share = limit > 0 ? Math.min(1, used / limit) : 0;
  return (
    <div className={styles.meter}>
      <p className={styles.label}>{label}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own way */}
      <div
        className={styles.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${count(used)} of ${count(limit)}`}
      >
        <div className={styles.used} style={{ width: `${100 * share}%` }} />
      </div>
      <p className={styles.number}>
        <strong>{count(used)}</strong>
        {` of ${count(limit)}`}
      </p>
      <p className={styles.meterNote}>{used >= limit ? `Used up. ${note}` : note}</p>
    </div>
  );
}
