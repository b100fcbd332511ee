import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What the page is for, once a page; everything else is quiet. */
  isMain?: boolean;
  /** In a row of a table. */
  isSmall?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ isMain = false, isSmall = false, type = 'button', ...rest }: Props) {
  return <button {...rest} type={type} data-small={isSmall} className={isMain ? styles.main : styles.quiet} />;
}

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** As of a button: what the page is for. */
  isMain?: boolean;
}

function Anchor({ isMain = false, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={isMain ? styles.mainLink : styles.quietLink}>
      {children}
    </a>
  );
}

/** A way to another page that looks like a button. */
export const ButtonLink = createLink(Anchor);
