import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatMeasured } from "@kinora/ui/durations.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { reportsTexts } from "./reports-texts.ts";

type Key = keyof typeof reportsTexts;
/** A figure that has a definition among the texts. */
export type MetricName = { [Name in Key]: `${Name}_how` extends Key ? Name : never }[Key];
type Format =
  | "count"
  | "share"
  | "ms"
  | "seconds"
  | "minutes"
  | "hours"
  | "wholeHours"
  | "bytes"
  | "times"
  | "megabits";

/** A figure of a report: how it is called and written. */
export interface Metric {
  /** Its name in answers of the API. */
  id: string;
  name: MetricName;
  format: Format;
  /** What it is made of: its chart has these on top of each other. */
  parts?: readonly MetricPart[];
}

/** A part of a figure, which the chart's points have by this name. */
interface MetricPart {
  id: string;
  name: PartName;
}

type PartName =
  | "segment"
  | "part"
  | "download"
  | "poster"
  | "otherBytes"
  | "sdMinutes"
  | "hdMinutes"
  | "uhdMinutes"
  | "trackMinutes";

const named = (id: MetricName, format: Format): Metric => ({ id, name: id, format });

/** How many figures stand above the chart; the others are below it. */
export const LEADING = 5;

export const VIEW_METRICS: readonly Metric[] = [
  named("plays", "count"),
  named("unique", "count"),
  named("watched_seconds", "hours"),
  named("average_watched", "share"),
  named("error_rate", "share"),
  named("loads", "count"),
  named("play_rate", "share"),
  named("views", "count"),
  named("seconds_per_play", "seconds"),
  named("average_furthest", "share"),
  named("completed", "share"),
  named("startup_p50", "ms"),
  named("startup_p95", "ms"),
  named("rebuffering", "share"),
  named("ads", "count"),
  named("ad_fill", "share"),
];

const TOP: readonly string[] = ["plays", "unique", "watched_seconds", "average_watched", "completed"];
export const TOP_METRICS: readonly Metric[] = VIEW_METRICS.filter(({ id }) => TOP.includes(id));

/** Of livestreams, which have no end to come near. */
export const STREAM_METRICS: readonly Metric[] = [
  named("plays", "count"),
  named("unique", "count"),
  named("watched_seconds", "hours"),
  named("peak", "count"),
  { id: "live_hours", name: "live_hours", format: "wholeHours" },
  named("seconds_per_play", "seconds"),
  named("sessions", "count"),
  named("ingest_drops", "count"),
  { id: "restream_hours", name: "restream_hours", format: "wholeHours" },
];

export const DELIVERY_METRICS: readonly Metric[] = [
  {
    ...named("bytes", "bytes"),
    parts: [
      { id: "segment", name: "segment" },
      { id: "part", name: "part" },
      { id: "download", name: "download" },
      { id: "poster", name: "poster" },
      { id: "other", name: "otherBytes" },
    ],
  },
  named("requests", "count"),
  named("peak_megabits", "megabits"),
  named("per_play", "bytes"),
  named("cache_hit", "share"),
  named("p95_megabits", "megabits"),
  named("live_share", "share"),
  named("segment", "bytes"),
  named("part", "bytes"),
  named("download", "bytes"),
  named("poster", "bytes"),
  named("stored", "bytes"),
];

export const TRANSCODE_METRICS: readonly Metric[] = [
  {
    ...named("encoded_minutes", "minutes"),
    parts: [
      { id: "sd_minutes", name: "sdMinutes" },
      { id: "hd_minutes", name: "hdMinutes" },
      { id: "uhd_minutes", name: "uhdMinutes" },
      { id: "track_minutes", name: "trackMinutes" },
    ],
  },
  named("jobs", "count"),
  named("success", "share"),
  named("waited", "seconds"),
  named("speed", "times"),
  named("audio_minutes", "minutes"),
  named("source_minutes", "minutes"),
  { id: "failed", name: "failedJobs", format: "count" },
  named("waited_p95", "seconds"),
  named("encode_p95", "seconds"),
  named("cpu_hours", "wholeHours"),
  { id: "bytes", name: "storage", format: "bytes" },
];

const PERCENT_DIGITS = 1_000;
const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;
const rounded = (value: number) => formatNumber(Math.round(value * 10) / 10);

/** A share of 1 in percent with one decimal; null for one that is more than nothing and would be written as 0. */
export function percentOf(share: number): number | null {
  const percent = Math.round(share * PERCENT_DIGITS) / 10;
  return percent === 0 && share > 0 ? null : percent;
}

const UNITS: Partial<Record<Format, number>> = { share: 0.01, hours: HOUR_SECONDS };

/** What values of a format are counted in when the sides of a chart are named: hours, percent, minutes of a long time. */
export const unitOf =
  (format: Format) =>
  (most: number): number => {
    if (format !== "seconds") return UNITS[format] ?? 1;
    return most >= HOUR_SECONDS ? HOUR_SECONDS : most >= MINUTE_SECONDS ? MINUTE_SECONDS : 1;
  };

/** Writes the values of figures; what is not known is a dash. */
export function useMetricWords(): (format: Format, value: number | null | undefined) => string {
  const { t } = useTranslation("reports");
  return (format, value) => {
    if (value === null || value === undefined) return t("none");
    if (format === "share") {
      const percent = percentOf(value);
      return percent === null ? t("percentLittle") : t("percent", { percent });
    }
    if (format === "ms") return t("milliseconds", { ms: formatNumber(Math.round(value)) });
    if (format === "seconds") return formatMeasured(value);
    if (format === "minutes") return t("minutes", { minutes: rounded(value) });
    if (format === "hours") return t("hours", { hours: rounded(value / HOUR_SECONDS) });
    if (format === "wholeHours") return t("hours", { hours: rounded(value) });
    if (format === "bytes") return formatBytes(value);
    if (format === "megabits") return t("megabits", { megabits: rounded(value) });
    if (format === "times") return t("times", { times: rounded(value) });
    return formatNumber(Math.round(value));
  };
}
