import { isWholeFile } from "@kinora/domain/playback/whole-file.ts";
import type Hls from "hls.js";
import type { AttachedStream } from "./attached-stream.ts";
import type * as hlsStream from "./hls-stream.ts";
import type { LiveFollowing } from "./hls-stream.ts";
import type { StreamOptions } from "./stream-options.ts";

let library: Promise<typeof Hls> | undefined;

/** Fetches hls.js and what steers it ahead of the click that will need them, and what a livestream needs besides. */
export function prepareStream(live: boolean): void {
  if (hasMediaSource()) loadParts(live).catch(() => undefined);
}

/**
 * Attaches a stream: over WebRTC where a livestream offers that, and its playlists else.
 * @throws when hls.js, what steers it, or what livestreams need besides cannot be fetched.
 */
export async function openStream(video: HTMLVideoElement, options: StreamOptions): Promise<AttachedStream> {
  if (!options.whep?.()) return openPlaylist(video, options);
  const { openLowDelay } = await import("./low-delay.ts");
  return openLowDelay(video, options, () => openPlaylist(video, options));
}

/** Attaches a playlist: through hls.js wherever it runs, so that all browsers behave alike, otherwise natively, as whole files are. */
async function openPlaylist(video: HTMLVideoElement, options: StreamOptions): Promise<AttachedStream> {
  if (hasMediaSource() && !isWholeFile(options.source)) {
    const [HlsPlayer, { openWithHls }, following] = await loadParts(options.live);
    if (HlsPlayer.isSupported()) return openWithHls(HlsPlayer, following, video, options);
  }
  return openNatively(video, options);
}

const loadParts = (live: boolean): Promise<[typeof Hls, typeof hlsStream, LiveFollowing | null]> =>
  Promise.all([loadLibrary(), import("./hls-stream.ts"), live ? import("./live-following.ts") : null]);

function loadLibrary(): Promise<typeof Hls> {
  library ??= import("hls.js").then(
    ({ default: HlsPlayer }) => HlsPlayer,
    (error: unknown) => {
      library = undefined;
      throw error;
    },
  );
  return library;
}

/** Whether streams are read by hls.js here, which lists their sounds; else the browser lists them. */
export const hasMediaSource = () => "MediaSource" in globalThis || "ManagedMediaSource" in globalThis;

function openNatively(video: HTMLVideoElement, options: StreamOptions): AttachedStream {
  const { startSeconds, onProblem } = options;
  let { source } = options;
  const onError = () => onProblem(video.error?.code === MediaError.MEDIA_ERR_NETWORK ? "unreachable" : "unplayable");
  let beginsAt = 0;
  const load = (seconds: number) => {
    beginsAt = seconds;
    video.src = source;
    video.load();
    if (seconds > 0) video.currentTime = seconds;
  };
  // Safari on phones forgets what was set before it knew the length.
  const onLength = () => {
    if (video.currentTime < beginsAt) video.currentTime = beginsAt;
  };
  video.addEventListener("error", onError);
  video.addEventListener("loadedmetadata", onLength);
  // The page is cross-origin isolated: a file of another origin is fetched as one that it may read (HTML §4.8.11.2), or not at all.
  if (new URL(source, location.href).origin !== location.origin) video.crossOrigin = "anonymous";
  load(startSeconds);
  return {
    reload: load,
    load(next, seconds) {
      source = next;
      load(seconds);
    },
    destroy() {
      video.removeEventListener("error", onError);
      video.removeEventListener("loadedmetadata", onLength);
      video.removeAttribute("src");
      video.load();
    },
  };
}
