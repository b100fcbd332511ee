import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import styles from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

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

/** What was last focused or pressed; Safari gives a pressed button no focus, and a disabled button loses its own. */
let last: Element | null = null;

if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    last = target instanceof Element ? target : null;
  };
  document.addEventListener('focusin', note, true);
  document.addEventListener('pointerdown', note, true);
}

/** By popup, what opened it: first the element itself, then the popup that it is in. */
const openers = new WeakMap<Element, readonly HTMLElement[]>();

const FOCUSABLE = 'button, a[href], input, select, textarea, summary, [tabindex]';

/**
 * Where the focus goes as a popup closes: to what opened it, by key, by button and after success alike. What opened it
 * may be gone by then, such as the row of a key that is revoked, or may go a moment later: then the popup below has the
 * focus, else the page's heading, and never the document, from which a keyboard starts all over.
 */
function useOpener(isOpen: boolean) {
  const wasOpen = useRef(false);
  const opener = useRef<readonly HTMLElement[]>([]);
  // While rendering: by the first effect the popup's own first field has the focus.
  if (isOpen && !wasOpen.current) opener.current = openersNow();
  wasOpen.current = isOpen;
  const popup = useRef<HTMLElement>(null);
  useEffect(() => (isOpen ? keepWithin(popup) : undefined), [isOpen]);
  return {
    register: (element: HTMLElement | null) => {
      popup.current = element;
      if (element) openers.set(element, opener.current);
    },
    returnFocus: () => {
      keepFocus(opener.current);
      return opener.current.find(isFocusable) ?? heading();
    },
  };
}

function openersNow(): readonly HTMLElement[] {
  const { activeElement } = document;
  const from = activeElement && activeElement !== document.body ? activeElement : last;
  const element = from?.closest<HTMLElement>(FOCUSABLE) ?? null;
  const popup = element?.closest<HTMLElement>('[role="dialog"]') ?? null;
  const below = popup ? [popup, ...(openers.get(popup) ?? [])] : [];
  return element ? [element, ...below] : below;
}

function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** Popups that are open, each above those before it. */
let open: readonly RefObject<HTMLElement | null>[] = [];

/** A button that is pressed may be disabled by that, or go with its form: the popup has the focus then. */
function keepWithin(popup: RefObject<HTMLElement | null>): () => void {
  open = [...open, popup];
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body && open.at(-1) === popup) popup.current?.focus();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    open = open.filter((one) => one !== popup);
  };
}

let watching: AbortController | null = null;

/** Gives the focus back once more where it falls to the document, until the keyboard or the pointer has moved it on. */
function keepFocus(wanted: readonly HTMLElement[]): void {
  watching?.abort();
  const watch = new AbortController();
  watching = watch;
  const restore = () => {
    if (document.activeElement !== document.body) return;
    (wanted.find(isFocusable) ?? heading())?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  watch.signal.addEventListener('abort', () => observer.disconnect());
  for (const moved of ['keydown', 'pointerdown']) {
    document.addEventListener(moved, () => watch.abort(), { capture: true, signal: watch.signal });
  }
}

/** The page's heading, which takes the focus by script alone. */
function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>('main h1, h1');
  if (found && !found.hasAttribute('tabindex')) found.tabIndex = -1;
  return found;
}
