import { longDay } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import styles from './critics.module.css';
import type { Critic } from './overview.document.ts';

/** Marks of Markdown, of which a sentence may have some left. */
const MARKS = /[*_`]/g;

/** The latest sentences that criticise the brand, each with the prompt that it answers. */
export function Critics({ answers }: { answers: readonly Critic[] }) {
  const quoted = answers.filter(({ evidence }) => evidence !== null);
  if (quoted.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>Latest critical sentences</h3>
      <ul className={styles.quotes}>
        {quoted.map(({ id, evidence, platform, answeredAt, prompt }) => (
          <li key={id} className={styles.quote}>
            <blockquote className={styles.sentence}>{evidence?.replaceAll(MARKS, '')}</blockquote>
            <p className={styles.source}>
              <PlatformName platform={platform} />, {longDay(answeredAt)}
              {prompt && `, asked: ${prompt.promptText}`}{' '}
              <AnswersLink answer={`${answeredAt.slice(0, 10)}.${id}`} tones={['negative']} platform="ALL">
                Read the answer
              </AnswersLink>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
