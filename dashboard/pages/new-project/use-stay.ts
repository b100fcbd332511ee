import { useBlocker } from '@tanstack/react-router';

/** Asks before the page is left, by a link, the way back or a reload, while something would be lost. */
export function useStay(isTouched: boolean) {
  const blocker = useBlocker({
    shouldBlockFn: () => isTouched,
    enableBeforeUnload: () => isTouched,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    stay: () => blocker.reset?.(),
    leave: () => blocker.proceed?.(),
  };
}
