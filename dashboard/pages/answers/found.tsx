import type { AnswerFilters } from '../../answer-filters.ts';
import { downloadCsv } from '../../charts/csv-file.ts';
import { ALL_PROMPTS, NO_DAYS, periodOf, platformsOf, useFilters, whereOf } from '../../filters.ts';
import { count, plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { Button } from '../../ui/button.tsx';
import { FileLinks } from '../../ui/file-links.tsx';
import { CloseIcon, DownloadIcon } from '../../ui/icons.tsx';
import { NextAnswers } from '../../ui/next-answers.tsx';
import { Empty } from '../../ui/states.tsx';
import {
  CLEARED,
  isSearchable,
  type ListedAnswer,
  type Narrowing,
  SEARCH_DAYS_MAX,
  useAnswerCount,
  useAnswerFilters,
} from './answers.data.ts';
import styles from './answers.module.css';
import { WORDS } from './answers.words.ts';

interface Props {
  filters: AnswerFilters;
  rows: readonly ListedAnswer[];
  narrowed: readonly { name: Narrowing; text: string }[];
  narrow: (next: Partial<AnswerFilters>) => void;
  asked: { hasNextPage: boolean; isPlaceholderData: boolean; data: unknown };
}

/** How many answers there are, what narrows them, each with a way to leave it out, and the answers as a file. */
export function Found({ filters, rows, narrowed, narrow, asked }: Props) {
  const { projectId } = useAnswerFilters();
  const total = useAnswerCount(projectId, filters);
  return (
    <div className={styles.found}>
      <p role="status" className={styles.count}>
        {countWords(total, rows.length, asked)}
      </p>
      <ul className={styles.chips} aria-label="Active filters">
        {narrowed.map(({ name, text }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.chip}
              aria-label={`Remove filter ${text}`}
              onClick={() => narrow({ [name]: undefined })}
            >
              <bdi>{text}</bdi>
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      {narrowed.length > 1 && (
        <button type="button" className={styles.clear} onClick={() => narrow(CLEARED)}>
          Clear filters
        </button>
      )}
      <span className={styles.file}>
        <File
          projectId={projectId}
          filters={filters}
          rows={rows}
          isNarrowed={narrowed.length > 0 || whereOf(filters) !== null}
        />
      </span>
    </div>
  );
}

/** The service counts apart from the list: until it has, or where it cannot, the page says what it knows. */
function countWords(total: number | null, listed: number, { hasNextPage, isPlaceholderData, data }: Props['asked']) {
  if (isPlaceholderData || data === undefined) return WORDS.answersNewestFirst;
  if (total !== null) return plural(total, 'answer');
  return hasNextPage ? `More than ${plural(listed, 'answer')}` : plural(listed, 'answer');
}

interface FileProps {
  projectId: string;
  filters: AnswerFilters;
  rows: readonly ListedAnswer[];
  isNarrowed: boolean;
}

/** The service's own file knows period and platforms alone; under other filters it is of the rows that are listed. */
function File({ projectId, filters, rows, isNarrowed }: FileProps) {
  if (!isNarrowed) {
    const platforms = platformsOf(filters)?.map((platform) => platformOf(platform).word);
    const { from, to } = filters;
    const days = from && to ? { from, to } : { window: periodOf(filters).word ?? '' };
    const search = new URLSearchParams({ project: projectId, ...days });
    if (platforms) search.set('platforms', platforms.join(','));
    return <FileLinks kind="answers" search={search} label={WORDS.allTheseAnswersAs} className={styles.tool} />;
  }
  return (
    <Button
      disabled={rows.length === 0}
      title={`The ${count(rows.length)} answers loaded so far, without their texts`}
      onClick={() => downloadCsv('answers', COLUMNS, rows)}
    >
      <DownloadIcon />
      CSV
    </Button>
  );
}

const COLUMNS = [
  { head: 'id', cell: ({ id }: ListedAnswer) => id },
  { head: 'answered_at', cell: ({ answeredAt }: ListedAnswer) => answeredAt },
  { head: 'platform', cell: ({ platform }: ListedAnswer) => platformOf(platform).word },
  { head: 'model', cell: ({ model }: ListedAnswer) => model },
  { head: 'prompt_text', cell: ({ question }: ListedAnswer) => question },
  { head: 'sentiment', cell: ({ sentiment }: ListedAnswer) => sentiment?.toLowerCase() ?? null },
  { head: 'evidence', cell: ({ evidence }: ListedAnswer) => evidence },
  { head: 'names', cell: ({ mentions }: ListedAnswer) => mentions.map(({ name }) => name).join('; ') },
];

interface NothingFoundProps {
  filters: AnswerFilters;
  narrowed: readonly { name: Narrowing; text: string }[];
  narrow: (next: Partial<AnswerFilters>) => void;
}

/** What narrows the list to nothing, and the way out. */
export function NothingFound({ filters, narrowed, narrow }: NothingFoundProps) {
  const { name } = periodOf(filters);
  const isOfSome = whereOf(filters) !== null;
  const isNarrowed = narrowed.length > 0 || filters.platforms !== undefined || isOfSome;
  if (!isNarrowed) {
    return (
      <Empty title={`– No answers in the last ${name}.`}>
        <NextAnswers />
      </Empty>
    );
  }
  return (
    <Empty title={`No answers from the last ${name} match these filters.`}>
      <ul>
        {filters.platforms && <li>{WORDS.somePlatformsAreSwitchedOff}</li>}
        {isOfSome && <li>{WORDS.someAnswersAreOfOtherPrompts}</li>}
        {narrowed.map(({ name: key, text }) => (
          <li key={key}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      <Button onClick={() => narrow({ ...CLEARED, ...ALL_PROMPTS, platforms: undefined })}>
        {WORDS.clearAllFilters}
      </Button>
    </Empty>
  );
}

/** A search covers some days only: the way to fewer. */
export function TooManyDays({ filters }: { filters: AnswerFilters }) {
  const [, setFilters] = useFilters();
  if (isSearchable(filters)) return null;
  return (
    <Empty title={`A search covers ${SEARCH_DAYS_MAX} days at most.`}>
      <p>{WORDS.aSearchReadsEveryAnswer}</p>
      <Button onClick={() => setFilters({ window: undefined, ...NO_DAYS })}>{WORDS.searchTheLast30Days}</Button>
    </Empty>
  );
}
