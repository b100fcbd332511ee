import styles from './host.module.css';

/** The host of an address, or a host: set wider, or its dots would vanish between the letters. */
export function Host({ of }: { of: string }) {
  return <span className={styles.host}>{URL.canParse(of) ? new URL(of).host : of}</span>;
}
