import { TRANSCRIPT_NAME } from "./transcript-button.ts";

/** What viewers read in a transcript. */
export const TRANSCRIPT_TEXTS = {
  transcript: TRANSCRIPT_NAME,
  close: "Close transcript",
  language: "Language of the transcript",
  search: "Search in transcript",
  copy: "Copy",
  copied: "Transcript copied.",
  notCopied: "The browser did not allow copying.",
  follow: "Follow playback",
  loading: "Loading…",
  failed: "The transcript could not be loaded.",
  again: "Try again",
  empty: "Nothing is said in these captions.",
  found: (count: number) => (count === 1 ? "1 place found." : `${count} places found.`),
} as const;
