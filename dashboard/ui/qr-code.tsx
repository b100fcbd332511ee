import { useMemo } from 'react';
import styles from './qr-code.module.css';
import { modulesOf } from './qr-modules.ts';

/** Light modules around the code, without which readers do not find it. */
const QUIET = 4;

/** A text as a code to scan with a phone: always dark on light. @param label what the code is. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => modulesOf(text), [text]);
  const side = rows.length + 2 * QUIET;
  return (
    <svg className={styles.code} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label}>
      <path className={styles.dark} d={pathOf(rows)} shapeRendering="crispEdges" />
    </svg>
  );
}

/** A square for each dark module. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
