import { createStore } from "../platform/store.ts";

/** Files of the last choice that were not taken, each with the sentence that says why. */
export interface LeftOut {
  projectId: number;
  /** How many files were chosen together. */
  chosen: number;
  reasons: readonly string[];
}

/** Null when every file was taken, or the list was dismissed. */
export const leftOut = createStore<{ last: LeftOut | null }>({ last: null });
