/** Public id of a video in URLs. */
export const HASH = "[A-Za-z0-9_-]{4,64}";
/** A member's or a viewer's pass in URLs. */
export const PASS = "[A-Za-z0-9_-]{20,1600}";
const RUNG = "[1-9][0-9]{0,4}p(?:-(?:hevc|av1))?";
const LABEL = `(?:${RUNG}|audio(?:-[2-8])?(?:-low|-surround)?|source)`;

/** One stored file of a version, 0 where it is of no version; `key` is relative to `assets/{video id}/`. */
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

/** The playlist of a rendition. */
export interface PlaylistTarget {
  kind: "playlist";
  version: number;
  label: string;
}

/**
 * A resource of a rendition whose segments are sent encrypted; `folder` is the rendition's, `inner` the same resource as it is
 * stored, and null for the key.
 */
export interface EncryptedTarget {
  kind: "encrypted";
  folder: string;
  inner: PlaylistTarget | VersionedFile | null;
}

/** The resource of a path under /hls. */
export type MediaTarget =
  | { kind: "master" }
  | { kind: "manifest" }
  | { kind: "chapters" }
  | { kind: "original" }
  | { kind: "progressive"; name: string }
  | { kind: "poster"; key: string }
  | PlaylistTarget
  | EncryptedTarget
  | CaptionsTarget
  | VersionedFile;

/** A parsed path under /hls. */
export interface MediaPath {
  hash: string;
  /** The pass of a member or a viewer, if the path contains one. */
  token: string | null;
  /** The path below the video's folder. */
  rest: string;
  target: MediaTarget;
}

const ADDRESS = new RegExp(`^/hls/(?:~(${PASS})/)?(${HASH})/(.+)$`);
const CAPTIONS = /^captions\/([1-9][0-9]{0,15}-[1-9][0-9]{0,8})(?:\.(vtt)|\/index\.m3u8)$/;
const POSTER = /^posters\/[1-9][0-9]{0,15}\/[1-9][0-9]{0,4}p\.jpg$/;
/** The uploaded file, while it arrives. */
const PROGRESSIVE = /^progressive\.(?:mp4|webm)$/;
const PLAYLIST = new RegExp(`^v([1-9][0-9]{0,8})/(${LABEL})/index\\.m3u8$`);
/** A rendition's files with encrypted segments, and their key. */
const ENCRYPTED = new RegExp(
  `^encrypted/(v[1-9][0-9]{0,8}/${LABEL}|audio-tracks/[1-9][0-9]{0,15}(?:/(?:low|surround))?)/(key|index\\.m3u8|init\\.mp4|[0-9]{5,7}\\.m4s)$`,
);

/** Every kind of file that may be served, with its media type; no other path is served. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^v([1-9][0-9]{0,8})/${LABEL}/(?:init\\.mp4)$`), "video/mp4"],
  [new RegExp(`^v([1-9][0-9]{0,8})/${LABEL}/[0-9]{5,7}\\.m4s$`), "video/iso.segment"],
  [/^audio-tracks\/[1-9][0-9]{0,15}(?:\/(?:low|surround))?\/index\.m3u8$/, "application/vnd.apple.mpegurl"],
  [/^audio-tracks\/[1-9][0-9]{0,15}(?:\/(?:low|surround))?\/init\.mp4$/, "video/mp4"],
  [/^audio-tracks\/[1-9][0-9]{0,15}(?:\/(?:low|surround))?\/[0-9]{5,7}\.m4s$/, "video/iso.segment"],
  [new RegExp(`^v([1-9][0-9]{0,8})/${RUNG}/key-frames\\.m3u8$`), "application/vnd.apple.mpegurl"],
  [/^v([1-9][0-9]{0,8})\/posters\/[1-9][0-9]{0,4}p\.jpg$/, "image/jpeg"],
  [/^v([1-9][0-9]{0,8})\/storyboard\/storyboard\.vtt$/, "text/vtt; charset=utf-8"],
  [/^v([1-9][0-9]{0,8})\/storyboard\/sprite-[0-9]{1,7}\.jpg$/, "image/jpeg"],
  [/^v([1-9][0-9]{0,8})\/mp4\/[1-9][0-9]{0,4}p\.mp4$/, "video/mp4"],
  [/^v([1-9][0-9]{0,8})\/mp4\/audio\.m4a$/, "audio/mp4"],
];

/**
 * Parses a path such as `/hls/{hash}/v1/720p/00000.m4s` or `/hls/~{token}/{hash}/master.m3u8`; null for any other.
 * The path is matched undecoded against a closed list of patterns, so it cannot lead out of the video's own folder.
 */
export function parseMediaPath(path: string): MediaPath | null {
  const address = ADDRESS.exec(path);
  const hash = address?.[2];
  const rest = address?.[3];
  if (!hash || !rest) return null;
  const target = parseTarget(rest);
  return target ? { hash, token: address[1] ?? null, rest, target } : null;
}

/** Every shape of path that is served below a video's folder: a test asks for each of them without a decision. */
export const SERVED_PATHS: readonly RegExp[] = [
  /^(?:master\.m3u8|manifest\.mpd|chapters\.vtt|original)$/,
  PROGRESSIVE,
  POSTER,
  CAPTIONS,
  PLAYLIST,
  ENCRYPTED,
  ...FILES.map(([shape]) => shape),
];

/** A path of none of the served shapes has no target. */
function parseTarget(rest: string): MediaTarget | null {
  if (!SERVED_PATHS.some((shape) => shape.test(rest))) return null;
  if (rest === "master.m3u8") return { kind: "master" };
  if (rest === "manifest.mpd") return { kind: "manifest" };
  if (rest === "chapters.vtt") return { kind: "chapters" };
  if (rest === "original") return { kind: "original" };
  if (PROGRESSIVE.test(rest)) return { kind: "progressive", name: rest };
  if (POSTER.test(rest)) return { kind: "poster", key: rest };
  const captions = CAPTIONS.exec(rest);
  if (captions?.[1]) return { kind: "captions", name: captions[1], playlist: captions[2] === undefined };
  const encrypted = ENCRYPTED.exec(rest);
  if (encrypted) return parseEncrypted(encrypted[1] ?? "", encrypted[2] ?? "");
  const playlist = PLAYLIST.exec(rest);
  if (playlist?.[2]) return { kind: "playlist", version: Number(playlist[1]), label: playlist[2] };
  for (const [shape, contentType] of FILES) {
    const file = shape.exec(rest);
    if (file) return { kind: "file", version: Number(file[1] ?? 0), key: rest, contentType };
  }
  return null;
}

function parseEncrypted(folder: string, name: string): EncryptedTarget | null {
  if (name === "key") return { kind: "encrypted", folder, inner: null };
  const inner = parseTarget(`${folder}/${name}`);
  return inner?.kind === "playlist" || inner?.kind === "file" ? { kind: "encrypted", folder, inner } : null;
}
