import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { faultsOf } from '../api/use-write.ts';
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

interface Described {
  label: string;
  name: string;
  /** What is wrong with it, in the words of the service. */
  fault?: string | undefined;
  hint?: string;
}

type FieldProps = Described & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name'>;

/** An input with its label; a fault is read out with it. */
export function Field({ label, fault, hint, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} fault={fault} hint={hint}>
      {(described) => <input {...input} {...described} />}
    </FieldFrame>
  );
}

type AreaProps = Described & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name'>;

/** As {@link Field}, for several lines. */
export function Area({ label, fault, hint, ...area }: AreaProps) {
  return (
    <FieldFrame label={label} fault={fault} hint={hint}>
      {(described) => <textarea rows={4} {...area} {...described} />}
    </FieldFrame>
  );
}

type ChoiceProps = Described & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name'>;

/** One of a few; its `<option>`s are the children. */
export function Choice({ label, fault, hint, ...select }: ChoiceProps) {
  return (
    <FieldFrame label={label} fault={fault} hint={hint}>
      {(described) => <select {...select} {...described} />}
    </FieldFrame>
  );
}

interface DescribedInput {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FrameProps {
  label: string;
  fault: string | undefined;
  hint: string | undefined;
  children: (described: DescribedInput) => ReactNode;
}

/** Label, fault and hint of a field; the input is the child, and takes what it is given. */
export function FieldFrame({ label, fault, hint, children }: FrameProps) {
  const id = useId();
  const note = fault ?? hint;
  const isFaulty = fault !== undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        className: styles.input,
        'aria-invalid': isFaulty,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={isFaulty ? styles.fault : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Why a form was refused as a whole, in the service's words; nothing where each fault stands below its field. */
export function FormRefusal({ error }: { error: Error | null }) {
  if (!error || Object.keys(faultsOf(error)).length > 0) return null;
  return (
    <p role="alert" className={styles.fault}>
      {error.message}
    </p>
  );
}

/** What was typed into a field; empty for one that the form lacks. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Tells that a form was written; screen readers say it. */
export function Saved({ isSaved }: { isSaved: boolean }) {
  return (
    <p role="status" className={styles.saved}>
      {isSaved ? 'Saved' : ''}
    </p>
  );
}
