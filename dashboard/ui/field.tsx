import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import styles from './field.module.css';

interface Described {
  label: string;
  name: string;
  /** What is wrong with it, in the words of the service. */
  fault?: string | undefined;
  hint?: string;
}

type Props = Described & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name'>;

/** An input with its label; a fault is read out with it. */
export function Field({ label, fault, hint, ...input }: Props) {
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
