import type { RenditionState, RenditionWatch } from "./options.ts";

const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Asks now and then what the master playlist lists, less often the longer it takes, until nothing better will come.
 * Calls `onChange` with every difference. Returns a function that stops it.
 */
export function watchRenditions(watch: RenditionWatch, onChange: (state: RenditionState) => void): () => void {
  let known = watch.labels.join(" ");
  let waitMs = FIRST_WAIT_MS;
  let timer = setTimeout(ask, waitMs);
  let stopped = false;

  function ask(): void {
    watch.check().then(
      (state) => {
        if (stopped) return;
        const labels = state.labels.join(" ");
        if (!state.available || labels !== known) onChange(state);
        known = labels;
        if (state.settled || !state.available) return;
        again();
      },
      () => again(),
    );
  }

  function again(): void {
    if (stopped) return;
    waitMs = Math.min(waitMs * 1.3, LONGEST_WAIT_MS);
    timer = setTimeout(ask, waitMs);
  }

  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
