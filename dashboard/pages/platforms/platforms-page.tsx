import { useQuery } from '@tanstack/react-query';
import { useIsOperator } from '../../api/viewer.ts';
import { PLATFORMS } from '../../platforms.ts';
import { PageHead } from '../../ui/section.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import { PlatformCard } from './platform-card.tsx';
import { getPlatforms, type OperatedPlatforms } from './platforms.data.ts';
import styles from './platforms.module.css';
import { costNote, platformsFinding, WORDS } from './platforms.words.ts';

/** The state of a key or a pause that another person changed is seen within half a minute. */
const ASK_AGAIN_MS = 30_000;

/** The platforms of the service, for who runs it: their keys, what they cost, and whether they are asked. */
export function Platforms() {
  const isOperator = useIsOperator();
  return (
    <>
      <PageHead title="Platforms" />
      {isOperator === undefined && <Skeleton />}
      {isOperator === true && <Operated />}
      {isOperator === false && (
        <Empty title={WORDS.onlyForWhoRunsTheService}>
          <p>{WORDS.ownersOfTheOperatorsAccount}</p>
        </Empty>
      )}
    </>
  );
}

function Operated() {
  const asked = useQuery({ queryKey: ['platforms'], queryFn: getPlatforms, refetchInterval: ASK_AGAIN_MS });
  return (
    <>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {asked.data && <Cards shown={asked.data} />}
    </>
  );
}

function Cards({ shown }: { shown: OperatedPlatforms }) {
  const { platforms, can_store_keys: canStore } = shown;
  return (
    <>
      <p className={styles.finding}>{platformsFinding(shown)}</p>
      <p className={styles.lead}>{costNote(shown)}</p>
      <p className={canStore ? styles.lead : styles.bar}>
        {canStore ? WORDS.keysComeFromTheEnvironment : WORDS.secretsKeyIsNotSet}
      </p>
      <ul className={styles.cards}>
        {PLATFORMS.flatMap(({ word }) => platforms.filter(({ platform }) => platform === word)).map((platform) => (
          <PlatformCard key={platform.platform} platform={platform} canStore={canStore} />
        ))}
      </ul>
    </>
  );
}
