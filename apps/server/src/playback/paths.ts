/** Public id of a video as addresses carry it. */
export const HASH = "[A-Za-z0-9_-]{4,64}";
const TOKEN = "[A-Za-z0-9_-]{20,200}";
const LABEL = "(?:[1-9][0-9]{0,4}p|audio|source)";

/** One file of a version that lies in storage; `key` continues `assets/{video id}/`. */
export interface VersionedFile {
  kind: "file";
  version: number;
  key: string;
  contentType: string;
}

/** Captions of a video, as WebVTT or as a playlist of that one file; `name` is their id and which of their files it is. */
export interface CaptionsTarget {
  kind: "captions";
  name: string;
  playlist: boolean;
}

/** What an address under /hls asks for. */
export type MediaTarget =
  | { kind: "master" }
  | { kind: "chapters" }
  | { kind: "original" }
  | { kind: "poster"; key: string }
  | { kind: "playlist"; version: number; label: string }
  | CaptionsTarget
  | VersionedFile;

/** An address under /hls, taken apart. */
export interface MediaPath {
  hash: string;
  /** The pass to see an unpublished video, when the address carries one. */
  token: string | null;
  target: MediaTarget;
}

const ADDRESS = new RegExp(`^/hls/(?:~(${TOKEN})/)?(${HASH})/(.+)$`);
const CAPTIONS = /^captions\/([1-9][0-9]{0,15}-[1-9][0-9]{0,8})(?:\.(vtt)|\/index\.m3u8)$/;
const POSTER = /^posters\/[1-9][0-9]{0,15}\/[1-9][0-9]{0,4}p\.jpg$/;
const PLAYLIST = new RegExp(`^v([1-9][0-9]{0,8})/(${LABEL})/index\\.m3u8$`);

/** Every shape of file that may leave storage, and its media type; what is not named here does not exist. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^v([1-9][0-9]{0,8})/${LABEL}/(?:init\\.mp4)$`), "video/mp4"],
  [new RegExp(`^v([1-9][0-9]{0,8})/${LABEL}/[0-9]{5,7}\\.m4s$`), "video/iso.segment"],
  [/^v([1-9][0-9]{0,8})\/[1-9][0-9]{0,4}p\/key-frames\.m3u8$/, "application/vnd.apple.mpegurl"],
  [/^v([1-9][0-9]{0,8})\/posters\/[1-9][0-9]{0,4}p\.jpg$/, "image/jpeg"],
  [/^v([1-9][0-9]{0,8})\/storyboard\/storyboard\.vtt$/, "text/vtt; charset=utf-8"],
  [/^v([1-9][0-9]{0,8})\/storyboard\/sprite-[0-9]{1,7}\.jpg$/, "image/jpeg"],
  [/^v([1-9][0-9]{0,8})\/mp4\/[1-9][0-9]{0,4}p\.mp4$/, "video/mp4"],
];

/**
 * Reads an address such as `/hls/{hash}/v1/720p/00000.m4s` or `/hls/~{token}/{hash}/master.m3u8`; null for any other.
 * The path is matched undecoded against closed shapes, so nothing in it can lead out of the video's own folder.
 */
export function parseMediaPath(path: string): MediaPath | null {
  const address = ADDRESS.exec(path);
  const hash = address?.[2];
  const rest = address?.[3];
  if (!hash || !rest) return null;
  const target = parseTarget(rest);
  return target ? { hash, token: address[1] ?? null, target } : null;
}

function parseTarget(rest: string): MediaTarget | null {
  if (rest === "master.m3u8") return { kind: "master" };
  if (rest === "chapters.vtt") return { kind: "chapters" };
  if (rest === "original") return { kind: "original" };
  if (POSTER.test(rest)) return { kind: "poster", key: rest };
  const captions = CAPTIONS.exec(rest);
  if (captions?.[1]) return { kind: "captions", name: captions[1], playlist: captions[2] === undefined };
  const playlist = PLAYLIST.exec(rest);
  if (playlist?.[2]) return { kind: "playlist", version: Number(playlist[1]), label: playlist[2] };
  for (const [shape, contentType] of FILES) {
    const file = shape.exec(rest);
    if (file) return { kind: "file", version: Number(file[1]), key: rest, contentType };
  }
  return null;
}
