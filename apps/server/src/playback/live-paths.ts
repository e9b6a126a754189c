import { STREAM_PICTURE_KINDS } from "@kinora/domain/live/stream-pictures.ts";
import { LIVE_VIEWS, type LiveView } from "./live-views.ts";
import { HASH, PASS } from "./paths.ts";

const FILE =
  "init-[0-9]{1,9}\\.mp4|loop-[A-Za-z0-9_-]{4,64}-[0-9]{1,9}(?:-[0-9]{1,6}-[0-9]{1,15}(?:-entry)?\\.m4s|\\.mp4)|slate-[0-9a-f]{10}\\.mp4|slate-[0-9a-f]{10}-[0-9]{1,4}-[0-9]{1,15}\\.m4s|[0-9]{1,12}(?:\\.[0-9]{1,6})?\\.m4s";
const RUNG = "(?:[1-9][0-9]{0,4}p|source)";
/** The playlist and the segments of automatic captions, and those of a further sound. */
const CAPTIONS = "captions/(?:index\\.m3u8|[0-9]{1,12}\\.vtt)";
const SOUND = "sound-[1-7]/(?:index\\.m3u8|init\\.mp4|[0-9]{1,12}\\.m4s)";
/** A livestream's own picture: served whether or not it is on air. */
const PICTURE = `pictures/(?:${STREAM_PICTURE_KINDS.join("|")})-[0-9]{1,15}\\.jpg`;
const ADDRESS = new RegExp(
  `^/hls/(?:~(${PASS})/)?(${HASH})/((master\\.m3u8)|(manifest\\.mpd)|(picture\\.jpg)|(${PICTURE})|(?:(${LIVE_VIEWS.join("|")})/)?(${RUNG}/(?:(?:index|whole)\\.m3u8|${FILE}))|(${CAPTIONS}|${SOUND}))$`,
);
/** An initialization segment below the stream's folder, as a segment's query names it. */
const INIT = new RegExp(`^${RUNG}/(?:${FILE})$`);

/** What is requested of a livestream. */
export type LiveTarget =
  /** Videos have the same addresses as these two. */
  | { kind: "master" }
  | { kind: "manifest" }
  /** A picture of what is on air. */
  | { kind: "now" }
  /** A picture of its own; `file` is below the stream's folder. */
  | { kind: "picture"; file: string }
  /** A playlist, a segment or a part below the stream's folder, or what a view shows of it. */
  | { kind: "file"; file: string; view: LiveView | null };

/** A path under /hls that may be a livestream's. */
export interface LivePath {
  hash: string;
  /** The pass of a member or a viewer, if the path contains one. */
  pass: string | null;
  /** Below the stream's folder, as it is requested. */
  rest: string;
  target: LiveTarget;
}

/** Parses a path under /hls; null for one that no livestream has. */
export function parseLivePath(path: string): LivePath | null {
  const [, pass = null, hash, rest, master, manifest, now, picture, view, file, beside] = ADDRESS.exec(path) ?? [];
  if (hash === undefined || rest === undefined) return null;
  const address = { hash, pass, rest };
  if (master !== undefined) return { ...address, target: { kind: "master" } };
  if (manifest !== undefined) return { ...address, target: { kind: "manifest" } };
  if (now !== undefined) return { ...address, target: { kind: "now" } };
  if (picture !== undefined) return { ...address, target: { kind: "picture", file: picture } };
  const known = LIVE_VIEWS.find((one) => one === view) ?? null;
  return { ...address, target: { kind: "file", file: file ?? beside ?? "", view: known } };
}

/** The initialization segment that a segment's query names; null for none. */
export function initIn(query: string): string | null {
  const init = query === "" ? null : new URLSearchParams(query).get("init");
  return init !== null && init.endsWith(".mp4") && INIT.test(init) ? init : null;
}
