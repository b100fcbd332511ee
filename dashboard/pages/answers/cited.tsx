import { AnswersLink } from '../../ui/answers-link.tsx';
import { Host } from '../../ui/host.tsx';
import { OutLink } from '../../ui/out-link.tsx';
import type { ReadAnswer } from './answers.document.ts';
import styles from './reader.module.css';

/** The pages that an answer cites, in its order. */
export function Cited({ citations }: Pick<ReadAnswer, 'citations'>) {
  return (
    <section className={styles.cited}>
      <h3 className={styles.label}>Cited</h3>
      <ol>
        {citations.map(({ url, domain }) => (
          <li key={url}>
            <AnswersLink citing={domain}>
              <Host of={domain} />
            </AnswersLink>
            <span className={styles.path}>
              <OutLink url={url} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
