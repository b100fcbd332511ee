import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes } from 'react';
import styles from './button.module.css';

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** As of a button: what the page is for. */
  isMain?: boolean;
}

function Anchor({ isMain = false, children, ...rest }: Props) {
  return (
    <a {...rest} className={isMain ? styles.mainLink : styles.quietLink}>
      {children}
    </a>
  );
}

/** A way to another page that looks like a button. */
export const ButtonLink = createLink(Anchor);
