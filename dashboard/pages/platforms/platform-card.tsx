import { useState } from 'react';
import { useSecretWrite } from '../../api/use-write.ts';
import { PLATFORMS } from '../../platforms.ts';
import { Button } from '../../ui/button.tsx';
import { FormRefusal } from '../../ui/form.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { PauseDialog, RemoveKey, SetKey, TryKey } from './platform-dialogs.tsx';
import { CHANGED, type OperatedPlatform, resumePlatform } from './platforms.data.ts';
import styles from './platforms.module.css';
import { keyWords, rateWords, stateName, stateNote, todayWords, trialWords, usd, WORDS } from './platforms.words.ts';

interface Props {
  platform: OperatedPlatform;
  /** Whether a typed key can be encrypted. */
  canStore: boolean;
}

/** One platform: whether it is asked, its key, its money, and what can be done. */
export function PlatformCard({ platform, canStore }: Props) {
  const shown = PLATFORMS.find(({ word }) => word === platform.platform);
  if (!shown) return null;
  const note = stateNote(platform);
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <PlatformName platform={shown.id} />
        </h2>
        <span className={styles.state} data-ready={platform.state === 'ready'}>
          {stateName(platform)}
        </span>
        {note !== null && <p className={styles.note}>{note}</p>}
      </div>
      <dl className={styles.facts}>
        <Fact name="Key" value={keyWords(platform)} />
        <Fact name="Last tried" value={trialWords(platform)} />
        <Fact name="Model" value={platform.model} />
        <Fact name="Rate" value={rateWords(platform)} />
        <Fact name="Today (UTC)" value={todayWords(platform)} />
        <Fact name="Yesterday" value={usd(platform.spent_yesterday_usd)} />
      </dl>
      <Actions platform={platform} name={shown.name} canStore={canStore} />
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.term}>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type Step = 'try' | 'set' | 'remove' | 'pause';

/** What a resumption ends: pauses, and what the platform is known to fail at. */
const RESUMABLE: readonly OperatedPlatform['state'][] = [
  'paused',
  'rate_limited',
  'failing',
  'denied',
  'misconfigured',
];

function Actions({ platform, name, canStore }: Props & { name: string }) {
  const [step, setStep] = useState<Step | null>(null);
  const resume = useSecretWrite(CHANGED);
  const { platform: word, key_source, key_stored_at, state } = platform;
  const isKeyed = key_source === 'environment' || key_source === 'stored';
  const close = () => setStep(null);
  const dialog = { platform, name, onClose: close };
  return (
    <>
      <FormRefusal error={resume.error} />
      {/* The platform's name is in the name of each button, which is read out alone. */}
      <div className={styles.actions}>
        {isKeyed && (
          <Button isSmall aria-label={`Try ${name}`} onClick={() => setStep('try')}>
            Try
          </Button>
        )}
        {canStore && (
          <Button
            isSmall
            aria-label={`${key_stored_at === null ? 'Type in' : 'Replace'} key of ${name}`}
            onClick={() => setStep('set')}
          >
            {key_stored_at === null ? 'Type in key' : 'Replace key'}
          </Button>
        )}
        {key_stored_at !== null && (
          <Button isSmall aria-label={`Remove key of ${name}`} onClick={() => setStep('remove')}>
            {WORDS.removeKey}
          </Button>
        )}
        {state !== 'paused' && isKeyed && (
          <Button isSmall aria-label={`Pause ${name}`} onClick={() => setStep('pause')}>
            Pause
          </Button>
        )}
        {RESUMABLE.includes(state) && (
          <Button
            isSmall
            aria-label={`Resume ${name}`}
            disabled={resume.isPending}
            onClick={() => resume.mutate(async () => void (await resumePlatform(word)))}
          >
            Resume
          </Button>
        )}
      </div>
      {step === 'try' && <TryKey {...dialog} />}
      {step === 'set' && <SetKey {...dialog} />}
      {step === 'remove' && <RemoveKey {...dialog} />}
      {step === 'pause' && <PauseDialog {...dialog} />}
    </>
  );
}
