/** What was edited, step by step, so that each step can be taken back. */
export interface EditHistory<Value> {
  past: readonly Value[];
  now: Value;
  future: readonly Value[];
  /** What the last step was, where the next one of the same kind continues it; null where it does not. */
  step: string | null;
}

const STEPS_MAX = 200;

export const beginHistory = <Value>(now: Value): EditHistory<Value> => ({ past: [], now, future: [], step: null });

/**
 * A step to another value; the same value is none. Steps of the same name that follow each other are one, as letters typed into a field
 * are. Pure.
 */
export function stepTo<Value>(
  history: EditHistory<Value>,
  next: Value,
  step: string | null = null,
): EditHistory<Value> {
  if (next === history.now) return history;
  const goesOn = step !== null && step === history.step && history.past.length > 0;
  const past = goesOn ? history.past : [...history.past, history.now].slice(-STEPS_MAX);
  return { past, now: next, future: [], step };
}

/** Takes the last step back; nothing where there is none. Pure. */
export function undo<Value>({ past, now, future, ...history }: EditHistory<Value>): EditHistory<Value> {
  const before = past.at(-1);
  if (before === undefined) return { past, now, future, ...history };
  return { past: past.slice(0, -1), now: before, future: [now, ...future], step: null };
}

/** Takes a step again that was taken back; nothing where there is none. Pure. */
export function redo<Value>({ past, now, future, ...history }: EditHistory<Value>): EditHistory<Value> {
  const [next, ...later] = future;
  if (next === undefined) return { past, now, future, ...history };
  return { past: [...past, now], now: next, future: later, step: null };
}
