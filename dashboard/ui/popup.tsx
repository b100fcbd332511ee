import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';
import { useOpener } from './opener.ts';

export interface PopupProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** A press beside it does not close it: what it shows is shown once. */
  isSticky?: boolean;
  children: ReactNode;
}

/**
 * Holds the focus until it is closed, by its button, by Escape or by a press beside it, and gives it back to what
 * opened it; dims a popup below it.
 */
export function Popup({ title, isOpen, onClose, isSticky = false, children }: PopupProps) {
  const { register, returnFocus } = useOpener(isOpen);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => open || onClose()} disablePointerDismissal={isSticky}>
      <Base.Portal>
        <Base.Backdrop forceRender className={styles.backdrop} />
        <Base.Popup ref={register} finalFocus={returnFocus} className={styles.popup}>
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close className={styles.close} aria-label="Close">
              <CloseIcon />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
