import styles from './file-links.module.css';

/** Endings of the service's files, as people name them. */
const FORMATS = [
  { ending: 'csv', name: 'CSV' },
  { ending: 'parquet', name: 'Parquet' },
  { ending: 'ndjson', name: 'JSON Lines' },
] as const;

interface Props {
  /** Of the file, as its address has it. */
  kind: string;
  /** Project, days and platforms. */
  search: URLSearchParams;
  /** What the file holds, for those who do not see what is around. */
  label: string;
  className?: string | undefined;
}

/** The service's own file in each of its forms. */
export function FileLinks({ kind, search, label, className }: Props) {
  return (
    <span className={styles.links}>
      {FORMATS.map(({ ending, name }) => (
        <a
          key={ending}
          href={`/dashboard/export/${kind}.${ending}?${search}`}
          download
          className={className}
          aria-label={`${label} ${name}`}
        >
          {name}
        </a>
      ))}
    </span>
  );
}
