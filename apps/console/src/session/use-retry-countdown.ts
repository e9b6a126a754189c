import { useEffect, useRef, useState } from "react";

/** Seconds before each try; the last one is repeated. */
const WAITS = [10, 20, 40, 60];
/** Tries of this visit: a failed one leads back to a page that starts counting again. */
let tries = 0;

const nextWait = (): number => WAITS[Math.min(tries, WAITS.length - 1)] ?? 60;

/** Runs `retry` when the seconds it returns are over; the wait gets longer with each try. Rests while one is under way. */
export function useRetryCountdown(retry: () => Promise<void>, busy: boolean): number {
  const [left, setLeft] = useState(nextWait);
  const remaining = useRef(left);
  useEffect(() => {
    if (busy) return;
    const timer = setInterval(() => {
      remaining.current -= 1;
      if (remaining.current <= 0) {
        tries += 1;
        remaining.current = nextWait();
        void retry();
      }
      setLeft(remaining.current);
    }, 1000);
    return () => clearInterval(timer);
  }, [busy, retry]);
  return left;
}
