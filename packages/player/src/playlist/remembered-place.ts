import { readStored, store } from "../stored.ts";

/** Where someone was in a playlist. */
export interface Place {
  /** Public id of the video. */
  video: string;
  seconds: number;
}

const keyOf = (playlist: string) => `kinora-playlist-${playlist}`;

/** The place someone was at in a playlist with this browser; null without one. */
export function readPlace(playlist: string): Place | null {
  try {
    const place: unknown = JSON.parse(readStored(keyOf(playlist)) ?? "null");
    return isPlace(place) ? place : null;
  } catch {
    // Somebody else wrote it.
    return null;
  }
}

/** Keeps the place in a playlist; null forgets it. */
export function keepPlace(playlist: string, place: Place | null): void {
  store(keyOf(playlist), place && JSON.stringify(place));
}

const isPlace = (value: unknown): value is Place =>
  typeof value === "object" &&
  value !== null &&
  "video" in value &&
  typeof value.video === "string" &&
  "seconds" in value &&
  typeof value.seconds === "number" &&
  value.seconds >= 0;
