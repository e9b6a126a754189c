import { HASH, parseMediaPath, PASS, type MediaTarget } from "./paths.ts";

/** What was delivered: media of a rendition, a part of a livestream's segment, a whole file, a picture, or what goes with them. */
export type DeliveredKind = "segment" | "part" | "download" | "poster" | "other";

/** A kind, and the height of the rendition it is of; 0 where there is none. */
export interface DeliveredAs {
  kind: DeliveredKind;
  height: number;
}

const OTHER: DeliveredAs = { kind: "other", height: 0 };
const POSTER: DeliveredAs = { kind: "poster", height: 0 };
const UPLOADED: DeliveredAs = { kind: "download", height: 0 };
const HEIGHT = /(?:^|\/)([1-9][0-9]{0,4})p[/.]/;
const PART = /\/[0-9]+\.[0-9]+\.m4s$/;

/** What a resource of a video is delivered as. */
export function videoDelivery(target: MediaTarget): DeliveredAs {
  if (target.kind === "original" || target.kind === "progressive") return UPLOADED;
  if (target.kind === "poster") return POSTER;
  if (target.kind === "encrypted") return target.inner ? videoDelivery(target.inner) : OTHER;
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
  // The sound alone is served for each rung.
  return { kind: PART.test(file) ? "part" : "segment", height: file.startsWith("audio/") ? 0 : heightOf(file) };
}

/** What a path below `/hls` is delivered as, for whichever has its public id: a video or a livestream. */
interface PathDelivery {
  hash: string;
  video: DeliveredAs;
  stream: DeliveredAs;
}

const PATH = new RegExp(`^/hls/(?:~${PASS}/)?(${HASH})/(.+)$`);

/** Reads a path as caches log it; null for one that is not below `/hls`. */
export function pathDelivery(path: string): PathDelivery | null {
  const [, hash, rest] = PATH.exec(path) ?? [];
  if (hash === undefined || rest === undefined) return null;
  const target = parseMediaPath(path)?.target;
  return { hash, video: target ? videoDelivery(target) : OTHER, stream: liveDelivery(rest) };
}

const isMedia = (key: string) => key.endsWith(".m4s") || key.endsWith(".mp4");
const heightOf = (key: string) => Number(HEIGHT.exec(key)?.[1] ?? 0);
