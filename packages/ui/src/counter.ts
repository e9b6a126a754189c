import { useEffect, useState } from "react";

/** Milliseconds between two steps of a counter (spec §9). */
export const COUNTER_TICK_MS = 20;
/** Each step goes this part of the way that is left (spec §9). */
export const COUNTER_DIVISOR = 5;

/** The figure after one more step towards its target: a fifth of the way, at least 1, never beyond. */
export function stepCounter(shown: number, target: number): number {
  const gap = target - shown;
  if (Math.abs(gap) <= 1) return target;
  const step = Math.max(1, Math.round(Math.abs(gap) / COUNTER_DIVISOR));
  return shown + Math.sign(gap) * step;
}

const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A figure that counts from what it showed before (0 at first) to what it is; at once for those who want no motion. */
export function useCounter(target: number): number {
  const [shown, setShown] = useState(() => (still() ? target : 0));
  useEffect(() => {
    if (shown === target) return undefined;
    const timer = setTimeout(
      () => setShown((before) => (still() ? target : stepCounter(before, target))),
      COUNTER_TICK_MS,
    );
    return () => clearTimeout(timer);
  }, [shown, target]);
  return shown;
}
