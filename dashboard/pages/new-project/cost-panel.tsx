import type { Plan } from './new-project.document.ts';
import styles from './new-project.module.css';
import { type Cost, costFinding, planLines } from './new-project.words.ts';

/** What the prompts take of the plan. */
export function CostPanel({ cost, plan }: { cost: Cost; plan: Plan }) {
  return (
    <section className={styles.cost} aria-labelledby="cost">
      <h3 id="cost" className={styles.costFinding}>
        {costFinding(cost)}
      </h3>
      <dl className={styles.lines}>
        {planLines(cost, plan).map(({ name, text, isBeyond }) => (
          <div key={name} className={styles.line} data-beyond={isBeyond}>
            <dt>{name}</dt>
            <dd>
              {text}
              {isBeyond && ': over the limit'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
