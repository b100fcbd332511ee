import { useEffect, useState } from 'react';

/**
 * Whole seconds that are left; null where there is nothing to wait for.
 * @param cause what the waiting is for: another one starts it again.
 */
export function useCountdown(seconds: number | null, cause: unknown): number | null {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cause starts the same time again
  useEffect(() => {
    setLeft(seconds);
    if (seconds === null) return undefined;
    const end = performance.now() + 1_000 * seconds;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000))), 1_000);
    return () => clearInterval(timer);
  }, [seconds, cause]);
  return left;
}
