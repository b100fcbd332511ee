import { useMemo, useState } from 'react';
import type { Column } from '../../charts/csv.ts';
import { Figure } from '../../charts/figure.tsx';
import { percent, plural } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { Button } from '../../ui/button.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './by-prompt.module.css';
import { type MatrixRow, matrixRows, shareOf } from './matrix-rows.ts';
import type { Cell, OverviewProject, Prompt } from './overview.document.ts';
import { promptFinding } from './overview.words.ts';

/** More rows are one press away. */
const ROWS_AT_FIRST = 12;

const NOTE =
  'Yellow is presence: the paler a cell, the rarer the brand. The score above counts prompts that name it, too.';

interface Props {
  project: OverviewProject;
  cells: readonly Cell[];
  prompts: { totalCount: number; nodes: readonly Prompt[] };
}

/** Every prompt on every platform: where the brand is present, and where it is missing. */
export function ByPrompt({ project, cells, prompts }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const { name, brandName } = project;
  const rows = useMemo(() => matrixRows(cells, prompts.nodes), [cells, prompts.nodes]);
  const shown = isWhole ? rows : rows.slice(0, ROWS_AT_FIRST);
  return (
    <Section label="Prompts" finding={promptFinding(cells, unaskedOf(project), brandName)} note={NOTE}>
      <Figure title="Share of answers by prompt and platform" file={`${name} prompts`} columns={COLUMNS} rows={rows}>
        <Matrix rows={shown} />
      </Figure>
      {rows.length > ROWS_AT_FIRST && (
        <p className={styles.more}>
          <Button onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? `Show the ${ROWS_AT_FIRST} least named` : `Show all ${plural(rows.length, 'row')}`}
          </Button>
        </p>
      )}
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
    <section className={styles.scroll} tabIndex={0} aria-label="Prompts and platforms">
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
            <Line key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ row: { text, isBranded, cells, naming, answers } }: { row: MatrixRow }) {
  return (
    <tr>
      <th scope="row" className={styles.prompt}>
        {text}
        {isBranded && <span className={styles.branded}>names the brand</span>}
      </th>
      {PLATFORMS.map(({ id }) => (
        <td key={id}>
          <Value cell={cells.get(id)} />
        </td>
      ))}
      <td className={styles.all}>{`${naming} of ${answers}`}</td>
    </tr>
  );
}

function Value({ cell }: { cell: Cell | undefined }) {
  if (!cell) {
    return (
      <span className={styles.cell} title="No answers">
        –
      </span>
    );
  }
  const { visibilityScore, brandMentionCount, responseCount, confidence } = cell;
  const bounds = confidence ? `, ${percent(confidence.low)} to ${percent(confidence.high)}` : '';
  return (
    <span
      className={styles.cell}
      data-level={levelOf(visibilityScore)}
      title={`${brandMentionCount} of ${plural(responseCount, 'answer')}${bounds}`}
    >
      {percent(visibilityScore)}
    </span>
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
  { head: 'Naming answers', cell: ({ naming }) => naming, isNumber: true },
  { head: 'Answers', cell: ({ answers }) => answers, isNumber: true },
];
