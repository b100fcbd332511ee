import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What the page is for, once a page; everything else is quiet. */
  isMain?: boolean;
}

export function Button({ isMain = false, type = 'button', ...rest }: Props) {
  return <button {...rest} type={type} className={isMain ? styles.main : styles.quiet} />;
}
