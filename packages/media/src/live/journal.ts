import type { LiveTimeline, LiveTimelineOptions } from "./timeline.ts";

/** Where a journal's lines live. All three happen at once: a number must be written before a player can see it. */
export interface JournalPort {
  /** All of it; empty when there is none. */
  read(): string;
  /** Adds one line (its newline included) in one write. */
  append(line: string): void;
  /** Puts this in its place, whole or not at all (write beside, rename). */
  replace(text: string): void;
}

/** The append-only journal of a timeline. A failing port does not stop the stream: `onFailure` hears of it. */
export declare class LiveJournal {
  constructor(port: JournalPort, onFailure: (error: unknown) => void);
}

/**
 * The timeline as its journal left it, or a new one where there is none: every stored segment is back, numbers go on where they were,
 * what was listed but never stored is a gap, and what comes next stands after a discontinuity.
 */
export declare function restoreTimeline(options: LiveTimelineOptions & { journal: LiveJournal }): LiveTimeline;
