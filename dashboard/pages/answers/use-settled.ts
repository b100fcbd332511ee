import { useEffect, useRef, useState } from 'react';

const QUIET_MS = 200;

/** A value that may change many times a second: the first change at once, further ones when they have come to rest. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const wait = now - changedAt.current > QUIET_MS ? 0 : QUIET_MS;
    changedAt.current = now;
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
