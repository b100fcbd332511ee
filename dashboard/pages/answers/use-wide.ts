import { useSyncExternalStore } from 'react';

/** As the styles have it: below, list and reader are views of their own. */
const WIDE = window.matchMedia('(min-width: 1001px)');

/** Whether list and reader stand beside each other. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => WIDE.matches);
}

function subscribe(onChange: () => void): () => void {
  WIDE.addEventListener('change', onChange);
  return () => WIDE.removeEventListener('change', onChange);
}
