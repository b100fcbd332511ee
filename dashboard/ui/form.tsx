import type { FormEvent, ReactNode } from 'react';
import styles from './form.module.css';

interface Props {
  /** Takes what was typed; the page stays. */
  onSubmit: (form: FormData) => void;
  /** Faults are told beside the fields alone, not by the browser's own bubbles. */
  noValidate?: boolean;
  children: ReactNode;
}

/** Fields below each other, and {@link FormButtons}. */
export function Form({ onSubmit, noValidate = false, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate={noValidate}>
      {children}
    </form>
  );
}

/** What a dialog holds that is no form, spaced as one. */
export function FormBody({ children }: { children: ReactNode }) {
  return <div className={styles.form}>{children}</div>;
}

/** What a form or a dialog ends with. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/** A quiet sentence above or below fields. */
export function FormNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
