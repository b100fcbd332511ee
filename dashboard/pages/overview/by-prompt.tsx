import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Platform } from '../../api/gql.ts';
import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { readFilters } from '../../filters.ts';
import { count, percent, plural } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import type { Cell, OverviewProject } from './overview.data.ts';
import styles from './overview.module.css';
import { promptFinding, WORDS } from './overview.words.ts';

const ROWS_AT_FIRST = 12;
/** Rows that a press adds: a thousand at once would hold the page up. */
const ROWS_MORE = 100;

interface Props {
  project: OverviewProject;
  cells: readonly Cell[];
}

/** Every prompt on every platform: where the brand is present, and where it is missing. */
export function ByPrompt({ project, cells }: Props) {
  const [length, setLength] = useState(ROWS_AT_FIRST);
  const { name, brandName } = project;
  const rows = useMemo(() => matrixRows(cells), [cells]);
  const further = Math.min(ROWS_MORE, rows.length - length);
  return (
    <Section
      label="Prompts"
      finding={promptFinding(cells, unaskedOf(project), brandName)}
      note={WORDS.thePalerACellTheMoreRarely}
    >
      <Figure title={WORDS.shareOfAnswersByPrompt} file={`${name} prompts`} columns={COLUMNS} rows={rows}>
        <Matrix rows={rows.slice(0, length)} />
        {further > 0 && (
          <p className={styles.more}>
            <Button onClick={() => setLength(length + further)}>{`Show ${plural(further, 'more row')}`}</Button>
            <span className={styles.shown}>{`${count(length)} of ${count(rows.length)}, least named first`}</span>
          </p>
        )}
      </Figure>
    </Section>
  );
}

/** The score without prompts that ask for the brand by name. */
function unaskedOf({ unasked }: OverviewProject) {
  if (!unasked) return null;
  return { score: unasked.score, answers: unasked.byPlatform.reduce((sum, row) => sum + row.responseCount, 0) };
}

function Matrix({ rows }: { rows: readonly MatrixRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone
    <section className={styles.scroll} tabIndex={0} aria-label={WORDS.promptsAndPlatforms}>
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Prompt</th>
            {PLATFORMS.map(({ id }) => (
              <th key={id} scope="col" className={styles.head}>
                <PlatformName platform={id} />
              </th>
            ))}
            <th scope="col" className={styles.head}>
              Naming
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.promptId} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ row: { promptId, text, isBranded, cells, naming, answers } }: { row: MatrixRow }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const of = promptId === null ? null : { prompt: promptId };
  return (
    <tr>
      <th scope="row" className={styles.prompt}>
        {promptId === null ? (
          text
        ) : (
          <Link
            to="/projects/$projectId/prompts/$promptId"
            params={{ projectId, promptId }}
            search={readFilters}
            className={styles.question}
          >
            {text}
          </Link>
        )}
        {isBranded && ' '}
        {isBranded && <span className={styles.branded}>{WORDS.namesTheBrand}</span>}
      </th>
      {PLATFORMS.map(({ id }) => (
        <td key={id}>
          <Value cell={cells.get(id)} />
        </td>
      ))}
      <td className={styles.all}>
        {of ? (
          <>
            <AnswersLink {...of} named="yes">
              {count(naming)}
            </AnswersLink>
            {' of '}
            <AnswersLink {...of}>{count(answers)}</AnswersLink>
          </>
        ) : (
          `${count(naming)} of ${count(answers)}`
        )}
      </td>
    </tr>
  );
}

/** Questions that no prompt asks are many, so their cells lead to no list of answers. */
function Value({ cell }: { cell: Cell | undefined }) {
  if (!cell) {
    return (
      <span className={styles.cell} title="No answers">
        –
      </span>
    );
  }
  const { promptId, platform, visibilityScore, brandMentionCount, responseCount, confidence } = cell;
  const bounds = confidence ? `, ${percent(confidence.low)} to ${percent(confidence.high)}` : '';
  const shade = (
    <span
      className={styles.cell}
      data-level={levelOf(visibilityScore)}
      title={`${brandMentionCount} of ${plural(responseCount, 'answer')}${bounds}`}
    >
      {percent(visibilityScore)}
    </span>
  );
  if (promptId === null) return shade;
  return (
    <AnswersLink prompt={promptId} platform={platform}>
      {shade}
    </AnswersLink>
  );
}

/** Five shades, each with a colour of text that can be read on it. */
function levelOf(score: number): number {
  return Math.min(4, Math.floor(score / 20));
}

const COLUMNS: readonly Column<MatrixRow>[] = [
  { head: 'Prompt', cell: ({ text }) => text },
  { head: 'Names the brand', cell: ({ isBranded }) => (isBranded ? 'yes' : 'no') },
  ...PLATFORMS.map(({ id, name }) => ({
    head: `${name}, %`,
    cell: ({ cells }: MatrixRow) => cells.get(id)?.visibilityScore ?? null,
    isNumber: true,
  })),
  { head: 'All, %', cell: (row) => Math.round(100 * shareOf(row)), isNumber: true },
  { head: 'Answers with the name', cell: ({ naming }) => naming, isNumber: true },
  { head: 'Answers', cell: ({ answers }) => answers, isNumber: true },
];

/** A prompt on every platform. */
interface MatrixRow {
  /** Null for the other questions. */
  promptId: string | null;
  text: string;
  isBranded: boolean;
  cells: ReadonlyMap<Platform, Cell>;
  /** Naming answers and answers of all cells. */
  naming: number;
  answers: number;
}

/** A row for each prompt with answers, and one for the other questions; the least named first. */
function matrixRows(cells: readonly Cell[]): MatrixRow[] {
  const rows = Array.from(Map.groupBy(cells, ({ promptId }) => promptId).values(), rowOf);
  return rows.toSorted((one, other) => shareOf(one) - shareOf(other) || one.text.localeCompare(other.text, 'en'));
}

function rowOf(own: readonly Cell[]): MatrixRow {
  const [first] = own;
  return {
    promptId: first?.promptId ?? null,
    text: first?.promptText ?? WORDS.questionsNoLongerAsked,
    isBranded: first?.isBranded === true,
    cells: new Map(own.map((cell) => [cell.platform, cell])),
    naming: own.reduce((sum, { brandMentionCount }) => sum + brandMentionCount, 0),
    answers: own.reduce((sum, { responseCount }) => sum + responseCount, 0),
  };
}

/** 0 to 1. Every row has answers: a cell without any is not sent. */
function shareOf({ naming, answers }: MatrixRow): number {
  return naming / answers;
}
