import { lazy, Suspense, useEffect, useId, useSyncExternalStore } from 'react';
import { stepUpStore } from '../api/proof.ts';

/** Loaded once it is needed: every page has a place for it. */
const StepUpDialog = lazy(() => import('./step-up-dialog.tsx').then((module) => ({ default: module.StepUpDialog })));

/** Places from which somebody can be asked; the last one that is there asks, so that it is above all others. */
let places: readonly string[] = [];
const watchers = new Set<() => void>();

function setPlaces(next: readonly string[]): void {
  places = next;
  for (const watch of watchers) watch();
}

function watchPlaces(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}

/** Asks somebody to prove who they are while a request waits (api/proof.ts); the frame of all pages has one. */
export function StepUp() {
  const id = useId();
  useEffect(() => {
    setPlaces([...places, id]);
    return () => setPlaces(places.filter((place) => place !== id));
  }, [id]);
  const isLast = useSyncExternalStore(watchPlaces, () => places.at(-1) === id);
  const isAsked = useSyncExternalStore(stepUpStore.watch, stepUpStore.isAsked);
  return (
    isAsked &&
    isLast && (
      <Suspense fallback={null}>
        <StepUpDialog />
      </Suspense>
    )
  );
}
