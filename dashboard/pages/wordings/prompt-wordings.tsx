import { Link, useParams } from '@tanstack/react-router';
import { useWriteBar } from '../../api/viewer.ts';
import { readFilters } from '../../filters.ts';
import { Button } from '../../ui/button.tsx';
import { FormRefusal } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Missing, Refusal } from '../../ui/states.tsx';
import { useChange } from '../prompts/prompts.data.ts';
import { faultOf } from '../prompts/prompts.words.ts';
import { usePromptWordings } from './wordings.data.ts';
import styles from './wordings.module.css';
import { WORDS, wordingsFinding } from './wordings.words.ts';

/** In which words the question of a prompt is asked; nothing for one in its own words alone. */
export function PromptWordings() {
  const asked = usePromptWordings();
  const prompt = asked.data?.prompt;
  if (asked.error) return <Refusal asked={asked} />;
  if (!prompt) return null;
  const { wordingOf } = prompt;
  const wordings = wordingOf ? wordingOf.wordings : prompt.wordings;
  if (!wordings) return <Missing what={WORDS.itsWordings} retry={() => asked.refetch()} />;
  const others = wordings.filter(({ id }) => id !== prompt.id);
  if (!wordingOf && others.length === 0) return null;
  return (
    <Section
      label="Wordings"
      finding={wordingsFinding({ isWording: wordingOf !== null, others: wordings.length })}
      note={WORDS.countedTogether}
    >
      {wordingOf && (
        <>
          <h3 className={styles.heading}>{WORDS.theQuestionItWords}</h3>
          <ul>
            <Wording prompt={wordingOf} />
          </ul>
          <Untie ids={[prompt.id]} />
        </>
      )}
      {others.length > 0 && (
        <>
          <h3 className={styles.heading}>{WORDS.otherWordings}</h3>
          <ul>
            {others.map((other) => (
              <Wording key={other.id} prompt={other} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Wording({ prompt: { id, promptText } }: { prompt: { id: string; promptText: string } }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  return (
    <li className={styles.wording}>
      <Link
        to="/projects/$projectId/prompts/$promptId"
        params={{ projectId, promptId: id }}
        search={(now) => readFilters(now)}
      >
        <bdi>{promptText}</bdi>
      </Link>
    </li>
  );
}

function Untie({ ids }: { ids: readonly string[] }) {
  const change = useChange(() => undefined);
  const bar = useWriteBar();
  return (
    <div className={styles.buttons}>
      <Button
        isSmall
        disabled={bar !== null || change.isPending}
        title={bar ?? undefined}
        onClick={() => change.mutate({ ids, input: { wordingOfId: null } })}
      >
        {WORDS.countByItself}
      </Button>
      <FormRefusal error={faultOf(change.error)} />
    </div>
  );
}
