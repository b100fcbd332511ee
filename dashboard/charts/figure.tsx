import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { ChartIcon, DownloadIcon, TableIcon } from '../ui/icons.tsx';
import { type Column, downloadCsv } from './csv-file.ts';
import styles from './figure.module.css';

interface Props<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Name of the CSV file, without its ending. */
  file: string;
  legend?: ReactNode;
  /** The rows as a chart. */
  children: ReactNode;
}

/** A chart that is a table too: the same rows, one press away (`t` does it too), and as a file. */
export function Figure<Row>({ title, columns, rows, file, legend, children }: Props<Row>) {
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
    setIsTable(!isTable);
    event.preventDefault();
  };
  return (
    <figure className={styles.figure} aria-labelledby={id} onKeyDown={press}>
      <div className={styles.bar}>
        <figcaption id={id} className={styles.title}>
          {title}
        </figcaption>
        <div className={styles.tools}>
          <button type="button" className={styles.tool} aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? <ChartIcon /> : <TableIcon />}
            <span>Table</span>
          </button>
          <button type="button" className={styles.tool} onClick={() => downloadCsv(file, columns, rows)}>
            <DownloadIcon />
            <span>CSV</span>
          </button>
        </div>
      </div>
      {legend && <div className={styles.legend}>{legend}</div>}
      {isTable ? <Table columns={columns} rows={rows} label={title} /> : children}
    </figure>
  );
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** The rows of a figure. The box that scrolls takes the focus, since the keyboard could not scroll it otherwise. */
function Table<Row>({ label, columns, rows }: TableProps<Row>) {
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
