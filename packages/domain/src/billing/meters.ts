/** What is measured of an account, day by day. */
export const METERS = [
  "storage",
  "traffic",
  "encoding_sd",
  "encoding_hd",
  "encoding_uhd",
  "encoding_audio",
  "live",
  "restream",
  "transcription",
  "seats",
  "projects",
] as const;
export type Meter = (typeof METERS)[number];

/**
 * What stored bytes are: uploaded files, what encoding made of them (with posters and storyboards), recordings of livestreams, and captions
 * and posters that people added, with archives of imports.
 */
export const STORAGE_KINDS = ["originals", "renditions", "recordings", "other"] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

/** Renditions of less lines are encoded at the price of `encoding_sd`, those of more than `HD_LINES_MAX` at that of `encoding_uhd`. */
export const HD_LINES_MIN = 720;
export const HD_LINES_MAX = 1_080;

/**
 * How the days of a period become one quantity: `sum` adds them up, `peak` takes the highest, `average` spreads byte-hours over
 * the hours of the month, so that a gigabyte kept all month is one gigabyte-month, however long the month is.
 */
type Gathering = "sum" | "peak" | "average";

interface MeterShape {
  gathering: Gathering;
  /** What the ledger counts in: bytes and byte-hours, milliseconds, people, projects. */
  perUnit: number;
  /** UN/ECE recommendation 20, for electronic invoices: GB, minute, hour, one. */
  unitCode: "E34" | "MIN" | "HUR" | "C62";
}

const MINUTE_MS = 60_000;

/** A gigabyte has 10⁹ bytes. */
export const METER: Record<Meter, MeterShape> = {
  storage: { gathering: "average", perUnit: 1_000_000_000, unitCode: "E34" },
  traffic: { gathering: "sum", perUnit: 1_000_000_000, unitCode: "E34" },
  encoding_sd: { gathering: "sum", perUnit: MINUTE_MS, unitCode: "MIN" },
  encoding_hd: { gathering: "sum", perUnit: MINUTE_MS, unitCode: "MIN" },
  encoding_uhd: { gathering: "sum", perUnit: MINUTE_MS, unitCode: "MIN" },
  encoding_audio: { gathering: "sum", perUnit: MINUTE_MS, unitCode: "MIN" },
  live: { gathering: "sum", perUnit: 60 * MINUTE_MS, unitCode: "HUR" },
  restream: { gathering: "sum", perUnit: 60 * MINUTE_MS, unitCode: "HUR" },
  transcription: { gathering: "sum", perUnit: MINUTE_MS, unitCode: "MIN" },
  seats: { gathering: "peak", perUnit: 1, unitCode: "C62" },
  projects: { gathering: "peak", perUnit: 1, unitCode: "C62" },
};

/** What was used in a span of days, by meter: in thousandths of the meter's unit, rounded half up. */
export type Usage = Record<Meter, number>;

export const NO_USAGE: Usage = {
  storage: 0,
  traffic: 0,
  encoding_sd: 0,
  encoding_hd: 0,
  encoding_uhd: 0,
  encoding_audio: 0,
  live: 0,
  restream: 0,
  transcription: 0,
  seats: 0,
  projects: 0,
};
