/** One thing the doctor looked at. */
export interface Finding {
  /** `uneasy` works, but not as well as it should; `bad` stops something from working. */
  state: "good" | "uneasy" | "bad";
  subject: string;
  words: string;
  /** What to do about it; only where something is wrong. */
  fix?: string;
}
