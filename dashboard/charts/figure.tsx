import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { ChartIcon, DownloadIcon, TableIcon } from '../ui/icons.tsx';
import type { Column } from './csv.ts';
import { downloadCsv } from './download.ts';
import styles from './figure.module.css';
import { Table } from './table.tsx';

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
