import { Popup, type PopupProps } from './popup.tsx';
import { StepUp } from './step-up.tsx';

/** A {@link Popup} from which things are changed: a proof of who it is, where one is wanted, is asked for above it. */
export function Dialog({ children, ...popup }: PopupProps) {
  return (
    <Popup {...popup}>
      {children}
      <StepUp />
    </Popup>
  );
}
