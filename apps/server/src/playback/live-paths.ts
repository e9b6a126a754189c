import { STREAM_PICTURE_KINDS } from "@kinora/domain/live/stream-pictures.ts";
import { ENCRYPTED_LIVE } from "./live-encryption.ts";
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
/** The files of a rung or of a further sound; the views and the rung's file, or the sound's, are its groups. */
const MEDIA = `(?:(${LIVE_VIEWS.join("|")})/)?(${RUNG}/(?:(?:index|whole)\\.m3u8|${FILE}))|(${SOUND})`;
const ADDRESS = new RegExp(
  `^/hls/(?:~(${PASS})/)?(${HASH})/((master\\.m3u8)|(manifest\\.mpd)|(picture\\.jpg)|(${ENCRYPTED_LIVE}/key)|(${PICTURE})|(${CAPTIONS})|(${ENCRYPTED_LIVE}/)?(?:${MEDIA}))$`,
);
/** An initialization segment below the stream's folder, as a segment's query names it. */
const INIT = new RegExp(`^${RUNG}/(?:${FILE})$`);

/** A playlist, a segment or a part below the stream's folder. */
export interface LiveFileTarget {
  kind: "file";
  file: string;
  /** What is shown of it; null for the whole. */
  view: LiveView | null;
  /** Whether segments are encrypted. */
  encrypted: boolean;
}

/** What is requested of a livestream. */
type LiveTarget =
  /** Videos have the same addresses as these two. */
  | { kind: "master" }
  | { kind: "manifest" }
  /** A picture of what is on air. */
  | { kind: "now" }
  /** The key of encrypted segments. */
  | { kind: "key" }
  /** A picture of its own; `file` is below the stream's folder. */
  | { kind: "picture"; file: string }
  | LiveFileTarget;

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
  const [, pass = null, hash, rest, ...found] = ADDRESS.exec(path) ?? [];
  const target = hash === undefined ? null : targetOf(found);
  return hash === undefined || rest === undefined || !target ? null : { hash, pass, rest, target };
}

/** The target of the groups that an address has behind its public id. */
function targetOf(groups: readonly (string | undefined)[]): LiveTarget | null {
  const [master, manifest, now, key, picture, captions, encrypted, view, ofRung, ofSound] = groups;
  if (master !== undefined) return { kind: "master" };
  if (manifest !== undefined) return { kind: "manifest" };
  if (now !== undefined) return { kind: "now" };
  if (key !== undefined) return { kind: "key" };
  if (picture !== undefined) return { kind: "picture", file: picture };
  if (captions !== undefined) return { kind: "file", file: captions, view: null, encrypted: false };
  const file = ofRung ?? ofSound ?? "";
  const known = LIVE_VIEWS.find((one) => one === view) ?? null;
  // Parts have no encrypted files, and key frames none either.
  if (encrypted !== undefined && (known === "key-frames" || ofRung?.endsWith("/index.m3u8"))) return null;
  return { kind: "file", file, view: known, encrypted: encrypted !== undefined };
}

/** Whether a target leads to media that viewers of encrypted segments must not get in the clear. */
export const isClearLiveMedia = (target: LiveTarget): boolean =>
  target.kind === "manifest" || (target.kind === "file" && !target.encrypted && !target.file.startsWith("captions/"));

/** The initialization segment that a segment's query names; null for none. */
export function initIn(query: string): string | null {
  const init = query === "" ? null : new URLSearchParams(query).get("init");
  return init !== null && init.endsWith(".mp4") && INIT.test(init) ? init : null;
}
