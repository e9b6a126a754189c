import type { EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import { embedStatus } from "./embed-status.ts";
import type { GatedItem } from "./gate/admission.ts";
import { HASH } from "./paths.ts";
import { NO_VIDEO, type FoundVideo, type PlaybackRules } from "./playback-rules.ts";
import {
  asVideo,
  isLowDelay,
  lastingAdBreak,
  LIVE_PASS_SECONDS,
  streamAvailability,
  waitingFor,
  type PlaybackStreams,
} from "./playback-streams.ts";
import type { PlaybackVideo } from "./playback-video.ts";

const PUBLIC_ID = new RegExp(`^${HASH}$`);

/** A video or livestream as its pages show it. */
export interface FoundItem {
  video: PlaybackVideo | null;
  live: boolean;
  /** Whether whole files may be read. */
  downloadable: boolean;
  /** Set where a viewer must pass a restriction profile. */
  gated: GatedItem | null;
  /** What viewers read of a video that was taken down; its `video` is null then. */
  takenDown: string | null;
  /** Its state; the addresses in it carry a pass. */
  status(token: string | null): Promise<EmbedStatus>;
}

/** The video or livestream of a public id as the holder of the pass `token` may see it. */
export async function findItem(
  { rules, streams }: { rules: PlaybackRules; streams: PlaybackStreams },
  hash: string,
  token: string | null,
): Promise<FoundItem> {
  const isId = PUBLIC_ID.test(hash);
  const found: FoundVideo = isId ? await rules.find(hash, token) : NO_VIDEO;
  const stream = isId && found.availability === "missing" ? await streams.find(hash) : null;
  if (!stream) {
    const { video, profileId, downloadable, takenDown } = found;
    return {
      video,
      live: false,
      downloadable,
      gated: video && profileId !== null ? { ...video, kind: "video", profileId } : null,
      takenDown,
      status: (pass) => embedStatus(rules, hash, found, pass),
    };
  }
  const now = new Date();
  const { profileId } = stream;
  const isGated = profileId !== null && !(await rules.isMemberOf(stream, token));
  return {
    video: asVideo(stream, now),
    live: true,
    downloadable: false,
    gated: isGated ? { ...stream, kind: "stream", profileId, durationSeconds: LIVE_PASS_SECONDS } : null,
    takenDown: null,
    status: (pass) =>
      Promise.resolve({
        availability: streamAvailability(stream),
        progress: 0,
        renditions: [],
        settled: true,
        ...waitingFor(stream, now, pass),
        fades: stream.fades,
        ...(isLowDelay(stream) ? { whep: `/whep/${hash}${pass === null ? "" : `?token=${pass}`}` } : {}),
        ad_break: lastingAdBreak(stream, now),
      }),
  };
}
