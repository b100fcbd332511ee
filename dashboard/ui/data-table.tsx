import { Fragment, type ReactNode, useState } from 'react';
import styles from './data-table.module.css';
import { SortIcon } from './icons.tsx';

export interface DataColumn<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** What rows are sorted by once the head is pressed; null last. Absent: the column cannot be sorted by. */
  sortBy?: (row: Row) => string | number | null;
}

interface Props<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** On a phone each row is a list of its cells, each with its head, so that nothing is out of sight. */
  stacks?: boolean;
  /** What stands below a row, over all columns; null for nothing. */
  below?: (row: Row) => ReactNode;
}

interface Order {
  head: string;
  isDescending: boolean;
}

/** Things of an account as rows. The box that scrolls takes the focus, since the keyboard could not scroll it else. */
export function DataTable<Row>({ label, columns, rows, keyOf, stacks = false, below }: Props<Row>) {
  const [order, setOrder] = useState<Order | null>(null);
  const press = (head: string) => setOrder({ head, isDescending: order?.head === head && !order.isDescending });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table} data-stacks={stacks}>
        <thead>
          <tr>
            {columns.map(({ head, isNumber, sortBy }) => (
              <th key={head} scope="col" data-number={isNumber} aria-sort={sortBy && sortOf(order, head)}>
                {sortBy ? (
                  <button type="button" className={styles.sort} onClick={() => press(head)}>
                    {head}
                    <SortIcon />
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns, order).map((row) => (
            <Fragment key={keyOf(row)}>
              <tr>
                {columns.map(({ head, cell, isNumber }) => (
                  <td key={head} data-number={isNumber} data-head={head}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
              <Below columns={columns.length}>{below?.(row)}</Below>
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null;
  return (
    <tr>
      <td colSpan={columns} className={styles.below}>
        {children}
      </td>
    </tr>
  );
}

function sortOf(order: Order | null, head: string): 'none' | 'ascending' | 'descending' {
  if (order?.head !== head) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}

function sorted<Row>(rows: readonly Row[], columns: readonly DataColumn<Row>[], order: Order | null): readonly Row[] {
  const sortBy = columns.find(({ head }) => head === order?.head)?.sortBy;
  if (!order || !sortBy) return rows;
  const sign = order.isDescending ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [sortBy(one), sortBy(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'string' ? a.localeCompare(String(b), 'en') : a - Number(b));
  });
}
