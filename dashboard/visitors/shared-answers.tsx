import { useInfiniteQuery } from '@tanstack/react-query';
import { TONES } from '../answer-filters.ts';
import type { Window } from '../api/gql.ts';
import { type Column, downloadCsv } from '../charts/csv-file.ts';
import { longDay } from '../format.ts';
import { platformOf } from '../platforms.ts';
import { MarkedText } from '../ui/marked-text.tsx';
import { PlatformName } from '../ui/platform-name.tsx';
import { Section } from '../ui/section.tsx';
import { type Answer, readShared } from './shared.data.ts';
import styles from './shared-answers.module.css';
import { Pending } from './shared-sections.tsx';
import { readMore, WORDS } from './visitors.words.ts';

interface Props {
  brandName: string;
  window: Window;
  /** Whether what was asked is shown. */
  isAsked: boolean;
}

/** Answers with their texts, ten at a time. */
export function SharedAnswers({ brandName, window, isAsked }: Props) {
  const document = isAsked ? 'askedAnswers' : 'answers';
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['answers', window],
    queryFn: ({ pageParam: after, signal }) => readShared(document, { window, after }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ project: { responses } }) =>
      responses?.pageInfo.hasNextPage ? responses.pageInfo.endCursor : null,
  });
  if (!data) return <Pending label="Answers" error={error} />;
  const answers: Answer[] = data.pages.flatMap(({ project }) => project.responses?.nodes ?? []);
  const columns = isAsked ? [...COLUMNS, ASKED] : COLUMNS;
  return (
    <Section
      label="Answers"
      finding={answers.length === 0 ? WORDS.noAnswersInThisPeriod : WORDS.retainedAnswers}
      note={WORDS.answersNote}
    >
      {answers.length > 0 && (
        <button
          type="button"
          className={styles.tool}
          onClick={() => downloadCsv(`${brandName} answers`, columns, answers)}
        >
          CSV
        </button>
      )}
      <ol className={styles.list}>
        {answers.map((answer, at) => (
          <Read key={answer.id} answer={answer} place={at + 1} />
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" className={styles.tool} disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {readMore('answers')}
        </button>
      )}
    </Section>
  );
}

/** Where names are is not shown: the text is that of the platform. */
const NO_MARKS: readonly [] = [];

/** @param place in the list, from 1: two of a platform and day are told apart by it. */
function Read({ answer, place }: { answer: Answer; place: number }) {
  const { platform, answeredAt, sentiment, text, question } = answer;
  return (
    <li className={styles.answer}>
      <p className={styles.source}>
        <PlatformName platform={platform} />, {longDay(answeredAt)}
        {sentiment && `, ${toneOf(sentiment)}`}
      </p>
      {question !== undefined && <p className={styles.question}>{question}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={styles.text} tabIndex={0} aria-label={`Answer ${place}, ${platformOf(platform).name}`}>
        <MarkedText text={text} marks={NO_MARKS} />
      </section>
    </li>
  );
}

const toneOf = (sentiment: Answer['sentiment']) => TONES.find(({ id }) => id === sentiment)?.name ?? null;

const COLUMNS: readonly Column<Answer>[] = [
  { head: 'Answered at (UTC)', cell: ({ answeredAt }) => answeredAt },
  { head: 'Platform', cell: ({ platform }) => platformOf(platform).name },
  { head: 'Model', cell: ({ model }) => model },
  { head: 'Sentiment', cell: ({ sentiment }) => toneOf(sentiment) },
  { head: 'Text', cell: ({ text }) => text },
];
const ASKED: Column<Answer> = { head: 'Asked', cell: ({ question }) => question ?? null };
