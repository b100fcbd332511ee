import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { TONES, type ToneWord } from '../../answer-filters.ts';
import { ask } from '../../api/ask.ts';
import { graphql, type Platform } from '../../api/gql.ts';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { Intervals } from '../../charts/intervals.tsx';
import { narrowedBy, readFilters } from '../../filters.ts';
import { count } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { verdictTitle, type Window } from '../../ui/shared.words.ts';
import { Missing } from '../../ui/states.tsx';
import styles from './tone-intervals.module.css';
import { platformMoves, shareVerdict, WORDS } from './tone-intervals.words.ts';

/** Apart from the page, whose own document has no points left for them. */
const TONE_SHARES = graphql(`
  query ToneShares($id: ID!, $window: Window, $from: Date, $to: Date, $where: PromptFilter) {
    project(id: $id) {
      sentiment(where: $where, window: $window, from: $from, to: $to) {
        positive
        negative
        total
        positiveShare { percent confidence { low high } previousPercent verdict }
        negativeShare { percent confidence { low high } previousPercent verdict }
        byPlatform {
          platform
          positive
          negative
          total
          positiveShare { percent confidence { low high } previousPercent verdict }
          negativeShare { percent confidence { low high } previousPercent verdict }
        }
      }
    }
  }
`);

type Tones = NonNullable<NonNullable<ResultOf<typeof TONE_SHARES>['project']>['sentiment']>;

interface Row {
  tone: Extract<ToneWord, 'positive' | 'negative'>;
  /** Null for all together. */
  platform: Platform | null;
  answers: number;
  total: number;
  share: Tones['positiveShare'];
}

interface Props {
  /** Of the project, which names the file. */
  name: string;
  /** The page's days; null where they are not known. */
  window: Window | null;
  /** Whether people corrected so many answers of the days that it is a change of them. */
  isCorrected: boolean;
}

/** How sure the shares of praise and of criticism are, and whether each moved: of all platforms, whatever is chosen. */
export function ToneShares({ name, window, isCorrected }: Props) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const { platforms: _, ...variables } = { id, ...narrowedBy(readFilters(useSearch({ strict: false }))) };
  const asked = useQuery({
    queryKey: ['project', id, 'tone-shares', variables],
    queryFn: ({ signal }) => ask(TONE_SHARES, variables, signal),
    placeholderData: () => undefined,
  });
  if (asked.isPending) return null;
  const tones = asked.data?.project?.sentiment;
  if (!tones) return <Missing what={WORDS.theIntervalsOfTheShares} retry={() => asked.refetch()} />;
  const { byPlatform } = tones;
  const whole = rowsOf(null, tones);
  return (
    <div className={styles.shares}>
      <Figure
        title={WORDS.positiveAndNegativeShares}
        file={`${name} tone shares`}
        columns={COLUMNS}
        rows={[...whole, ...byPlatform.flatMap((own) => rowsOf(own.platform, own))]}
      >
        <Intervals rows={whole.map(intervalOf)} />
      </Figure>
      <dl className={styles.verdicts}>
        {whole.map(({ tone, share }) => {
          const { title, text } = shareVerdict(share, window);
          return (
            <div key={tone}>
              <dt>{nameOf(tone)}</dt>
              <dd>
                <strong>{title}</strong> {text}
              </dd>
            </div>
          );
        })}
      </dl>
      {byPlatform.length > 0 && <p className={styles.note}>{platformMoves(byPlatform)}</p>}
      <p className={styles.note}>
        {WORDS.eachBarIsTheInterval} {isCorrected && WORDS.peopleCorrected}
      </p>
    </div>
  );
}

type Shares = Pick<Tones, 'positive' | 'negative' | 'total' | 'positiveShare' | 'negativeShare'>;

function rowsOf(platform: Platform | null, tones: Shares): Row[] {
  const { total } = tones;
  return [
    { tone: 'positive', platform, total, answers: tones.positive, share: tones.positiveShare },
    { tone: 'negative', platform, total, answers: tones.negative, share: tones.negativeShare },
  ];
}

const nameOf = (tone: ToneWord) => TONES.find(({ word }) => word === tone)?.name ?? tone;

function intervalOf({ tone, answers, total, share: { percent, confidence } }: Row) {
  return {
    key: tone,
    name: nameOf(tone),
    color: `var(--${tone})`,
    score: percent,
    low: confidence?.low ?? 0,
    high: confidence?.high ?? 100,
    showsBounds: true,
    note: (
      <>
        <AnswersLink tones={[tone]} platform="ALL">
          {count(answers)}
        </AnswersLink>
        {' of '}
        <AnswersLink named="yes" platform="ALL">
          {count(total)}
        </AnswersLink>
      </>
    ),
  };
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Tone', cell: ({ tone }) => nameOf(tone) },
  { head: 'Platform', cell: ({ platform }) => (platform === null ? 'All' : platformOf(platform).name) },
  { head: 'Answers', cell: ({ answers }) => answers, isNumber: true },
  { head: 'Answers with the name', cell: ({ total }) => total, isNumber: true },
  { head: 'Share, %', cell: ({ share }) => share.percent, isNumber: true },
  { head: 'Low, %', cell: ({ share }) => share.confidence?.low ?? null, isNumber: true },
  { head: 'High, %', cell: ({ share }) => share.confidence?.high ?? null, isNumber: true },
  { head: 'Before, %', cell: ({ share }) => share.previousPercent, isNumber: true },
  { head: 'Change', cell: ({ share }) => verdictTitle(share.verdict) },
];
