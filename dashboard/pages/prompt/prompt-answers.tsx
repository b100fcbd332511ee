import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { useState } from 'react';
import type { Platform } from '../../api/gql.ts';
import { instant, plural } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformMark, PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import { Missing, Refusal } from '../../ui/states.tsx';
import { type PromptAnswer, usePlace, usePromptAnswers } from './prompt.data.ts';
import styles from './prompt.module.css';
import { beginningOf, WORDS } from './prompt.words.ts';

/** In place of a platform: no value of a toggle is empty. */
const ALL = 'all';
/** The latest answers to the question, of all platforms or of one. */
export function Answers() {
  const { promptId } = usePlace();
  const [platform, setPlatform] = useState<Platform | null>(null);
  const asked = usePromptAnswers(platform);
  const answers = asked.data?.project?.responses?.nodes;
  return (
    <Section
      label="Answers"
      finding={WORDS.whatCustomersWouldRead}
      note={
        <span className={styles.way}>
          <AnswersLink prompt={promptId} {...(platform && { platform })}>
            {WORDS.allAnswersToThisPrompt}
          </AnswersLink>
        </span>
      }
    >
      <ToggleGroup
        aria-label={WORDS.platformOfTheAnswers}
        className={styles.tabs}
        value={[platform ?? ALL]}
        onValueChange={([next]) => setPlatform(PLATFORMS.find(({ id }) => id === next)?.id ?? null)}
      >
        <Toggle value={ALL} className={styles.tab}>
          All
        </Toggle>
        {PLATFORMS.map(({ id, name }) => (
          <Toggle key={id} value={id} className={styles.tab}>
            <PlatformMark platform={id} />
            {name}
          </Toggle>
        ))}
      </ToggleGroup>
      <Refusal asked={asked} />
      {asked.data && !answers && <Missing what="The answers" retry={() => asked.refetch()} />}
      {answers?.length === 0 && <p className={styles.none}>{WORDS.noAnswersInThisPeriod}</p>}
      <ul aria-busy={asked.isPlaceholderData}>
        {(answers ?? []).map((answer) => (
          <Answer key={answer.id} answer={answer} />
        ))}
      </ul>
    </Section>
  );
}

function Answer({ answer }: { answer: PromptAnswer }) {
  const { promptId } = usePlace();
  const { id, platform, answeredAt, text, mentions } = answer;
  const brand = mentions.find(({ isBrand }) => isBrand);
  const others = mentions.filter(({ isBrand }) => !isBrand).length;
  return (
    <li className={styles.answer}>
      <p className={styles.head}>
        <PlatformName platform={platform} />
        <span>{instant(answeredAt)}</span>
        {brand ? <mark className={styles.brand}>{brand.name}</mark> : <span>{WORDS.brandNotNamed}</span>}
        {others > 0 && <span>{plural(others, 'other name')}</span>}
      </p>
      <p className={styles.answersText}>{beginningOf(text)}</p>
      <p className={styles.way}>
        <AnswersLink prompt={promptId} answer={`${answeredAt.slice(0, 10)}.${id}`}>
          {WORDS.readTheAnswer}
        </AnswersLink>
      </p>
    </li>
  );
}
