/** How long work that can wait is put off at most, in milliseconds. */
const LATEST_MS = 2000;

/** Runs something once the browser has nothing else to do, after at most two seconds; the answer calls it off. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(run, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(asked);
}
