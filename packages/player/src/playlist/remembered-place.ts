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
    const place: unknown = JSON.parse(localStorage.getItem(keyOf(playlist)) ?? "null");
    return isPlace(place) ? place : null;
  } catch {
    // Sandboxed frames and browsers that block cookies have no storage (HTML §12.2.2).
    return null;
  }
}

/** Keeps the place in a playlist; null forgets it. */
export function keepPlace(playlist: string, place: Place | null): void {
  try {
    if (place === null) localStorage.removeItem(keyOf(playlist));
    else localStorage.setItem(keyOf(playlist), JSON.stringify(place));
  } catch {
    // Without storage a playlist begins at its first video each time.
  }
}

const isPlace = (value: unknown): value is Place =>
  typeof value === "object" &&
  value !== null &&
  "video" in value &&
  typeof value.video === "string" &&
  "seconds" in value &&
  typeof value.seconds === "number" &&
  value.seconds >= 0;
