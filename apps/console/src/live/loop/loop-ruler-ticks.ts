import { formatDay, formatTime, minuteOfDay } from "@kinora/ui/moments.ts";
import { pixelOf, type RulerView } from "./loop-ruler.ts";

/** A mark of a ruler at a full hour or a part of one. */
export interface RulerTick {
  atMs: number;
  x: number;
  /** The time, or the day where one begins; null for a mark that says nothing. */
  label: string | null;
  isMidnight: boolean;
}

const LABEL_MINUTES = [5, 10, 15, 30, 60, 120, 180, 360, 720];
const LABEL_PIXELS = 76;
const MINUTE_MS = 60_000;

/**
 * The marks of a view in the time zone in which moments are shown, with as many labels as there is room for.
 *
 * @param markerX where the marker of now is, which has a label of its own; null outside of the view.
 */
export function rulerTicks(view: RulerView, tickMinutes: number, markerX: number | null): RulerTick[] {
  const { fromMs, untilMs, widthPixels } = view;
  const minutePixels = (widthPixels * MINUTE_MS) / (untilMs - fromMs);
  const labelMinutes = LABEL_MINUTES.find(
    (minutes) => minutes % tickMinutes === 0 && minutes * minutePixels >= LABEL_PIXELS,
  );
  const hasRoom = (x: number) => {
    const fromMarker = markerX === null ? Infinity : Math.abs(x - markerX);
    return Math.min(x, widthPixels - x) >= LABEL_PIXELS / 2 - 8 && fromMarker >= LABEL_PIXELS / 2 + 8;
  };
  // No time zone is less than a quarter of an hour from full hours of UTC, but some are not whole hours.
  const stepMs = Math.min(15, tickMinutes) * MINUTE_MS;
  const ticks: RulerTick[] = [];
  for (let atMs = Math.ceil(fromMs / stepMs) * stepMs; atMs < untilMs; atMs += stepMs) {
    const moment = new Date(atMs);
    const minute = minuteOfDay(moment);
    if (minute % tickMinutes !== 0) continue;
    const x = pixelOf(view, atMs);
    const isMidnight = minute === 0;
    const isLabelled = labelMinutes !== undefined && minute % labelMinutes === 0 && hasRoom(x);
    const label = isMidnight ? formatDay(moment) : formatTime(moment);
    ticks.push({ atMs, x, isMidnight, label: isLabelled ? label : null });
  }
  return ticks;
}
