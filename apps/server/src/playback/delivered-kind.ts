import type { MediaTarget } from "./paths.ts";

/** What was delivered: media of a rendition, a part of a livestream's segment, a whole file, a picture, or what goes with them. */
export type DeliveredKind = "segment" | "part" | "download" | "poster" | "other";

/** A kind, and the height of the rendition it is of; 0 where there is none. */
export interface DeliveredAs {
  kind: DeliveredKind;
  height: number;
}

const OTHER: DeliveredAs = { kind: "other", height: 0 };
const POSTER: DeliveredAs = { kind: "poster", height: 0 };
const ORIGINAL: DeliveredAs = { kind: "download", height: 0 };
const HEIGHT = /(?:^|\/)([1-9][0-9]{0,4})p[/.]/;
const PART = /\/[0-9]+\.[0-9]+\.m4s$/;

/** What a resource of a video is delivered as. */
export function videoDelivery(target: MediaTarget): DeliveredAs {
  if (target.kind === "original") return ORIGINAL;
  if (target.kind === "poster") return POSTER;
  if (target.kind !== "file") return OTHER;
  const { key } = target;
  if (key.includes("/posters/")) return POSTER;
  if (key.includes("/mp4/")) return { kind: "download", height: heightOf(key) };
  return isMedia(key) ? { kind: "segment", height: heightOf(key) } : OTHER;
}

/** What a file of a livestream is delivered as; `file` is below the stream's folder. */
export function liveDelivery(file: string): DeliveredAs {
  if (file.endsWith(".jpg")) return POSTER;
  if (!isMedia(file)) return OTHER;
  return { kind: PART.test(file) ? "part" : "segment", height: heightOf(file) };
}

const isMedia = (key: string) => key.endsWith(".m4s") || key.endsWith(".mp4");
const heightOf = (key: string) => Number(HEIGHT.exec(key)?.[1] ?? 0);
