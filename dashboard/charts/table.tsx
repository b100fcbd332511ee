import type { Column } from './csv.ts';
import styles from './figure.module.css';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** The rows of a figure. The box that scrolls takes the focus, since the keyboard could not scroll it otherwise. */
export function Table<Row>({ label, columns, rows }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.scroll} tabIndex={0} aria-label={`${label}: table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" data-number={isNumber}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a figure keep their order
            <tr key={at}>
              {columns.map(({ head, cell, isNumber }) => (
                <td key={head} data-number={isNumber}>
                  {cell(row) ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
