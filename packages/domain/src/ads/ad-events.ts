/** What players report of ads, in the order it happens. */
export const AD_EVENTS = [
  "request",
  "fill",
  "impression",
  "start",
  "first_quartile",
  "midpoint",
  "third_quartile",
  "complete",
  "skip",
  "click",
  "error",
] as const;
export type AdEvent = (typeof AD_EVENTS)[number];

/** Events of one report. */
export const AD_REPORT_MAX = 30;

/** What happened; errors have their VAST code. */
export interface AdReportEntry {
  event: AdEvent;
  code?: number;
}
