import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/use-write.ts';
import { useIsOperator, useWriteBar } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { brandToSend, type Draft, keyOf, nextKey } from './draft.ts';
import {
  COMPETITOR_QUESTION,
  type CompetitorQuestion,
  isAnswerAwaited,
  type Plan,
  SUGGEST_COMPETITORS,
  usePlatformsWithKey,
} from './new-project.data.ts';
import styles from './new-project.module.css';
import { questionFinding, WORDS } from './new-project.words.ts';

/** While an answer is waited for: some seconds, with a search of the web. */
const POLL_MS = 1_500;

interface Props {
  draft: Draft;
  setDraft: (draft: Draft) => void;
  plan: Plan;
  /** The question that was asked last; null where none was. */
  questionId: string | null;
  onAsked: (questionId: string) => void;
  /** Keys of the competitors that are saved. */
  saved: readonly number[];
  /** Why no further one can be added; null where one can. */
  bar: string | null;
}

/** Competitors by one question to a platform: each with the sentence that names it, to be chosen. */
export function CompetitorSuggestions({ draft, setDraft, plan, questionId, onAsked, saved, bar }: Props) {
  const readOnly = useWriteBar();
  const isOperator = useIsOperator();
  const status = usePlatformsWithKey(plan);
  const asking = useWrite(SUGGEST_COMPETITORS, {
    changes: [],
    onDone: ({ suggestCompetitors: asked }) => asked && onAsked(asked.id),
  });
  const asked = useQuery({
    queryKey: ['competitor-question', questionId],
    queryFn: ({ signal }) => ask(COMPETITOR_QUESTION, { id: questionId ?? '' }, signal),
    enabled: questionId !== null,
    refetchInterval: ({ state }) => (isAnswerAwaited(state.data?.competitorQuestion) ? POLL_MS : false),
  });
  const question = asked.isPlaceholderData ? null : (asked.data?.competitorQuestion ?? null);
  const isWaiting = asking.isPending || (questionId !== null && isAnswerAwaited(question) && !asked.isError);
  if (status !== null && status.length === 0) {
    return (
      <p className={styles.note}>
        {WORDS.noPlatformHasAKeyYet} {isOperator && <Link to="/platforms">{WORDS.storeAKeyOnPlatforms}</Link>}
      </p>
    );
  }
  const { brandName, websiteUrl, mainTopic, targetCountry } = brandToSend(draft);
  const failure = asking.error ?? asked.error;
  return (
    <div className={styles.asked}>
      <div className={styles.askedHead}>
        <Button
          disabled={isWaiting || readOnly !== null || status === null}
          title={readOnly ?? undefined}
          onClick={() => asking.mutate({ input: { brandName, websiteUrl, mainTopic, targetCountry } })}
        >
          {WORDS.suggestCompetitors}
        </Button>
        <p className={styles.note}>{WORDS.asksOnePlatformOneQuestion}</p>
      </div>
      <p role="status">{failure ? '' : questionFinding(question, isWaiting)}</p>
      {failure && (
        <p role="alert" className={styles.fault}>
          {failure.message}
        </p>
      )}
      {question && question.suggestions.length > 0 && (
        <Choices question={question} draft={draft} setDraft={setDraft} saved={saved} bar={bar} />
      )}
      {question?.answer && <WholeAnswer question={question.question} answer={question.answer} />}
    </div>
  );
}

type ChoicesProps = Pick<Props, 'draft' | 'setDraft' | 'saved' | 'bar'> & { question: CompetitorQuestion };

/** A name is chosen where the draft has it, however it came there. */
function Choices({ question, draft, setDraft, saved, bar }: ChoicesProps) {
  const { rivals } = draft;
  return (
    <ul className={styles.choices} aria-label={WORDS.suggestedCompetitors}>
      {question.suggestions.map(({ name, websiteUrl, evidence, evidenceStart, evidenceEnd }) => {
        const row = rivals.find((rival) => keyOf(rival.name) === keyOf(name));
        const choose = () => {
          const others = rivals.filter(({ key }) => key !== row?.key);
          setDraft({ ...draft, rivals: row ? others : [...rivals, { key: nextKey(rivals), name, websiteUrl }] });
        };
        return (
          <li key={name}>
            <label className={styles.platform}>
              <input
                type="checkbox"
                checked={row !== undefined}
                disabled={row ? saved.includes(row.key) : bar !== null}
                onChange={choose}
              />
              <span className={styles.name}>{name}</span>
            </label>
            {websiteUrl !== '' && <span className={styles.note}>{websiteUrl.replace('https://', '')}</span>}
            <details>
              <summary aria-label={`Evidence for ${name}`}>Evidence</summary>
              <blockquote className={styles.quote}>
                {evidence.slice(0, evidenceStart)}
                <strong>{evidence.slice(evidenceStart, evidenceEnd)}</strong>
                {evidence.slice(evidenceEnd)}
              </blockquote>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

/** What was asked and what came back: a stranger's text, so it is shown letter by letter. */
function WholeAnswer({ question, answer }: { question: string; answer: string }) {
  return (
    <details>
      <summary>{WORDS.theQuestionAndTheWholeAnswer}</summary>
      <p className={styles.note}>{question}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard */}
      <section className={styles.answer} aria-label={WORDS.theWholeAnswer} tabIndex={0} dir="auto">
        {answer}
      </section>
    </details>
  );
}
