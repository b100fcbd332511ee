import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { FormRefusal } from './form.tsx';
import { Popup, type PopupProps } from './popup.tsx';
import { StepUp } from './step-up-prompt.tsx';

/** A {@link Popup} from which things are changed: a proof of who it is, where one is wanted, is asked for above it. */
export function Dialog({ children, ...popup }: PopupProps) {
  return (
    <Popup {...popup}>
      {children}
      <StepUp />
    </Popup>
  );
}

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** The button that does it: a verb and its object, as `Revoke key`. */
  action: string;
  onConfirm: () => void;
  isPending: boolean;
  error: Error | null;
  /** What it will bring about. */
  children: ReactNode;
}

/** Asks before something that cannot be undone, or that costs. */
export function Confirm({ title, isOpen, onClose, action, onConfirm, isPending, error, children }: Props) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <div className={styles.body}>
        {children}
        <FormRefusal error={error} />
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain disabled={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
