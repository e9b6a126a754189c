/** What an account's projects do each day, as the ledger of usage has it. */
export const DAILY_FIGURES = ["bytes_out", "encoded_minutes", "live_hours", "restream_hours"] as const;
export type DailyFigure = (typeof DAILY_FIGURES)[number];

/** How much of a month must have passed before its end is estimated: about three days. */
const ELAPSED_MIN = 0.1;

/** An estimate of a whole month at its pace so far; null where too little of it has passed, and for one that is over. */
export const atMonthEnd = (amount: number, elapsed: number): number | null =>
  elapsed < ELAPSED_MIN || elapsed >= 1 ? null : amount / elapsed;
